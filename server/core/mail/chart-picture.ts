// A price chart for mails: lines, a grid and figures, as a PNG of twice its displayed size. Its words are text in the mail
// beside it: no font is needed, and screen readers can read them.
import { encodePng } from '../files/png.ts'

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

type Point = readonly [x: number, y: number]

/** Digits as strokes on a grid of 6 by 10. */
const figures: Readonly<Record<string, readonly (readonly Point[])[]>> = {
  '0': [
    [
      [1, 0],
      [5, 0],
      [6, 2],
      [6, 8],
      [5, 10],
      [1, 10],
      [0, 8],
      [0, 2],
      [1, 0],
    ],
  ],
  '1': [
    [
      [1, 2],
      [3, 0],
      [3, 10],
    ],
    [
      [1, 10],
      [5, 10],
    ],
  ],
  '2': [
    [
      [0, 2],
      [1, 0],
      [5, 0],
      [6, 2],
      [6, 4],
      [0, 10],
      [6, 10],
    ],
  ],
  '3': [
    [
      [0, 1],
      [1, 0],
      [5, 0],
      [6, 2],
      [6, 4],
      [5, 5],
      [2, 5],
    ],
    [
      [5, 5],
      [6, 6],
      [6, 8],
      [5, 10],
      [1, 10],
      [0, 9],
    ],
  ],
  '4': [
    [
      [4, 10],
      [4, 0],
      [0, 7],
      [6, 7],
    ],
  ],
  '5': [
    [
      [6, 0],
      [1, 0],
      [0, 5],
      [5, 4.5],
      [6, 6],
      [6, 8],
      [5, 10],
      [1, 10],
      [0, 9],
    ],
  ],
  '6': [
    [
      [5, 0],
      [2, 1],
      [0, 5],
      [0, 8],
      [1, 10],
      [5, 10],
      [6, 8],
      [6, 6],
      [5, 4.5],
      [1, 4.5],
      [0, 6],
    ],
  ],
  '7': [
    [
      [0, 0],
      [6, 0],
      [2, 10],
    ],
  ],
  '8': [
    [
      [1, 0],
      [5, 0],
      [6, 2],
      [6, 3.5],
      [5, 5],
      [1, 5],
      [0, 3.5],
      [0, 2],
      [1, 0],
    ],
    [
      [1, 5],
      [0, 6.5],
      [0, 8],
      [1, 10],
      [5, 10],
      [6, 8],
      [6, 6.5],
      [5, 5],
    ],
  ],
  '9': [
    [
      [6, 4],
      [5, 5.5],
      [1, 5.5],
      [0, 4],
      [0, 2],
      [1, 0],
      [5, 0],
      [6, 2],
      [6, 5],
      [4, 9],
      [1, 10],
    ],
  ],
  '-': [
    [
      [1, 5],
      [5, 5],
    ],
  ],
  '.': [
    [
      [2.5, 9.8],
      [3, 10],
    ],
  ],
}
const FIGURE = { scale: 2.1, advance: 9, weight: 1.15 }

type Canvas = Uint8Array

function blend(canvas: Canvas, x: number, y: number, colour: Colour, share: number): void {
  const at = (y * WIDTH + x) * 3
  for (const [channel, value] of colour.entries()) {
    const before = canvas[at + channel] ?? 0
    canvas[at + channel] = Math.round(before + (value - before) * share)
  }
}

/** An antialiased line with round ends. */
function stroke(canvas: Canvas, [x0, y0]: Point, [x1, y1]: Point, colour: Colour, radius: number): void {
  const [dx, dy] = [x1 - x0, y1 - y0]
  const length = dx * dx + dy * dy || 1
  const reach = radius + 1
  const top = Math.max(0, Math.floor(Math.min(y0, y1) - reach))
  const bottom = Math.min(HEIGHT - 1, Math.max(y0, y1) + reach)
  const left = Math.max(0, Math.floor(Math.min(x0, x1) - reach))
  const right = Math.min(WIDTH - 1, Math.max(x0, x1) + reach)
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const along = Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / length))
      const distance = Math.hypot(x - x0 - along * dx, y - y0 - along * dy)
      const share = Math.min(1, Math.max(0, radius - distance + 0.5))
      if (share > 0) blend(canvas, x, y, colour, share)
    }
  }
}

const widthOf = (text: string) => text.length * FIGURE.advance * FIGURE.scale

/** @param x of its left edge, `y` of its upper one */
function write(canvas: Canvas, text: string, x: number, y: number): void {
  for (const [at, sign] of [...text].entries()) {
    const left = x + at * FIGURE.advance * FIGURE.scale
    for (const points of figures[sign] ?? []) {
      const placed = points.map(([px, py]): Point => [left + px * FIGURE.scale, y + py * FIGURE.scale])
      for (const [n, point] of placed.entries()) {
        stroke(canvas, placed[n - 1] ?? point, point, inkColour, FIGURE.weight)
      }
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
  const canvas = new Uint8Array(WIDTH * HEIGHT * 3)
  for (let at = 0; at < canvas.length; at++) canvas[at] = paper[at % 3] ?? 0
  const values = gridValues(Math.min(...points.map(({ low }) => low)), Math.max(...points.map(({ high }) => high)))
  const [least = 0, most = 1] = [values[0], values.at(-1)]
  const yOf = (value: number) => PLOT.bottom - ((value - least) / (most - least)) * (PLOT.bottom - PLOT.top)
  const xOf = (at: number) =>
    points.length === 1
      ? (PLOT.left + PLOT.right) / 2
      : PLOT.left + (at / (points.length - 1)) * (PLOT.right - PLOT.left)
  for (const value of values) {
    const y = yOf(value)
    stroke(canvas, [PLOT.left, y], [PLOT.right, y], gridColour, 0.8)
    const text = String(value)
    write(canvas, text, PLOT.left - 16 - widthOf(text), y - 5 * FIGURE.scale)
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
    for (let y = Math.round(mix(({ high }) => high)); y < mix(({ low }) => low); y++) blend(canvas, x, y, bandColour, 1)
  }
  for (const n of points.keys()) {
    const here = at(n, ({ average }) => average)
    stroke(canvas, n > 0 ? at(n - 1, ({ average }) => average) : here, here, lineColour, points.length === 1 ? 5 : 2.2)
  }
  const every = Math.max(1, Math.ceil(points.length / DAYS_NAMED))
  for (let n = (points.length - 1) % every; n < points.length; n += every) {
    const text = (points[n] as ChartPoint).day.slice(5)
    const x = Math.min(Math.max(xOf(n) - widthOf(text) / 2, PLOT.left - 24), WIDTH - widthOf(text) - 4)
    write(canvas, text, x, PLOT.bottom + 18)
  }
  return encodePng(canvas, WIDTH, HEIGHT)
}
