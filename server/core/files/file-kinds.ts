// What a file is, found in its content; its name and what the browser says of it are never believed.
import { open } from 'node:fs/promises'
import type { FilePurpose } from '#contract/files.ts'
import { IMAGE_PIXELS, IMAGE_SIDE_PX } from '#contract/limits.ts'
import { refuse } from '../http/refusal.ts'
import { type Dimensions, dimensionsOf } from './file-pictures.ts'

type Endings = readonly [string, ...string[]]

const office = 'application/vnd.openxmlformats-officedocument.'

const pictures = new Map<string, Endings>([
  ['image/png', ['png']],
  ['image/jpeg', ['jpg', 'jpeg']],
  ['image/webp', ['webp']],
])
const moving = new Map<string, Endings>([['image/gif', ['gif']]])
const sheets = new Map<string, Endings>([
  [`${office}spreadsheetml.sheet`, ['xlsx']],
  ['text/plain', ['csv', 'txt']],
])
const documents = new Map<string, Endings>([
  ['application/pdf', ['pdf']],
  [`${office}wordprocessingml.document`, ['docx']],
  [`${office}spreadsheetml.sheet`, ['xlsx']],
  [`${office}presentationml.presentation`, ['pptx']],
  // the container of all older Office files
  ['application/x-cfb', ['doc', 'xls', 'ppt']],
  ['application/zip', ['zip']],
  ['audio/mpeg', ['mp3']],
  ['video/mp4', ['mp4']],
  ['text/plain', ['txt', 'csv']],
])

const allowed: Record<FilePurpose, ReadonlyMap<string, Endings>> = {
  avatar: pictures,
  image: new Map([...pictures, ...moving]),
  attachment: new Map([...documents, ...pictures, ...moving]),
  import: new Map([...sheets, ['application/gzip', ['gz']]]),
  export: new Map([...sheets, ...documents]),
}

const refusals: Record<FilePurpose, string> = {
  avatar: '请选择 PNG、JPG 或 WebP 图片',
  image: '请选择 PNG、JPG、WebP 或 GIF 图片',
  attachment: '不支持此类文件，请选择图片、PDF、Office 文档、文本、压缩包、MP3 或 MP4',
  import: '请选择 xlsx、csv 或 gz 文件',
  export: '不支持此类文件',
}

/** Pictures are shown in the page; everything else is handed out to be saved. */
export const isShownInPage = (type: string): boolean => pictures.has(type) || moving.has(type)

const TEXT_HEAD_BYTES = 65_536

/** Text in UTF-8, GB 18030 or UTF-16 with its mark, and no markup: a page that calls itself a text stays outside. */
function isPlainText(head: Buffer): boolean {
  const isWide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  if (!isWide && head.includes(0)) return false
  for (const encoding of isWide ? [head[0] === 0xff ? 'utf-16le' : 'utf-16be'] : ['utf-8', 'gb18030']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
      return !/^\s*<[!?a-z]/i.test(text)
    } catch {
      // not this encoding
    }
  }
  return false
}

export const BROKEN = '图片已损坏，无法识别'

function checkSize(size: Dimensions | null): Dimensions {
  if (!size || size.width === 0 || size.height === 0) throw refuse('wrongType', { msg: BROKEN })
  const { width, height } = size
  if (width > IMAGE_SIDE_PX || height > IMAGE_SIDE_PX || width * height > IMAGE_PIXELS) {
    throw refuse('tooLarge', {
      msg: `图片尺寸过大（${width} × ${height}），最多 ${IMAGE_PIXELS / 10_000} 万像素，边长不超过 ${IMAGE_SIDE_PX}`,
    })
  }
  return size
}

export type Kind = { type: string; endings: Endings; dimensions: Dimensions | null }

/** Refuses with 415 what the purpose does not take, and with 413 a picture that would unpack to too much. */
export async function recognise(path: string, purpose: FilePurpose): Promise<Kind> {
  // with the first upload: it holds 10 MB
  const { fileTypeFromFile } = await import('file-type')
  const found = await fileTypeFromFile(path).catch(() => undefined)
  const file = await open(path)
  try {
    let type = found?.mime.split(';')[0]
    if (type === undefined) {
      const head = Buffer.alloc(TEXT_HEAD_BYTES)
      const { bytesRead } = await file.read(head, 0, TEXT_HEAD_BYTES, 0)
      if (bytesRead > 0 && isPlainText(head.subarray(0, bytesRead))) type = 'text/plain'
    }
    const endings = type === undefined ? undefined : allowed[purpose].get(type)
    if (type === undefined || !endings) throw refuse('wrongType', { msg: refusals[purpose] })
    const dimensions = isShownInPage(type) ? checkSize(await dimensionsOf(file, type)) : null
    return { type, endings, dimensions }
  } finally {
    await file.close()
  }
}
