// Positions in random trees.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWithin, orderWith } from './tree-order.rules.ts'

/** A random tree: each row is below an earlier one, or at the top. */
const trees = fc
  .array(fc.nat(), { minLength: 1, maxLength: 30 })
  .map((picks) =>
    picks.map((pick, at) => ({ id: String(at), parentId: pick % (at + 1) === at ? null : String(pick % (at + 1)) })),
  )

describe('isWithin', () => {
  it('holds for a row and everything below it, and for nothing else', () => {
    fc.assert(
      fc.property(trees, fc.nat(), (rows, pick) => {
        const top = String(pick % rows.length)
        const below = new Set([top])
        for (const { id, parentId } of rows) if (parentId !== null && below.has(parentId)) below.add(id)
        for (const { id } of rows) expect(isWithin(rows, top, id)).toBe(below.has(id))
        expect(isWithin(rows, top, null)).toBe(false)
      }),
    )
  })

  it('terminates on a stored cycle', () => {
    const circle = [
      { id: '1', parentId: '2' },
      { id: '2', parentId: '1' },
    ]
    expect(isWithin(circle, '3', '1')).toBe(false)
  })
})

describe('orderWith', () => {
  it('moves one row to its position and keeps the order of the others', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat().map(String)), fc.nat().map(String), fc.nat({ max: 40 }), (ids, id, place) => {
        const order = orderWith(ids, id, place)
        const others = ids.filter((each) => each !== id)
        expect(order.filter((each) => each !== id)).toEqual(others)
        expect(order.indexOf(id)).toBe(Math.min(place, others.length))
      }),
    )
  })
})
