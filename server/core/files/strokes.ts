// Strokes of a round pen, antialiased. What a touched pixel becomes is said by whose picture it is.

export type Point = readonly [x: number, y: number]
/** From point to point. */
export type Stroke = readonly Point[]

export type Canvas = {
  width: number
  height: number
  /** @param at the pixel's place, row by row; `share`: how much of it the pen covers, more than 0 and at most 1 */
  put: (at: number, share: number) => void
}

function drawLine({ width, height, put }: Canvas, [x0, y0]: Point, [x1, y1]: Point, radius: number): void {
  const [dx, dy] = [x1 - x0, y1 - y0]
  const length = dx * dx + dy * dy || 1
  const reach = radius + 1
  const top = Math.max(0, Math.floor(Math.min(y0, y1) - reach))
  const bottom = Math.min(height - 1, Math.max(y0, y1) + reach)
  const left = Math.max(0, Math.floor(Math.min(x0, x1) - reach))
  const right = Math.min(width - 1, Math.max(x0, x1) + reach)
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const along = Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / length))
      const distance = Math.hypot(x - x0 - along * dx, y - y0 - along * dy)
      const share = Math.min(1, Math.max(0, radius - distance + 0.5))
      if (share > 0) put(y * width + x, share)
    }
  }
}

/** A stroke of one point is a dot. */
export function drawStroke(canvas: Canvas, stroke: Stroke, radius: number): void {
  for (const [at, point] of stroke.entries()) drawLine(canvas, stroke[at - 1] ?? point, point, radius)
}
