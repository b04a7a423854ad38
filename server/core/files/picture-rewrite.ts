/**
 * What is kept of an uploaded picture: it is written anew from the parts that draw it. Metadata (EXIF with its place and device,
 * XMP, comments, colour profiles), unknown parts and whatever stands behind the picture's end are left out; how it is turned is
 * kept. Pixels are unpacked and packed again where that loses nothing (PNG); JPEG, WebP and GIF keep their coded pixels, so that
 * no picture gets worse and all frames of a moving one stay.
 */
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createDeflate, createInflate } from 'node:zlib'
import { PNG_SIGNATURE, pngChunk } from './png.ts'

/** A picture that is not what its head says. */
export class BrokenPicture extends Error {}

const broken = (what: string) => new BrokenPicture(what)

const UPRIGHT = 1
/** As cameras write it, 1 to 8: the one thing of EXIF that changes how a picture looks. */
function orientationIn(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const u16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const u32 = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  try {
    const first = u32(4)
    const count = u16(first)
    for (let n = 0; n < count; n++) {
      const entry = first + 2 + n * 12
      const value = u16(entry) === 0x0112 ? u16(entry + 8) : UPRIGHT
      if (value > UPRIGHT && value <= 8) return value
    }
  } catch {
    // cut off: as if it said nothing
  }
  return UPRIGHT
}

/** TIFF with that one entry. */
function tiffOf(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}

// PNG: https://www.w3.org/TR/png-3/

/** Chunks besides the pixels that draw the picture, with their largest length. */
const pngKept: Readonly<Record<string, number>> = { PLTE: 768, tRNS: 256, gAMA: 4, cHRM: 32, sRGB: 1 }
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Bytes of the unpacked pixels with a filter byte a row. */
function unpackedSize(header: Buffer): number {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const bits = header.readUInt8(8) * (samplesOf[header.readUInt8(9)] ?? 0)
  if (bits === 0) throw broken('no such colour')
  const sizeOf = (columns: number, rows: number) => (columns < 1 ? 0 : rows * (1 + Math.ceil((columns * bits) / 8)))
  if (header[12] === 0) return sizeOf(width, height)
  return passes.reduce(
    (sum, [x, y, dx, dy]) => sum + sizeOf(Math.ceil((width - x) / dx), Math.max(0, Math.ceil((height - y) / dy))),
    0,
  )
}

async function repack(packed: readonly Buffer[], size: number): Promise<Buffer> {
  let unpacked = 0
  const meter = async function* (source: AsyncIterable<Buffer>) {
    for await (const part of source) {
      unpacked += part.length
      if (unpacked > size) throw broken('more pixels than the head says')
      yield part
    }
  }
  const parts: Buffer[] = []
  const sink = new Writable({
    write(part: Buffer, _encoding, done) {
      parts.push(part)
      done()
    },
  })
  await pipeline(Readable.from(packed), createInflate(), meter, createDeflate(), sink)
  if (unpacked < size) throw broken('fewer pixels than the head says')
  return Buffer.concat(parts)
}

async function png(file: Buffer): Promise<Buffer> {
  const out: Buffer[] = [PNG_SIGNATURE]
  const packed: Buffer[] = []
  let header: Buffer | undefined
  let position = PNG_SIGNATURE.length
  while (position + 12 <= file.length) {
    const length = file.readUInt32BE(position)
    const type = file.toString('latin1', position + 4, position + 8)
    const data = file.subarray(position + 8, position + 8 + length)
    if (data.length < length) break
    position += 12 + length
    if (type === 'IEND') break
    if (type === 'IHDR' && length === 13) header = data
    else if (type === 'IDAT') packed.push(data)
    else if (type === 'eXIf') {
      const orientation = orientationIn(data)
      if (orientation !== UPRIGHT) out.push(pngChunk('eXIf', tiffOf(orientation)))
    } else if (packed.length === 0 && length <= (pngKept[type] ?? -1)) out.push(pngChunk(type, data))
  }
  if (!header || packed.length === 0) throw broken('no pixels')
  out.splice(1, 0, pngChunk('IHDR', header))
  out.push(pngChunk('IDAT', await repack(packed, unpackedSize(header))), pngChunk('IEND', Buffer.alloc(0)))
  return Buffer.concat(out)
}

// JPEG: ITU T.81

const END = Buffer.from([0xff, 0xd9])
const jpegSegment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
/** Frames and tables: C0–CF but C8, DB (quantisation), DC (lines), DD (restarts). */
const draws = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || [0xdb, 0xdc, 0xdd].includes(marker)

/** Where the coded pixels that begin at `from` end: at the next marker that is no restart. */
function scanEnd(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    const next = file.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return file.length
}

function jpeg(file: Buffer): Buffer {
  const out: Buffer[] = []
  let [orientation, hasScan, position] = [UPRIGHT, false, 2]
  while (position + 4 <= file.length) {
    if (file[position] !== 0xff) throw broken('no marker')
    const marker = file.readUInt8(position + 1)
    if (marker === 0xff) {
      position += 1
      continue
    }
    if (marker === 0xd9) break
    const length = file.readUInt16BE(position + 2)
    const data = file.subarray(position + 4, position + 2 + length)
    if (length < 2 || data.length < length - 2) break
    position += 2 + length
    if (draws(marker)) out.push(jpegSegment(marker, data))
    else if (marker === 0xda) {
      const end = scanEnd(file, position)
      out.push(jpegSegment(marker, data), file.subarray(position, end))
      position = end
      hasScan = true
    }
    // how colours are coded
    else if (marker === 0xee && data.length >= 12 && data.toString('latin1', 0, 5) === 'Adobe')
      out.push(jpegSegment(marker, data.subarray(0, 12)))
    else if (marker === 0xe1 && data.toString('latin1', 0, 6) === 'Exif\0\0')
      orientation = orientationIn(data.subarray(6))
  }
  if (!hasScan) throw broken('no pixels')
  const head = [Buffer.from([0xff, 0xd8]), jpegSegment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex'))]
  if (orientation !== UPRIGHT)
    head.push(jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiffOf(orientation)])))
  return Buffer.concat([...head, ...out, END])
}

