// Texts compared by their key, and words found by it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findWords, textKey } from './text.ts'
import { cleaners, mobileOf } from './typed-text.ts'

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
    ['top  secret', 'topsecret'],
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

describe('imports.md "Text that people type": one key', () => {
  const company = '试甲（上海）化工有限公司'
  it.each([
    '试甲(上海)化工有限公司',
    '试甲（上海） 化工有限公司',
    '试甲（上海）\u200b化工有限公司',
    '試甲（上海）化工有限公司',
    ' 试甲（上海）\n化工有限公司 ',
  ])('of %j', (typed) => {
    expect(textKey(typed)).toBe(textKey(company))
  })

  it('keeps apart characters that simplified texts use too', () => {
    expect(textKey('乾元')).not.toBe(textKey('干元'))
  })

  it('is its own key', () => {
    fc.assert(fc.property(fc.string(), (text) => textKey(textKey(text)) === textKey(text)))
  })
})

describe('imports.md "Text that people type": stored', () => {
  it.each([
    ['138 0000 1235', '13800001235'],
    ['１３８００００１２３５', '13800001235'],
    ['+86 138-0000-1235', '13800001235'],
    ['0086 13800001235', '13800001235'],
    ['8613800001235', '13800001235'],
    ['1380000123', '1380000123'],
    ['张三', '张三'],
  ])('a mobile number typed as %j is %j', (typed, stored) => {
    expect(mobileOf(typed)).toBe(stored)
  })

  it.each([
    ['phone', '０２１－12345678', '021-12345678'],
    ['phone', '+86 138 0000 1235', '13800001235'],
    ['login', 'ｚｈａｎｇ．ｓａｎ ', 'zhang.san'],
    ['line', ' 甲\u200b公司\r\n上海\u0007 ', '甲公司 上海'],
  ] as const)('a %s typed as %j is %j', (cleaner, typed, stored) => {
    expect(cleaners[cleaner](typed)).toBe(stored)
  })
})
