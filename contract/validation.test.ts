import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkConfirmation,
  checkGivenPassword,
  checkMobile,
  checkNewPassword,
  checkOldPassword,
  cleanNewPassword,
  hasHttpPrefix,
  isEmpty,
  isUrl,
} from './validation.ts'

const good = 'Newer#2027'
const check = (changes: Partial<Parameters<typeof checkNewPassword>[0]>) =>
  checkNewPassword({ newPassword: good, oldPassword: 'Older#2026', userName: 'somebody', ...changes })

describe('§5 change password', () => {
  it.each([
    ['请输入旧密码！', checkOldPassword('', good)],
    ['旧密码不能与新密码相同!', checkOldPassword(good, good)],
    ['请输入新密码！', check({ newPassword: '' })],
    ['密码不能与用户名相同！', check({ userName: good })],
    ['新密码不能与旧密码相同！', check({ oldPassword: good })],
    ['新密码和确认新密码不一致！', check({ confirmation: 'Other#2027' })],
    ['至少8位字符，且必须包含数字，字母，特殊字符', check({ newPassword: 'Ab#4567' })],
    ['至少8位字符，且必须包含数字，字母，特殊字符', check({ newPassword: 'abcdefg#' })],
    ['至少8位字符，且必须包含数字，字母，特殊字符', check({ newPassword: '1234567#' })],
    ['至少8位字符，且必须包含数字，字母，特殊字符', check({ newPassword: 'abcd1234' })],
    ['请输入确认密码！', checkConfirmation('', good)],
    ['长度至少8位', checkConfirmation('Ab#4567', good)],
    ['长度至少8位', checkConfirmation('Ab#4567890123456789012', good)],
    ['两次输入密码不一致！', checkConfirmation('Other#2027', good)],
  ])('%s', (message, verdict) => expect(verdict).toBe(message))

  it('accepts a valid one, with any special character', () => {
    expect(check({})).toBeNull()
    expect(check({ confirmation: good })).toBeNull()
    expect(check({ confirmation: '' })).toBeNull()
    expect(checkOldPassword('Older#2026', good)).toBeNull()
    expect(checkConfirmation(good, good)).toBeNull()
    for (const sign of '!@#$%^&*()_+-=,.?:;') expect(check({ newPassword: `Abcd123${sign}` })).toBeNull()
  })

  it('trims, and strips square brackets as they are typed', () => {
    expect(cleanNewPassword(' [Ab]#[[12345]] ')).toBe('Ab#12345')
    expect(cleanNewPassword('[ Ab#12345 ]')).toBe('Ab#12345')
    expect(cleanNewPassword('{Ab}(#)1 2345')).toBe('{Ab}(#)1 2345')
    fc.assert(fc.property(fc.string(), (typed) => !/[[\]]|^\s|\s$/.test(cleanNewPassword(typed))))
  })

  it('returns the first broken rule, in the order of the specification', () => {
    expect(checkOldPassword('', '')).toBe('请输入旧密码！')
    expect(check({ newPassword: '', userName: '', oldPassword: '', confirmation: good })).toBe('请输入新密码！')
    expect(check({ newPassword: 'weak', userName: 'weak', oldPassword: 'weak' })).toBe('密码不能与用户名相同！')
    expect(check({ newPassword: 'weak', oldPassword: 'weak', confirmation: good })).toBe('新密码不能与旧密码相同！')
    expect(check({ newPassword: 'weak', confirmation: good })).toBe('新密码和确认新密码不一致！')
    expect(checkConfirmation('short', good)).toBe('长度至少8位')
  })

  it.each([
    ['Ab#45678', 8],
    ['Ab#45678901234567890', 20],
  ])('takes a confirmation of %s, %i characters', (password) => {
    expect(checkConfirmation(password, password)).toBeNull()
  })
})

describe('§5 a password-like string', () => {
  it('has 6 to 20 characters from letters, digits and @ * & . + _ -', () => {
    expect(checkGivenPassword('Given@1234', 'somebody')).toBeNull()
    for (const wrong of ['Gi@12', 'Given@1234'.repeat(3), 'Given#1234', 'Given@ 1234', '密码Given@1234']) {
      expect(checkGivenPassword(wrong, 'somebody')).toBe('密码为6至20位，只能包含字母、数字和 @ * & . + _ -')
    }
  })
})

describe('§5 mobile', () => {
  it.each([
    ['', '手机号码不能为空'],
    ['1381234', '手机号码长度不为11位'],
    ['138123456789', '手机号码长度不为11位'],
    ['23812345678', '手机号码格式不正确'],
    ['1381234567x', '手机号码格式不正确'],
    ['13812345678', null],
  ])('%s', (mobile, verdict) => expect(checkMobile(mobile)).toBe(verdict))

  it('accepts exactly 1 followed by ten digits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_999_999_999 }),
        (rest) => checkMobile(`1${String(rest).padStart(10, '0')}`) === null,
      ),
    )
    fc.assert(fc.property(fc.string(), (text) => /^1\d{10}$/.test(text) || checkMobile(text) !== null))
  })
})

describe('§5 empty check', () => {
  it('null, empty string, empty array and empty object are empty', () => {
    for (const empty of [null, undefined, '', [], {}]) expect(isEmpty(empty)).toBe(true)
  })

  it('booleans and numbers are not, nor is anything that holds something', () => {
    for (const full of [false, true, 0, Number.NaN, ' ', '0', [null], { a: undefined }])
      expect(isEmpty(full)).toBe(false)
    for (const thing of [new Date(0), new Map(), /x/]) expect(isEmpty(thing)).toBe(false)
    fc.assert(fc.property(fc.oneof(fc.boolean(), fc.double(), fc.integer()), (value) => !isEmpty(value)))
  })
})

describe('§5 addresses', () => {
  it.each([
    'http://example.com',
    'https://example.com/a?b=c#d',
    'ftp://files.example.com/x.csv',
    'HTTPS://10.0.0.1:8080',
    'http://[::1]:8080/a',
    'http://me@example.com',
  ])('the URL check passes http, https and ftp: %s', (text) => expect(isUrl(text)).toBe(true))

  it.each([
    ...['', 'example.com', '//example.com', 'http:/example.com', 'http://', 'https:///path', 'http://a b.com'],
    ...['javascript:alert(1)', 'data:text/html,x', 'file:///etc/hosts', ' http://example.com', 'http://example.com\n'],
  ])('and nothing else: %j', (text) => expect(isUrl(text)).toBe(false))

  it.each([
    ['http://example.com', true],
    ['HTTPS://example.com', true],
    ['ftp://example.com', false],
    ['httpx://example.com', false],
    ['http:example.com', false],
    ['example.com/http://', false],
  ])('the http(s) prefix check of %j: %s', (text, verdict) => expect(hasHttpPrefix(text)).toBe(verdict))
})
