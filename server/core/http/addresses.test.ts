// Addresses of callers as proxies write them.
import { describe, expect, it } from 'vitest'
import { forwardedAddresses } from './addresses.ts'

describe('X-Forwarded-For', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['"[2001:db8::1]"', '2001:db8::1'],
    ['unknown', '0.0.0.0'],
    ['_hidden, 10.0.0.1:80', '0.0.0.0, 10.0.0.1'],
    ['', '0.0.0.0'],
    ["1' or '1'='1", '0.0.0.0'],
  ])('§38 of %j is addresses without ports', (list, addresses) => {
    expect(forwardedAddresses(list)).toBe(addresses)
  })
})
