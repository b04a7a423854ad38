import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Session } from '#contract/identity/sign-in.ts'
import { type Held, isExpiring, isHeld, isRefreshDue, isStorable, remainingS, roleCodeOf } from './session.rules.ts'

const session = (expires_in: number): Session => ({
  access_token: 'a'.repeat(43),
  refresh_token: 'r'.repeat(43),
  token_type: 'bearer',
  expires_in,
  user_id: '1',
  userName: 'admin',
  realName: '管理员',
  role_info: '{"roleCode":"administrator"}',
  tokenStartTime: 0,
  draftKey: '',
  pageOpenMethod: 0,
  biPermission: [],
  topMenu: [],
})
const held = (expires_in: number): Held => ({ session: session(expires_in), receivedAt: 0 })
const at = (seconds: number) => seconds * 1000

test('§4 a token of 20 characters is not stored, one of 21 is', () => {
  expect(isStorable('x'.repeat(20))).toBe(false)
  expect(isStorable('x'.repeat(21))).toBe(true)
  expect(isStorable(undefined)).toBe(false)
})

test('§4 a long-lived token is renewed an hour before expiry', () => {
  expect(isRefreshDue(held(32_399), at(32_399 - 3_601))).toBe(false)
  expect(isRefreshDue(held(32_399), at(32_399 - 3_600))).toBe(true)
})

test('§4 a short-lived token is renewed at half of its lifetime, not at once', () => {
  expect(isRefreshDue(held(600), at(299))).toBe(false)
  expect(isRefreshDue(held(600), at(300))).toBe(true)
})

test('§4 the warning window is min(3600, max(60, expires_in / 3)) seconds', () => {
  expect(isExpiring(held(32_399), at(32_399 - 3_601))).toBe(false)
  expect(isExpiring(held(32_399), at(32_399 - 3_599))).toBe(true)
  expect(isExpiring(held(900), at(599))).toBe(false)
  expect(isExpiring(held(900), at(601))).toBe(true)
})

test('§4 a new token is neither due nor expiring, whatever its lifetime; an expired one is both', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (life) => {
      expect(isRefreshDue(held(life), 0)).toBe(false)
      expect(isExpiring(held(life), 0)).toBe(false)
      expect(isRefreshDue(held(life), at(life))).toBe(true)
      expect(isExpiring(held(life), at(life))).toBe(true)
      expect(remainingS(held(life), at(life))).toBe(0)
    }),
  )
})

test('§4 stored data of another shape is not a session', () => {
  expect(isHeld(held(100))).toBe(true)
  for (const other of [null, 1, {}, { session: {}, receivedAt: 1 }, { session: session(1) }])
    expect(isHeld(other)).toBe(false)
  expect(isHeld({ receivedAt: 1, session: { ...session(1), access_token: '' } })).toBe(false)
})

test('§3 role_info is JSON text with the role code', () => {
  expect(roleCodeOf('{"roleCode":"sjgly"}')).toBe('sjgly')
  for (const broken of ['', 'x', 'null', '{}', '{"roleCode":5}']) expect(roleCodeOf(broken)).toBe('')
})
