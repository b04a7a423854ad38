// /metrics and /docs: only for this machine and for bearers of the token.
import { describe, expect, it } from 'vitest'
import { testServer } from '#test/http.ts'

const OPERATIONS_TOKEN = 'what-monitoring-sends-0123'
const direct = testServer()
const behindProxy = testServer({ trustProxy: 1, operationsToken: OPERATIONS_TOKEN })
const paths = ['/metrics', '/docs', '/docs/', '/docs/openapi.json']
const outside = { 'x-forwarded-for': '203.0.113.7' }

async function statusOf(base: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  const reply = await fetch(base + path, { headers })
  await reply.arrayBuffer() // unread, it would hold its connection
  return reply.status
}

describe.each(paths)('GET %s', (path) => {
  it('answers this machine, with and without a proxy', async () => {
    expect(await statusOf(direct().base, path)).toBe(200)
    expect(await statusOf(behindProxy().base, path)).toBe(200)
    expect(await statusOf(behindProxy().base, path, { 'x-forwarded-for': '127.0.0.1' })).toBe(200)
  })

  it('refuses remote callers behind the proxy, whatever headers they send', async () => {
    const known = ['203.0.113.7', '127.0.0.1, 203.0.113.7', '::1, 2001:db8::1', '::ffff:203.0.113.7']
    const claims = [...known, '203.0.113.7:51234', '127.0.0.1, unknown']
    for (const claim of claims) {
      expect(await statusOf(behindProxy().base, path, { 'x-forwarded-for': claim })).toBe(403)
    }
  })

  it('refuses what a proxy forwards that is not configured as trusted', async () => {
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      expect(await statusOf(direct().base, path, { [name]: '127.0.0.1' })).toBe(403)
    }
  })

  it('accepts the token from anywhere, and no other token', async () => {
    const sending = (authorization: string) => statusOf(behindProxy().base, path, { ...outside, authorization })
    expect(await sending(`Bearer ${OPERATIONS_TOKEN}`)).toBe(200)
    expect(await sending(`bearer ${OPERATIONS_TOKEN}`)).toBe(200)
    for (const wrong of ['Bearer', 'Bearer ', 'Bearer undefined', `Bearer ${OPERATIONS_TOKEN}x`, OPERATIONS_TOKEN]) {
      expect(await sending(wrong)).toBe(403)
    }
    expect(await statusOf(direct().base, path, { ...outside, authorization: 'Bearer undefined' })).toBe(403)
  })
})

it('/healthz and /readyz answer everybody', async () => {
  expect(await statusOf(behindProxy().base, '/healthz', outside)).toBe(200)
  expect(await statusOf(behindProxy().base, '/readyz', outside)).toBe(200)
})
