// Which replies are compressed, over HTTP. Node's fetch decodes a reply and leaves the header that names its coding.
import { Type } from 'typebox'
import { beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '#contract/access.ts'
import { endpoint } from '#contract/endpoint.ts'
import { requestToken } from '#contract/identity/sign-in.ts'
import { getButtonsByRoutes, getRoutes } from '#contract/organisation/users.ts'
import { PASSWORD } from '#test/constants.ts'
import { type Person, testServer } from '#test/http.ts'
import { serve } from './serve.ts'

const withSecret = endpoint({
  summary: 'a large reply with a secret',
  method: 'GET',
  path: '/api/test/secret',
  access: signedIn,
  effect: 'read',
  secret: true,
  data: Type.String(),
})

const server = testServer({}, [serve(withSecret, async () => 'x'.repeat(2_000))])
let admin: Person

beforeAll(async () => {
  admin = await server().as('administrator')
})

const get = (path: string, accepted = 'gzip, deflate, br, zstd') =>
  server().send('GET', path, undefined, { token: admin.token, headers: { 'accept-encoding': accepted } })

describe('replies of calls', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('over 1 kB are compressed as the caller accepts: %s', async (accepted, coding) => {
    const reply = await get(getRoutes.path, accepted)
    expect(reply.code).toBe(200)
    expect(reply.headers.get('content-encoding')).toBe(coding)
    expect(reply.headers.get('vary')).toBe(coding && 'accept-encoding')
  })

  it('under 1 kB are not', async () => {
    const reply = await get(`${getButtonsByRoutes.path}?menuId=1`)
    expect(reply.code).toBe(200)
    expect(reply.headers.get('content-encoding')).toBeNull()
  })

  it('that hold a secret are not, signing in neither', async () => {
    const secret = await get(withSecret.path)
    const form = new URLSearchParams({
      grant_type: 'captcha',
      client_id: 'console',
      client_secret: 'console',
      username: admin.userName,
      password: PASSWORD,
    })
    const session = await server().send('POST', requestToken.path, form)
    for (const reply of [secret, session]) {
      expect(reply.code).toBe(200)
      expect(Number(reply.headers.get('content-length'))).toBeGreaterThan(2_000)
      expect(reply.headers.get('content-encoding')).toBeNull()
    }
  })
})
