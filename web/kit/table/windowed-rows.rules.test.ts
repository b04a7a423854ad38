import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsInSight, topToShow } from './windowed-rows.rules.ts'

const sight = fc.record({
  count: fc.integer({ min: 0, max: 200_000 }),
  rowPx: fc.constantFrom(30, 34),
  heightPx: fc.integer({ min: 34, max: 900 }),
  top: fc.integer({ min: -50, max: 8_000_000 }),
})

test('§2 every visible row is rendered, and few others', () => {
  fc.assert(
    fc.property(sight, (given) => {
      const { first, end } = rowsInSight(given)
      const { count, rowPx, heightPx } = given
      const top = Math.min(Math.max(0, given.top), Math.max(0, count * rowPx - heightPx))
      expect(first * rowPx).toBeLessThanOrEqual(top)
      expect(Math.min(end * rowPx, count * rowPx)).toBeGreaterThanOrEqual(Math.min(top + heightPx, count * rowPx))
      expect(first).toBeGreaterThanOrEqual(0)
      expect(end).toBeLessThanOrEqual(count)
      expect(end - first).toBeLessThanOrEqual(heightPx / rowPx + 14)
    }),
  )
})

test('§2 scrolling to a row makes it fully visible, and does nothing if it already is', () => {
  fc.assert(
    fc.property(sight, fc.nat(199_999), ({ rowPx, heightPx, top: given }, row) => {
      const top = Math.max(0, given)
      const next = topToShow(row, { rowPx, heightPx, top })
      expect(next).toBeLessThanOrEqual(row * rowPx)
      expect(next + heightPx).toBeGreaterThanOrEqual((row + 1) * rowPx)
      if (row * rowPx >= top && (row + 1) * rowPx <= top + heightPx) expect(next).toBe(top)
    }),
  )
})
