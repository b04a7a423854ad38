import { expect, test } from 'vitest'
import { outcomeOf, outcomesIn } from './outcome.rules.ts'

const long = '一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十'

test('§8 200 is success', () => {
  expect(outcomeOf({ code: 200, msg: '操作成功' })).toEqual({ kind: 'success' })
})

test('§8 codes in the whitelist reject silently', () => {
  expect(outcomeOf({ code: 409, msg: 'x' }, { whitelist: [409] })).toEqual({ kind: 'silent' })
})

test('§8 401 says that the login is no longer valid and signs out', () => {
  expect(outcomeOf({ code: 401, msg: 'x' })).toEqual({ kind: 'signOut', notice: '登录失效，请重新登录！' })
})

test('§8 404, and 500 with "Failed to handle request", sign out', () => {
  expect(outcomeOf({ code: 404, msg: '接口不存在' })).toEqual({ kind: 'signOut' })
  expect(outcomeOf({ code: 500, msg: 'Failed to handle request [GET /x]' })).toEqual({ kind: 'signOut' })
})

test('§8 a missing row (20404) is a toast, not a sign-out', () => {
  expect(outcomeOf({ code: 20404, msg: '数据不存在' })).toEqual({ kind: 'toast', text: '数据不存在' })
})

test('§8 the message of a 500 is cut to 20 characters, whole with noSlice, hidden with hideErrorMsg', () => {
  expect(outcomeOf({ code: 500, msg: long })).toEqual({ kind: 'toast', text: long.slice(0, 20) })
  expect(outcomeOf({ code: 500, msg: long }, { noSlice: true })).toEqual({ kind: 'toast', text: long })
  expect(outcomeOf({ code: 500, msg: long }, { hideErrorMsg: true })).toEqual({ kind: 'silent' })
})

test('§8 other messages are cut to 25 characters, whole with messageAll', () => {
  expect(outcomeOf({ code: 409, msg: long })).toEqual({ kind: 'toast', text: long.slice(0, 25) })
  expect(outcomeOf({ code: 409, msg: long }, { messageAll: true })).toEqual({ kind: 'toast', text: long })
})

test('§8 cutting never splits a surrogate pair', () => {
  expect(outcomeOf({ code: 409, msg: '😀'.repeat(30) })).toEqual({ kind: 'toast', text: '😀'.repeat(25) })
})

test.each([10010, 10009, 600, 601, 602, 603, 10017, 10000, 10019])('§8 %i resolves', (code) => {
  expect(outcomeOf({ code, msg: 'x' })).toEqual({ kind: 'resolve' })
})

test('§8 an invalid refresh token gets a readable text', () => {
  expect(outcomeOf({ code: 500, msg: 'Invalid refresh token: x' })).toEqual({
    kind: 'toast',
    text: '登录失效，请重新登录！',
  })
})

test('§8 602 has its rows; a reply without rows gives an empty list, another code none', () => {
  const rows = [{ id: '1', name: '甲', ok: false, msg: '已停用' }]
  expect(outcomesIn({ code: 602, data: rows })).toEqual(rows)
  for (const data of [null, undefined, 'x', {}]) expect(outcomesIn({ code: 602, data })).toEqual([])
  expect(outcomesIn({ code: 603, data: rows })).toBeNull()
})
