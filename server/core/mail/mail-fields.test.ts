// Fields, addresses and header texts of mails.
import { describe, expect, it } from 'vitest'
import {
  fieldsIn,
  fillFields,
  hasStrayBraces,
  hasUnfit,
  headerText,
  isMailAddress,
  missingFields,
} from './mail-fields.ts'

describe('fields of a mail', () => {
  it('are found once each, spaces inside the braces aside', () => {
    expect(fieldsIn('{{姓名}}，{{ 企业 }}的{{姓名}}，{{}}，{{a\nb}}')).toEqual(['姓名', '企业'])
  })

  it('are missing where the value is absent or blank', () => {
    expect(missingFields('{{姓名}}{{企业}}{{日期}}', { 姓名: '王', 企业: ' ', 日期: null })).toEqual(['企业', '日期'])
  })

  it.each([
    ['{{姓名}}，{{ 企业 }}', false],
    ['{姓名}', false],
    ['{{姓名', true],
    ['{{姓名}', true],
    ['姓名}}', true],
    ['{{姓\n名}}', true],
    ['{{{{姓名}}}}', true],
  ])('%j: braces that make no field: %s', (text, are) => {
    expect(hasStrayBraces(text)).toBe(are)
  })

  it('stay as they are without a value', () => {
    expect(fillFields('{{姓名}}{{其他}}', { 姓名: '$&' })).toBe('$&{{其他}}')
  })
})

describe('header texts', () => {
  it('become one line: no name or subject begins a header of its own', () => {
    expect(headerText('日报\r\nBcc: all@example.com\u2028x')).toBe('日报 Bcc: all@example.com x')
    expect(hasUnfit('日报\n')).toBe(true)
    expect(hasUnfit('\u202etxt')).toBe(true)
    expect(hasUnfit('日报（第 1 期）')).toBe(false)
  })
})

describe('mail addresses', () => {
  it.each([
    ...[
      'a@b.cn',
      'a@example.com',
      'first.last+tag@sub.example.com.cn',
      "o'neil@example.org",
      'a@xn--fiqs8s.xn--55qx5d',
    ],
    ...[`${'a'.repeat(64)}@example.com`, `a@${'b'.repeat(63)}.${'c'.repeat(59)}.cn`],
  ])('%s is one', (address) => {
    expect(isMailAddress(address)).toBe(true)
  })

  it.each([
    ...[
      '',
      'a',
      'a@b',
      'a b@example.com',
      'a@example.com,b@example.com',
      '<a@example.com>',
      'a@example.com\r\nBcc: b@example.com',
    ],
    ...['.a@example.com', 'a..b@example.com', 'a.@example.com', 'a@-example.com', 'a@example..com', '王@example.com'],
    // a server without SMTPUTF8 sends these back
    ...[
      '张三@example.com',
      'a@例子.中国',
      'ａ@example.com',
      'a@example.com\u202e',
      'a@xn--',
      'a@b\u0000.com',
      '"a b"@example.com',
    ],
    `${'a'.repeat(65)}@example.com`,
    // longer than an account's field
    `a@${'b'.repeat(63)}.${'c'.repeat(60)}.cn`,
  ])('%j is none', (address) => {
    expect(isMailAddress(address)).toBe(false)
  })
})
