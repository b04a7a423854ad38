// Pictures of a report, made smaller and marked with place, time and person in the browser, before they are sent.
import { formatMoment } from '../../lib/format.ts'
import { serverNow } from '../../lib/server-time.ts'
import { type Upload, upload } from '../../lib/upload.ts'

/** Longest side, px. */
const SIDE_MAX = 1_600
const QUALITY = 0.85
/** Height of the text as a part of the longer side, and its smallest, px. */
const TEXT_PART = 40
const TEXT_MIN = 12

/** The size of the marked picture. */
function sizeWithin(width: number, height: number, most = SIDE_MAX): { width: number; height: number } {
  const part = Math.min(1, most / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * part)), height: Math.max(1, Math.round(height * part)) }
}

async function mark(file: File, text: string): Promise<File> {
  // turned as the camera says; drawing leaves its other data behind, the position too
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const { width, height } = sizeWithin(bitmap.width, bitmap.height)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const size = Math.max(TEXT_MIN, Math.round(Math.max(width, height) / TEXT_PART))
  context.font = `${size}px sans-serif`
  context.textBaseline = 'bottom'
  context.fillStyle = 'rgb(0 0 0 / 45%)'
  context.fillRect(0, height - size * 2, width, size * 2)
  context.fillStyle = '#fff'
  context.fillText(text, size / 2, height - size / 2, width - size)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  if (!blob) throw new Error('no picture')
  return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' })
}

/** Uploads of one report. A picture that the browser cannot read is refused by the server, with its reason. */
export const uploadMarked =
  (enterpriseName: string, visitorName: string): Upload =>
  async (file, options) => {
    const text = `${enterpriseName} ${formatMoment(serverNow())} ${visitorName}`
    return upload(await mark(file, text).catch(() => file), options)
  }
