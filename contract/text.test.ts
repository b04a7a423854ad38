// Texts compared by their key, and words found by it.
import { describe, expect, it } from 'vitest'
import { findWords, textKey } from './text.ts'

describe('imports.md "Text that people type": the key', () => {
  it.each([
    ['绝密', '绝密'],
    ['绝 密', '绝密'],
    ['绝　密', '绝密'],
    ['绝\u200b密', '绝密'],
    ['绝\n密', '绝密'],
    ['绝\u00ad\ufeff密', '绝密'],
    ['ＶＩＰ１２３', 'vip123'],
    ['（上海）', '(上海)'],
    ['top  secret', 'top secret'],
    [' 绝密 ', '绝密'],
    ['㎏', 'kg'],
    ['𠮷祥', '𠮷祥'],
    ['', ''],
  ])('%j is %j', (text, key) => {
    expect(textKey(text)).toBe(key)
  })
})

describe('imports.md "Text that people type": words are found', () => {
  it.each([
    ['一份绝 \u200b密文件', ['绝密'], ['绝 \u200b密']],
    ['ＶＩＰ客户', ['vip'], ['ＶＩＰ']],
    ['the rapist', ['therapist'], []],
    ['𠮷𠮷内部', ['内部'], ['内部']],
    ['㎏㎏内 部价', ['内部价', '部'], ['内 部价', '部']],
    ['无', ['', '  '], []],
  ])('in %j: %j at %j', (text, words, places) => {
    expect(findWords(text, words).map(({ from, to }) => text.slice(from, to))).toEqual(places)
  })
})
