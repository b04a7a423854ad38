import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeRedirect } from './redirect.rules.ts'

const origin = 'https://console.example'
const go = (raw: string | null) => safeRedirect(raw, origin)
const HOME = '/backend/'

test.each([
  ['/userControl/accountCenter/userList/index', '/backend/userControl/accountCenter/userList/index'],
  ['/home/index?a=1&b=%E4%B8%AD#c', '/backend/home/index?a=1&b=%E4%B8%AD#c'],
  ['/backend/home/index', '/backend/home/index'],
  ['/backend', '/backend/'],
  ['/myiframe/x?url=https://other.example/a', '/backend/myiframe/x?url=https://other.example/a'],
])('§4 the redirect query is followed: %s', (raw, address) => {
  expect(go(raw)).toBe(address)
})

test.each([
  null,
  '',
  '//evil',
  '//evil.example/backend/',
  '/\\evil',
  '\\\\evil',
  '/\\/evil',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'http:/evil',
  'https://evil.example',
  'http:evil',
  'evil',
  '/%2fevil',
  '/%2Fevil',
  '/%5cevil',
  '/%252fevil',
  '%2F%2Fevil',
  '/..//evil',
  '/../../evil',
  '/%2e%2e/evil',
  '/backend/../evil',
  '/backend//evil.example',
  '/backend//..//evil',
  '/\tevil',
  '/\n/evil',
  ' /evil',
  '/%0d%0aSet-Cookie:x',
  '/%',
  '/login',
  '/login?redirect=/login',
  '/backend/login',
])('§4 no open redirect, no loop: %j goes home', (raw) => {
  expect(go(raw)).toBe(HOME)
})

test('§4 for any query the address is within this console', () => {
  const nasty = fc.array(
    fc.constantFrom(
      '/',
      '\\',
      '%2f',
      '%5c',
      '%25',
      '.',
      '..',
      ':',
      '@',
      'http',
      'evil',
      '?',
      '#',
      '\t',
      'backend',
      ' ',
    ),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        nasty.map((parts) => parts.join('')),
      ),
      (raw) => {
        const address = go(raw)
        const url = new URL(address, origin)
        expect(address.startsWith(HOME)).toBe(true)
        expect(address.startsWith('//')).toBe(false)
        expect(url.origin).toBe(origin)
        expect(url.pathname.startsWith(HOME)).toBe(true)
      },
    ),
    { numRuns: 2_000 },
  )
})
