import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textKey } from '#contract/text.ts'
import { findInSlices, narrows } from './virtual-select.rules.ts'

function run(labels: readonly string[], needle: string, isOver = () => false, among?: readonly number[]) {
  const work = findInSlices(labels.length, (index) => labels[index] ?? '', needle, isOver, among)
  for (let pauses = 0; ; pauses += 1) {
    const { done, value } = work.next()
    if (done) return { found: value, pauses }
  }
}

test('§2 the filter finds exactly the labels that contain the typed text, by the key of texts', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.string({ minLength: 1, maxLength: 3 }), (labels, needle) => {
      const plain = labels.flatMap((label, at) => (textKey(label).includes(textKey(needle)) ? [at] : []))
      expect(run(labels, needle).found).toEqual(plain)
      expect(run(labels, needle, () => true).found).toEqual(plain)
    }),
  )
})

test('§2 a filter over 100,000 options pauses after each time slice, and continues where it stopped', () => {
  const labels = Array.from({ length: 100_000 }, (_label, index) => `价格 ${index}`)
  const { found, pauses } = run(labels, '9999', () => true)
  expect(pauses).toBe(199)
  expect(found).toEqual(labels.flatMap((label, at) => (label.includes('9999') ? [at] : [])))
  expect(run(labels, '9999').pauses).toBe(0)
})

test('§2 longer text is searched among the matches of the shorter one, ignoring case', () => {
  const text = fc.string({ minLength: 1, maxLength: 2 })
  fc.assert(
    fc.property(fc.array(fc.string()), text, text, (labels, first, more) => {
      const before = run(labels, first).found
      const longer = `${first}${more}`
      expect(narrows(first, longer)).toBe(true)
      expect(run(labels, longer, () => true, before).found).toEqual(run(labels, longer).found)
    }),
  )
  expect(narrows('Ab', 'xaB')).toBe(true)
  expect(narrows('ab', 'a')).toBe(false)
  const labels = Array.from({ length: 1_500 }, (_label, index) => `价格 ${index}`)
  expect(run(labels, '9', () => true, run(labels, '99').found).pauses).toBe(0)
})
