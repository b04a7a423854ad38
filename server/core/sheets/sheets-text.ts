// A packed text that is too long to be held unpacked: read piece by piece, each of whole lines.
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { SheetRefused } from './sheets-refused.ts'

export const isPacked = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Bytes that a packed file may unpack to. */
const UNPACKED_BYTES = 200_000_000
/** Characters of a piece; one that has no end of a line between quotes is cut at any. */
const PIECE = 200_000
const LONGEST = 4_000_000

async function* unpacked(bytes: Buffer): AsyncGenerator<Buffer> {
  const stream = Readable.from([bytes]).pipe(createGunzip())
  let size = 0
  try {
    for await (const part of stream) {
      size += (part as Buffer).length
      if (size > UNPACKED_BYTES) throw new SheetRefused('解压后超过 200 MB')
      yield part as Buffer
    }
  } catch (error) {
    throw error instanceof SheetRefused ? error : new SheetRefused('压缩文件已损坏')
  }
}

/** BOM, then UTF-8 where all of it is valid, then GB 18030, of which GBK is a part. */
async function encodingOf(bytes: Buffer): Promise<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  let isUtf8 = true
  for await (const part of unpacked(bytes)) {
    if (isFirst && part[0] === 0xff && part[1] === 0xfe) return 'utf-16le'
    if (isFirst && part[0] === 0xfe && part[1] === 0xff) return 'utf-16be'
    isFirst = false
    try {
      if (isUtf8) utf8.decode(part, { stream: true })
    } catch {
      isUtf8 = false
    }
  }
  return isUtf8 ? 'utf-8' : 'gb18030'
}

/** Where the last line ends that is not within quotes; 0 where none does. */
function lastEnd(text: string): number {
  const quotes = (text.match(/"/g) ?? []).length
  const at = text.lastIndexOf('\n') + 1
  const behind = (text.slice(at).match(/"/g) ?? []).length
  return (quotes - behind) % 2 === 0 || text.length > LONGEST ? at : 0
}

export async function* textsIn(bytes: Buffer): AsyncGenerator<string> {
  const decoder = new TextDecoder(await encodingOf(bytes), { fatal: true })
  const decoded = (part?: Buffer) => {
    try {
      return part ? decoder.decode(part, { stream: true }) : decoder.decode()
    } catch {
      throw new SheetRefused('无法识别文件的编码，请存为 .xlsx 或 UTF-8 编码的 .csv')
    }
  }
  let text = ''
  let wanted = PIECE
  for await (const part of unpacked(bytes)) {
    text += decoded(part)
    if (text.length < wanted) continue
    const end = lastEnd(text)
    // what has no end yet is asked again when there is much more of it
    wanted = end > 0 ? PIECE : text.length + PIECE
    if (end > 0) yield text.slice(0, end)
    text = text.slice(end)
  }
  yield text + decoded()
}
