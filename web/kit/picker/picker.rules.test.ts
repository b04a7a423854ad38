import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choose, stepTo, valuesOf } from './picker.rules.ts'

test('§5 an empty value is no choice', () => {
  for (const empty of [null, undefined, '', []]) expect(valuesOf(empty)).toEqual([])
  expect(valuesOf('0')).toEqual(['0'])
  expect(valuesOf(['a', 'b'])).toEqual(['a', 'b'])
})

test('§2 the arrow keys wrap around in a column and never leave it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.nat(499),
      fc.constantFrom(1 as const, -1 as const),
      (count, at, step) => {
        const row = at % count
        const next = stepTo(row, step, count)
        expect(next).toBeGreaterThanOrEqual(0)
        expect(next).toBeLessThan(count)
        expect(stepTo(next, step === 1 ? -1 : 1, count)).toBe(row)
      },
    ),
  )
  expect(stepTo(-1, 1, 0)).toBe(-1)
})

test('§2 a choice replaces the value in single mode, and toggles it in multiple mode', () => {
  expect(choose(['a'], 'b', false)).toEqual(['b'])
  expect(choose(['b'], 'b', false)).toEqual(['b'])
  fc.assert(
    fc.property(fc.uniqueArray(fc.string()), fc.string(), (values, value) => {
      const rest = values.filter((each) => each !== value)
      const once = choose(rest, value, true)
      expect(once).toEqual([...rest, value])
      expect(choose(once, value, true)).toEqual(rest)
    }),
  )
})
