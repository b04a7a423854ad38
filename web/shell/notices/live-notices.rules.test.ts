import { expect, test } from 'vitest'
import { arrange } from './live-notices.rules.ts'

const many = (count: number) => Array.from({ length: count }, (_, n) => n)

test('a few get a box each', () => {
  for (let count = 0; count <= 3; count++) expect(arrange(many(count), 3)).toEqual({ shown: many(count), rest: [] })
})

test('of many the newest get a box each and the rest are counted, within the maximum number of boxes', () => {
  expect(arrange(many(4), 3)).toEqual({ shown: [2, 3], rest: [0, 1] })
  expect(arrange(many(3), 2)).toEqual({ shown: [2], rest: [0, 1] })
  expect(arrange(many(100), 3).shown).toEqual([98, 99])
  expect(arrange(many(100), 3).rest).toHaveLength(98)
})
