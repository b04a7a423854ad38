// Pictures made smaller in the browser before they are sent: less to wait for at a gate, and pages of readers stay light.
import { type Upload, upload } from './upload.ts'

export type Shrinking = {
  /** Longest side, px. */
  side: number
  /** At most, where the page that shows it has no room for more. */
  bytes?: number
  /** Drawn over it. */
  mark?: (context: CanvasRenderingContext2D, width: number, height: number) => void
}

const QUALITIES = [0.85, 0.7, 0.55, 0.4] as const
/** Of the sides, where no quality was small enough. */
const STEP = 0.75
const SIDE_MIN = 320

/** The size of a picture whose longest side is `most` at most. */
function sizeWithin(width: number, height: number, most: number): { width: number; height: number } {
  const part = Math.min(1, most / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * part)), height: Math.max(1, Math.round(height * part)) }
}

function drawn(bitmap: ImageBitmap, side: number, mark: Shrinking['mark']): HTMLCanvasElement {
  const { width, height } = sizeWithin(bitmap.width, bitmap.height, side)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  // JPEG knows no transparency: what is clear becomes white instead of black
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  mark?.(context, width, height)
  return canvas
}

async function jpegOf(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (!blob) throw new Error('no picture')
  return blob
}

async function encoded(
  bitmap: ImageBitmap,
  { side, bytes = Number.POSITIVE_INFINITY, mark }: Shrinking,
): Promise<Blob> {
  const canvas = drawn(bitmap, side, mark)
  let blob = await jpegOf(canvas, QUALITIES[0])
  for (const quality of QUALITIES.slice(1)) {
    if (blob.size <= bytes) return blob
    blob = await jpegOf(canvas, quality)
  }
  if (blob.size <= bytes || side <= SIDE_MIN) return blob
  // the picture may be smaller than `side`
  const smaller = Math.floor(Math.max(canvas.width, canvas.height) * STEP)
  return encoded(bitmap, { side: Math.max(SIDE_MIN, smaller), bytes, ...(mark && { mark }) })
}

/** As JPEG. One that is small enough already, and one that moves, stays as it is. */
async function shrunk(file: File, shrinking: Shrinking): Promise<File> {
  if (file.type === 'image/gif' && !shrinking.mark) return file
  // turned as the camera says; drawing leaves its other data behind, the position too
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const { side, bytes = Number.POSITIVE_INFINITY, mark } = shrinking
    if (!mark && Math.max(bitmap.width, bitmap.height) <= side && file.size <= bytes) return file
    const blob = await encoded(bitmap, shrinking)
    return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' })
  } finally {
    bitmap.close()
  }
}

/** A picture that the browser cannot read is sent as it is: the server refuses it, with its reason. */
export const uploadShrunk =
  (shrinking: Shrinking): Upload =>
  async (file, options) =>
    upload(await shrunk(file, shrinking).catch(() => file), options)
