// A price chart for mails: lines, a grid and figures, as a PNG of twice its displayed size. Its words are text in the mail
// beside it: no font is needed, and screen readers can read them.
import { glyphs } from '../files/glyphs.ts'
import { encodePng } from '../files/png.ts'
import { drawStroke, type Point, type Stroke } from '../files/strokes.ts'

/** CSS pixels. */
export const CHART_WIDTH = 640
export const CHART_HEIGHT = 220
const SCALE = 2
const WIDTH = CHART_WIDTH * SCALE
const HEIGHT = CHART_HEIGHT * SCALE
const PLOT = { left: 136, right: WIDTH - 28, top: 24, bottom: HEIGHT - 56 }
const GRID_LINES = 4
const DAYS_NAMED = 6

export type ChartPoint = { day: string; low: number; high: number; average: number }

type Colour = readonly [red: number, green: number, blue: number]
const paper: Colour = [255, 255, 255]
const gridColour: Colour = [229, 231, 235]
const inkColour: Colour = [107, 114, 128]
const lineColour: Colour = [47, 84, 235]
const bandColour: Colour = [214, 224, 255]

/** Of a figure's grid, px. */
const FIGURE = { wide: 1.05, high: 1.4, height: 20, advance: 19, weight: 1.15 }

/** Three bytes a pixel. */
type Pixels = Uint8Array

function blend(pixels: Pixels, pixel: number, colour: Colour, share: number): void {
  const at = pixel * 3
  for (const [channel, value] of colour.entries()) {
    const before = pixels[at + channel] ?? 0
    pixels[at + channel] = Math.round(before + (value - before) * share)
  }
}

const draw = (pixels: Pixels, stroke: Stroke, colour: Colour, radius: number): void =>
  drawStroke(
    { width: WIDTH, height: HEIGHT, put: (pixel, share) => blend(pixels, pixel, colour, share) },
    stroke,
    radius,
  )

const widthOf = (text: string) => text.length * FIGURE.advance

/** @param x of its left edge, `y` of its upper one */
function write(pixels: Pixels, text: string, x: number, y: number): void {
  for (const [at, sign] of [...text].entries()) {
    const left = x + at * FIGURE.advance
    for (const stroke of glyphs.get(sign) ?? []) {
      const placed = stroke.map(([px, py]): Point => [left + px * FIGURE.wide, y + py * FIGURE.high])
      draw(pixels, placed, inkColour, FIGURE.weight)
    }
  }
}

/** A round axis step: 1, 2, 2.5 or 5 times a power of ten. */
function niceStep(span: number): number {
  const rough = span / GRID_LINES
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 2.5, 5].find((each) => each * power >= rough) ?? 10) * power
}

/** Values of the grid lines, spanning lowest to highest. */
export function gridValues(lowest: number, highest: number): number[] {
  const room = highest > lowest ? 0 : Math.abs(highest) * 0.01 || 1
  const step = niceStep(highest - lowest + 2 * room)
  const first = Math.floor((lowest - room) / step)
  const last = Math.ceil((highest + room) / step)
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}

/** @param points at least one, the oldest first */
export function drawChart(points: readonly ChartPoint[]): Buffer {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3)
  for (let at = 0; at < pixels.length; at++) pixels[at] = paper[at % 3] ?? 0
  const values = gridValues(Math.min(...points.map(({ low }) => low)), Math.max(...points.map(({ high }) => high)))
  const [least = 0, most = 1] = [values[0], values.at(-1)]
  const yOf = (value: number) => PLOT.bottom - ((value - least) / (most - least)) * (PLOT.bottom - PLOT.top)
  const xOf = (at: number) =>
    points.length === 1
      ? (PLOT.left + PLOT.right) / 2
      : PLOT.left + (at / (points.length - 1)) * (PLOT.right - PLOT.left)
  for (const value of values) {
    const y = yOf(value)
    const across: Stroke = [
      [PLOT.left, y],
      [PLOT.right, y],
    ]
    draw(pixels, across, gridColour, 0.8)
    const text = String(value)
    write(pixels, text, PLOT.left - 16 - widthOf(text), y - FIGURE.height / 2)
  }
  const at = (n: number, of: (point: ChartPoint) => number): Point => {
    const point = points[n] as ChartPoint
    return [xOf(n), yOf(of(point))]
  }
  for (let x = Math.ceil(xOf(0)); x <= xOf(points.length - 1) && points.length > 1; x++) {
    const place = ((x - PLOT.left) / (PLOT.right - PLOT.left)) * (points.length - 1)
    const n = Math.min(points.length - 2, Math.floor(place))
    const share = place - n
    const mix = (of: (point: ChartPoint) => number) => {
      const [from, to] = [at(n, of)[1], at(n + 1, of)[1]]
      return from + (to - from) * share
    }
    for (let y = Math.round(mix(({ high }) => high)); y < mix(({ low }) => low); y++)
      blend(pixels, y * WIDTH + x, bandColour, 1)
  }
  const course = points.map((_, n) => at(n, ({ average }) => average))
  draw(pixels, course, lineColour, points.length === 1 ? 5 : 2.2)
  const every = Math.max(1, Math.ceil(points.length / DAYS_NAMED))
  for (let n = (points.length - 1) % every; n < points.length; n += every) {
    const text = (points[n] as ChartPoint).day.slice(5)
    const x = Math.min(Math.max(xOf(n) - widthOf(text) / 2, PLOT.left - 24), WIDTH - widthOf(text) - 4)
    write(pixels, text, x, PLOT.bottom + 18)
  }
  return encodePng(pixels, WIDTH, HEIGHT)
}
