import { expect, test } from 'vitest'
import { open, seal } from './sealed-text.ts'

const KEY = 'a secret key that only tests use, 32+'
const sealed = seal(KEY, 'secondFactor:7', 'JBSWY3DPEHPK3PXP')

test('a sealed text opens again, and never looks the same twice', () => {
  expect(open(KEY, 'secondFactor:7', sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
  expect(seal(KEY, 'secondFactor:7', 'JBSWY3DPEHPK3PXP')).not.toBe(sealed)
})

test('it opens neither with another key nor for another row', () => {
  expect(() => open('another secret key, as long as it', 'secondFactor:7', sealed)).toThrow()
  expect(() => open(KEY, 'secondFactor:8', sealed)).toThrow()
})

test('an altered text does not open', () => {
  const at = sealed.length - 3
  const altered = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
  for (const each of [altered, sealed.slice(0, 20), 'v1.', '', 'v2.abc'])
    expect(() => open(KEY, 'secondFactor:7', each)).toThrow()
})
