// The chart of a mail: a picture of fixed size that shows the course, whatever the values.
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { CHART_HEIGHT, CHART_WIDTH, type ChartPoint, drawChart, gridValues } from './chart-picture.ts'

const point = (day: string, average: number): ChartPoint => ({ day, low: average - 1, high: average + 1, average })
const width = CHART_WIDTH * 2

/** Row of the uppermost blue pixel in a column. */
function lineAt(png: Buffer, x: number): number {
  const from = png.indexOf('IDAT') + 4
  const rows = inflateSync(png.subarray(from, from + png.readUInt32BE(from - 8)))
  for (let y = 0; y < CHART_HEIGHT * 2; y++) {
    const at = y * (width * 3 + 1) + 1 + x * 3
    if ((rows[at] ?? 255) < 100 && (rows[at + 2] ?? 0) > 200) return y
  }
  return -1
}

describe('the chart of a mail', () => {
  it('is a PNG of twice the size at which it is shown', () => {
    const png = drawChart([point('2026-11-20', 5), point('2026-11-21', 6)])
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, CHART_HEIGHT * 2])
    expect(png.length).toBeLessThan(60_000)
  })

  it('rises where prices rise', () => {
    const png = drawChart([point('2026-11-19', 10), point('2026-11-20', 30), point('2026-11-21', 50)])
    expect(lineAt(png, width - 40)).toBeLessThan(lineAt(png, width / 2))
    expect(lineAt(png, width - 40)).toBeGreaterThan(0)
  })

  it.each([
    ['one day', [point('2026-11-21', 5)]],
    ['one value', [point('2026-11-20', 5), point('2026-11-21', 5)]],
    ['nothing but zero', [{ day: '2026-11-21', low: 0, high: 0, average: 0 }]],
    ['below zero', [point('2026-11-20', -5), point('2026-11-21', -500)]],
    ['very small ones', [point('2026-11-20', 1e-6), point('2026-11-21', 2e-6)]],
  ])('is drawn of %s', (_, points) => {
    expect(drawChart(points).length).toBeGreaterThan(500)
  })

  it('counts in steps that people count by, around all values', () => {
    expect(gridValues(3_512, 3_688)).toEqual([3_500, 3_550, 3_600, 3_650, 3_700])
    expect(gridValues(0.1, 0.3)).toEqual([0.1, 0.15, 0.2, 0.25, 0.3])
    expect(gridValues(5, 5)).toHaveLength(5)
  })
})
