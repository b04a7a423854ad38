// Draws the captcha as a greyscale PNG: bent strokes that touch, lines in ink and in the colour of paper across them,
// and grain (docs/decisions/036).
import { randomInt } from 'node:crypto'
import { glyphs } from '#server/core/files/glyphs.ts'
import { encodePng } from '#server/core/files/png.ts'
import { drawStroke, type Point, type Stroke } from '#server/core/files/strokes.ts'

/** Twice the size at which it is shown (web/kit/form/captcha.css). */
const WIDTH = 264
const HEIGHT = 80
/** From the edge to the middle of a character. */
const MARGIN = 24
/** Number of greys: fewer make a smaller file. */
const GREYS = 12

const between = (least: number, most: number) => least + ((most - least) * randomInt(0, 10_001)) / 10_000

type Move = (x: number, y: number) => Point
/** How much of each pixel is ink, 0 to 1. */
type Ink = Float32Array

const add = (was: number, by: number) => Math.max(was, by)
const wipe = (was: number, by: number) => Math.min(was, 1 - by)

/** `combine` says what a pixel has of ink, of what it had and how much the pen covers. */
function draw(ink: Ink, stroke: Stroke, radius: number, combine = add): void {
  const put = (at: number, share: number) => {
    ink[at] = combine(ink[at] ?? 0, share)
  }
  drawStroke({ width: WIDTH, height: HEIGHT, put }, stroke, radius)
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
    for (const stroke of glyphs.get(text[at] ?? '') ?? []) {
      draw(
        ink,
        stroke.map(([x, y]) => move(x, y)),
        radius,
      )
    }
  }
  for (let each = 0; each < 2; each++) draw(ink, crossing(bent), between(0.8, 1.1), wipe)
  for (let each = 0; each < 2; each++) draw(ink, crossing(bent), between(1.2, 1.8))
  for (let each = 0; each < 35; each++) {
    const [x, y] = [between(0, WIDTH), between(0, HEIGHT)]
    const speck: Stroke = [
      [x, y],
      [x + between(-5, 5), y + between(-5, 5)],
    ]
    draw(ink, speck, between(0.6, 1.4))
  }
  return ink
}

/** @param text in characters of glyphs.ts */
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

/** Without characters that people confuse (0 O, 1 I). */
const characters = [...glyphs.keys()].filter((character) => /[2-9A-Z]/.test(character))

/** Random text for a captcha. */
export function captchaText(length: number): string {
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join('')
}
