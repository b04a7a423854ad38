import { expect, test } from 'vitest'
import { type Manner, shownAs } from './permission.rules.ts'

const before = { isChecked: false }
const after = { isChecked: true }

test.each<[Manner, string, string, string]>([
  ['hide', 'place', 'element', 'nothing'],
  ['disable', 'lookalike', 'element', 'lookalike'],
  ['hideThenDisable', 'place', 'element', 'lookalike'],
])('§6 %s: until the check %s, then %s if allowed and %s if not', (manner, unchecked, granted, refused) => {
  expect(shownAs(manner, { ...before, isAllowed: true })).toBe(unchecked)
  expect(shownAs(manner, { ...before, isAllowed: false })).toBe(unchecked)
  expect(shownAs(manner, { ...after, isAllowed: true })).toBe(granted)
  expect(shownAs(manner, { ...after, isAllowed: false })).toBe(refused)
})

test('§6 nothing can be pressed before its check', () => {
  for (const manner of ['hide', 'disable', 'hideThenDisable'] as const)
    expect(shownAs(manner, { ...before, isAllowed: true })).not.toBe('element')
})