// WebP: RFC 9649

const riffChunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

function* riffChunks(file: Buffer, from: number, to: number): Generator<{ type: string; data: Buffer }> {
  for (let at = from; at + 8 <= to; ) {
    const length = file.readUInt32LE(at + 4)
    if (at + 8 + length > to) return
    yield { type: file.toString('latin1', at, at + 4), data: file.subarray(at + 8, at + 8 + length) }
    at += 8 + length + (length % 2)
  }
}

const PIXELS = ['VP8 ', 'VP8L', 'ALPH']
const HAS_EXIF = 0x08
/** Of a `VP8X`: moving, transparent. */
const FLAGS_KEPT = 0x02 | 0x10
const FRAME_HEAD = 16

function webp(file: Buffer): Buffer {
  const chunks = [...riffChunks(file, 12, Math.min(file.length, 8 + file.readUInt32LE(4)))]
  const exif = chunks.find(({ type }) => type === 'EXIF')?.data
  const orientation = exif
    ? orientationIn(exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif)
    : UPRIGHT
  let hasPixels = false
  const out = chunks.flatMap(({ type, data }) => {
    if (type === 'VP8X' && data.length === 10) {
      const head = Buffer.from(data)
      head[0] = (data.readUInt8(0) & FLAGS_KEPT) | (orientation === UPRIGHT ? 0 : HAS_EXIF)
      return [riffChunk(type, head)]
    }
    if (type === 'ANIM' && data.length === 6) return [riffChunk(type, data)]
    if (type === 'ANMF') {
      const frame = [...riffChunks(data, FRAME_HEAD, data.length)].filter((part) => PIXELS.includes(part.type))
      hasPixels ||= frame.length > 0
      const parts = frame.map((part) => riffChunk(part.type, part.data))
      return [riffChunk(type, Buffer.concat([data.subarray(0, FRAME_HEAD), ...parts]))]
    }
    hasPixels ||= type === 'VP8 ' || type === 'VP8L'
    return PIXELS.includes(type) ? [riffChunk(type, data)] : []
  })
  if (!hasPixels) throw broken('no pixels')
  // only an extended file has room for it
  if (orientation !== UPRIGHT && chunks[0]?.type === 'VP8X') out.push(riffChunk('EXIF', tiffOf(orientation)))
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...out]))
}

// GIF89a

const GIF_CONTROL = 0xf9
const TABLE = 0x80
const tableSize = (flags: number) => (flags & TABLE ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Where the row of blocks that begins at `from` ends, behind its empty one. */
function blocksEnd(file: Buffer, from: number): number {
  let at = from
  for (let length = file[at] ?? 0; length > 0; length = file[at] ?? 0) at += 1 + length
  if (at >= file.length) throw broken('cut off')
  return at + 1
}

function gif(file: Buffer): Buffer {
  let position = 13 + tableSize(file[10] ?? 0)
  const out = [Buffer.from('GIF89a', 'latin1'), file.subarray(6, position)]
  let hasPixels = false
  for (let kind = file[position]; kind === 0x21 || kind === 0x2c; kind = file[position]) {
    const start = position
    if (kind === 0x2c) {
      // descriptor, colours, code size
      const from = position + 10 + tableSize(file[position + 9] ?? 0) + 1
      position = blocksEnd(file, from)
      out.push(file.subarray(start, position))
      hasPixels = true
      continue
    }
    position = blocksEnd(file, position + 2)
    const label = file[start + 1]
    if (label === GIF_CONTROL && position - start === 8) out.push(file.subarray(start, position))
    // how often it runs
    if (label === 0xff && position - start === 19 && file.toString('latin1', start + 3, start + 14) === 'NETSCAPE2.0')
      out.push(file.subarray(start, position))
  }
  if (!hasPixels) throw broken('no pixels')
  return Buffer.concat([...out, Buffer.from([0x3b])])
}

const writers: Readonly<Record<string, (file: Buffer) => Buffer | Promise<Buffer>>> = {
  'image/png': png,
  'image/jpeg': jpeg,
  'image/webp': webp,
  'image/gif': gif,
}

let last: Promise<unknown> = Promise.resolve()

/** One at a time, so that many uploads at once hold neither processor nor memory. Throws `BrokenPicture`. */
export function rewritePicture(type: string, read: () => Promise<Buffer>): Promise<Buffer> {
  const turn = last.then(async () => {
    const write = writers[type]
    if (!write) throw broken('not a picture')
    try {
      return await write(await read())
    } catch (error) {
      // cut off in the middle of a number, or packed data that is none
      const { code = '' } = error as NodeJS.ErrnoException
      throw error instanceof RangeError || code.startsWith('Z_') ? broken(code) : error
    }
  })
  last = turn.catch(() => undefined)
  return turn
}
