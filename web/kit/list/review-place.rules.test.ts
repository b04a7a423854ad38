import { describe, expect, it } from 'vitest'
import { actedOn, afterRemoval, placeAt } from './review-place.rules.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))

describe('prices.md "Review"', () => {
  it('after an act the reader is at the next row, at the end at the one before', () => {
    expect(afterRemoval(placeAt('b', rows), ['a', 'c', 'd'])?.id).toBe('c')
    expect(afterRemoval(placeAt('b', rows), ['a', 'd'])?.id).toBe('d')
    expect(afterRemoval(placeAt('d', rows), ['a', 'b', 'c'])?.id).toBe('c')
    expect(afterRemoval(placeAt('d', rows), [])).toBeNull()
  })

  it('new rows above do not move the reader', () => {
    expect(afterRemoval(placeAt('b', rows), ['x', 'a', 'b', 'c', 'd'])).toEqual({
      id: 'b',
      others: ['c', 'd', 'a', 'x'],
    })
    expect(afterRemoval(placeAt('b', rows), ['x', 'a', 'c', 'd'])?.id).toBe('c')
  })

  it('a key acts on the selection only from one of its rows', () => {
    const [a, b] = rows
    expect(actedOn('c', rows, [])).toEqual([{ id: 'c' }])
    expect(actedOn('c', rows, [a, b] as typeof rows)).toEqual([{ id: 'c' }])
    expect(actedOn('a', rows, [a, b] as typeof rows)).toEqual([a, b])
  })
})
