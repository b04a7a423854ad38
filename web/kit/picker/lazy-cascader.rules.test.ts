import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canOpen, goBack, goTo, type LazyNode, labelOf, open, type Place, rowOf, start } from './lazy-cascader.rules.ts'

const node = (value: string, isLeaf = false): LazyNode => ({ value, label: `名${value}`, isLeaf })
const [a, b, c] = [node('a'), node('b'), node('c', true)]

test("§2 the separator is ' > '", () => {
  expect(labelOf([a, b, c])).toBe('名a > 名b > 名c')
})

test('§2 opening a node closes the columns after its own', () => {
  const deep = open(open<LazyNode>(start, 0, a), 1, b)
  expect(deep.opened).toEqual([a, b])
  expect(open(deep, 0, b)).toEqual({ opened: [b], active: null })
  expect(goTo(deep, 1, c)).toEqual({ opened: [a], active: 'c' })
})

test('§2 neither a leaf nor a disabled node opens', () => {
  expect([a, c, { ...a, disabled: true }, { ...a, disabled: false }].map(canOpen)).toEqual([true, false, false, true])
})

test('§2 going back makes the opened node active', () => {
  const deep = open(open<LazyNode>(start, 0, a), 1, b)
  expect(goBack(deep)).toEqual({ opened: [a], active: 'b' })
  expect(goBack(goBack(goBack(deep)))).toEqual({ opened: [], active: 'a' })
})

test('§2 opening and going back returns to the same place', () => {
  const place = fc.array(fc.constantFrom(a, b)).map((opened): Place<LazyNode> => ({ opened, active: 'a' }))
  fc.assert(
    fc.property(place, (from) => {
      expect(goBack(open(from, from.opened.length, a))).toEqual(from)
    }),
  )
})

test('§2 the first row is active if none is, or the active one no longer exists', () => {
  expect(rowOf([a, b], null)).toBe(0)
  expect(rowOf([a, b], 'b')).toBe(1)
  expect(rowOf([a, b], 'gone')).toBe(0)
  expect(rowOf([], 'a')).toBe(-1)
})
