// Draws the captcha as a greyscale PNG: bent strokes that touch, lines in ink and in the colour of paper across them,
// and grain (docs/decisions/036).
import { randomInt } from 'node:crypto'
import { encodePng } from '#server/core/files/png.ts'
import { glyphs, type Stroke } from './captcha-glyphs.ts'

/** Twice the size at which it is shown (web/kit/form/captcha.css). */
const WIDTH = 264
const HEIGHT = 80
/** From the edge to the middle of a character. */
const MARGIN = 24
/** Number of greys: fewer make a smaller file. */
const GREYS = 12

const between = (least: number, most: number) => least + ((most - least) * randomInt(0, 10_001)) / 10_000

type Move = (x: number, y: number) => readonly [x: number, y: number]
/** How much of each pixel is ink, 0 to 1. */
type Ink = Float32Array

/** A round pen from point to point; `put` combines it with the pixel below. */
function line(
  ink: Ink,
  from: readonly [number, number],
  to: readonly [number, number],
  radius: number,
  put: (was: number, by: number) => number,
) {
  const [x0, y0] = from
  const [dx, dy] = [to[0] - x0, to[1] - y0]
  const length = dx * dx + dy * dy || 1
  const reach = radius + 1
  const [left, right] = [Math.min(x0, to[0]) - reach, Math.max(x0, to[0]) + reach]
  const [top, bottom] = [Math.min(y0, to[1]) - reach, Math.max(y0, to[1]) + reach]
  for (let y = Math.max(0, Math.floor(top)); y <= Math.min(HEIGHT - 1, bottom); y++) {
    for (let x = Math.max(0, Math.floor(left)); x <= Math.min(WIDTH - 1, right); x++) {
      const along = Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / length))
      const distance = Math.hypot(x - x0 - along * dx, y - y0 - along * dy)
      const by = Math.min(1, Math.max(0, radius - distance + 0.5))
      const at = y * WIDTH + x
      ink[at] = put(ink[at] ?? 0, by)
    }
  }
}

const add = (was: number, by: number) => Math.max(was, by)
const wipe = (was: number, by: number) => Math.min(was, 1 - by)

function draw(ink: Ink, stroke: Stroke, move: Move, radius: number, put = add): void {
  const points = stroke.map(([x, y]) => move(x, y))
  for (const [at, point] of points.entries()) line(ink, points[at - 1] ?? point, point, radius, put)
}

/** Warps the whole picture, differently each time. */
function wave(): Move {
  const [high, wide] = [between(2, 3.5), between(2, 4)]
  const [lengthX, lengthY] = [between(38, 60), between(22, 34)]
  const [phaseX, phaseY] = [between(0, 6.3), between(0, 6.3)]
  return (x, y) => [x + wide * Math.sin(y / lengthY + phaseX), y + high * Math.sin((x / lengthX) * 2 + phaseY)]
}

/** Rotates, skews and scales one character, and moves it to its middle. */
function place(middleX: number, middleY: number, bent: Move): Move {
  const [turn, lean] = [between(-0.35, 0.35), between(-0.2, 0.2)]
  const [wide, high] = [between(2.6, 3.2), between(2.8, 3.8)]
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return (x, y) => {
    const [fromX, fromY] = [(x - 5) * wide + (y - 7) * high * lean, (y - 7) * high]
    return bent(middleX + fromX * cos - fromY * sin, middleY + fromX * sin + fromY * cos)
  }
}

/** A line from edge to edge at a random height. */
function crossing(bent: Move): Stroke {
  const [from, to] = [between(12, HEIGHT - 12), between(12, HEIGHT - 12)]
  const [high, length, phase] = [between(4, 16), between(20, 45), between(0, 6.3)]
  return Array.from({ length: 45 }, (_, at) => {
    const x = at * 6
    return bent(x, from + ((to - from) * x) / WIDTH + high * Math.sin(x / length + phase))
  })
}

const asItIs: Move = (x, y) => [x, y]

/** Random distances and offset, so that the position of one character says little about the next. */
function middles(count: number): number[] {
  const steps = Array.from({ length: count }, () => between(40, 53))
  const length = steps.slice(1).reduce((sum, step) => sum + step, 0)
  let at = between(MARGIN, WIDTH - MARGIN - length) - (steps[0] ?? 0)
  return steps.map((step) => {
    at += step
    return at
  })
}

function paint(text: string): Ink {
  const ink = new Float32Array(WIDTH * HEIGHT)
  const bent = wave()
  const radius = between(3, 3.9)
  for (const [at, middle] of middles(text.length).entries()) {
    const move = place(middle, HEIGHT / 2 + between(-9, 9), bent)
    for (const stroke of glyphs.get(text[at] ?? '') ?? []) draw(ink, stroke, move, radius)
  }
  for (let each = 0; each < 2; each++) draw(ink, crossing(bent), asItIs, between(0.8, 1.1), wipe)
  for (let each = 0; each < 2; each++) draw(ink, crossing(bent), asItIs, between(1.2, 1.8))
  for (let each = 0; each < 35; each++) {
    const [x, y] = [between(0, WIDTH), between(0, HEIGHT)]
    draw(
      ink,
      [
        [x, y],
        [x + between(-5, 5), y + between(-5, 5)],
      ],
      asItIs,
      between(0.6, 1.4),
    )
  }
  return ink
}

/** @param text in characters of captcha-glyphs.ts */
export function drawCaptcha(text: string): Buffer {
  const ink = paint(text)
  const [dark, light, slope] = [between(50, 90), between(215, 235), between(-0.12, 0.12)]
  // grain does not need secure randomness: it only hinders pixel counting
  const grey = Uint8Array.from(ink, (share, at) => {
    const paper = light + slope * ((at % WIDTH) - WIDTH / 2)
    const value = paper + (dark - paper) * share + (Math.random() - 0.5) * 50
    return Math.round((Math.min(255, Math.max(0, value)) * (GREYS - 1)) / 255) * (255 / (GREYS - 1))
  })
  return encodePng(grey, WIDTH, HEIGHT)
}

/** Random text for a captcha. */
export function captchaText(length: number): string {
  const characters = [...glyphs.keys()]
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join('')
}
