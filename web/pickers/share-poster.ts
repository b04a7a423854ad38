// The poster of a share: cover, title, summary and the code to scan, as a picture for people who forward pictures.
import type { ShareCard } from '#contract/sharing/shares.ts'

/** px; a phone's width twice, so that it stays sharp. */
const WIDTH = 750
const MARGIN = 50
const COVER_HEIGHT = 380
/** Twice the code on the screen, so that its squares stay even. */
const CODE = 320
/** Lines at most, px from line to line, and the font. */
const title = { lines: 3, height: 62, font: '600 44px sans-serif', color: '#1f1f1f' }
const summary = { lines: 5, height: 46, font: '28px sans-serif', color: '#595959' }
const hint = { height: 40, font: '26px sans-serif', color: '#595959' }

type Style = { lines: number; height: number; font: string; color: string }

/** By words where there are some; the last line ends with … where more would follow. */
function linesOf(pen: CanvasRenderingContext2D, text: string, { lines: most, font }: Style): string[] {
  pen.font = font
  const fits = (line: string) => pen.measureText(line).width <= WIDTH - 2 * MARGIN
  const lines = ['']
  for (const { segment } of new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)) {
    const last = lines.length - 1
    if (fits(`${lines[last]}${segment}`)) lines[last] += segment
    else lines.push(segment.trimStart())
  }
  if (lines.length <= most) return lines.filter((line) => line !== '')
  let last = lines[most - 1] ?? ''
  while (last !== '' && !fits(`${last}…`)) last = [...last].slice(0, -1).join('')
  return [...lines.slice(0, most - 1), `${last}…`]
}

async function load(address: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = address
  await image.decode()
  return image
}

/** As much of the middle as fills the place. */
function drawCover(pen: CanvasRenderingContext2D, image: HTMLImageElement): void {
  const scale = Math.max(WIDTH / image.naturalWidth, COVER_HEIGHT / image.naturalHeight)
  const [width, height] = [WIDTH / scale, COVER_HEIGHT / scale]
  const [left, top] = [(image.naturalWidth - width) / 2, (image.naturalHeight - height) / 2]
  pen.drawImage(image, left, top, width, height, 0, 0, WIDTH, COVER_HEIGHT)
}

/** @param code the drawn code to scan */
export async function drawPoster(card: ShareCard, code: HTMLCanvasElement): Promise<Blob> {
  // a cover that does not load is left out
  const cover = card.coverUrl === '' ? null : await load(card.coverUrl).catch(() => null)
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('the browser draws no pictures')
  const texts = [
    { lines: linesOf(pen, card.title, title), style: title },
    { lines: linesOf(pen, card.summary, summary), style: summary },
  ]
  const textHeight = texts.reduce((sum, { lines, style }) => sum + lines.length * style.height + MARGIN / 2, 0)
  const top = (cover ? COVER_HEIGHT : 0) + MARGIN
  canvas.width = WIDTH
  canvas.height = top + textHeight + CODE + 2 * MARGIN
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  if (cover) drawCover(pen, cover)
  pen.textBaseline = 'top'
  let y = top
  for (const { lines, style } of texts) {
    pen.font = style.font
    pen.fillStyle = style.color
    for (const line of lines) {
      pen.fillText(line, MARGIN, y)
      y += style.height
    }
    y += MARGIN / 2
  }
  pen.drawImage(code, MARGIN, y + MARGIN / 2, CODE, CODE)
  pen.font = hint.font
  pen.fillStyle = hint.color
  for (const [at, line] of ['长按识别二维码', '阅读全文'].entries())
    pen.fillText(line, MARGIN * 2 + CODE, y + MARGIN / 2 + CODE / 2 + (at - 1) * hint.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture was made'))))
  })
}
