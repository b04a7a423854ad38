import { expect, test } from 'vitest'
import { seal, unseal } from './sealed.ts'

const key = Buffer.alloc(32, 7).toString('base64url')
const other = Buffer.alloc(32, 250).toString('base64url')

test('only the same key and name read a sealed text', () => {
  const sealed = seal('涨 20 元，见附表 🌏', key, '7-article-1')
  expect(sealed).not.toContain('涨')
  expect(unseal(sealed, key, '7-article-1')).toBe('涨 20 元，见附表 🌏')
  expect(unseal(sealed, other, '7-article-1')).toBeUndefined()
  expect(unseal(sealed, key, '7-article-2')).toBeUndefined()
  expect(seal('x', key, 'n')).not.toBe(seal('x', key, 'n'))
})

test('what is no sealed text is not read', () => {
  for (const text of ['', '.', 'abc', '!.!', `${'A'.repeat(32)}.AAAA`]) expect(unseal(text, key, 'n')).toBeUndefined()
  expect(unseal(seal('x', key, 'n'), 'too short', 'n')).toBeUndefined()
})

test('a long text is sealed whole', () => {
  const text = '价'.repeat(200_000)
  expect(unseal(seal(text, key, 'n'), key, 'n')).toBe(text)
})
