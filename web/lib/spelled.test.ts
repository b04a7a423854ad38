// Options found by the key of texts and by pinyin with all readings.
import { expect, it } from 'vitest'
import { hasSpelled } from './spelled.ts'

it.each([
  ['仇小明', 'qiu', true],
  ['仇小明', 'chou', true],
  ['单县钢贸', 'shanxian', true],
  ['单县钢贸', 'dxgm', true],
  ['钢贸（上海）', '鋼貿(上 海)', true],
  ['ＡＢＣ钢贸', 'abc', true],
  ['仇小明', 'zhang', false],
  ['仇小明', 'x', false],
] as const)('imports.md "Text that people type": %s by %j: %j', (text, typed, isFound) => {
  expect(hasSpelled(text, typed)).toBe(isFound)
})
