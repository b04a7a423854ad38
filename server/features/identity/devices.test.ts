// Failures from a known browser are counted apart from others behind the same address, over HTTP.
import { describe, expect, it, vi } from 'vitest'
import type { Session } from '#contract/identity/sign-in.ts'
import { signInFailures } from '#server/db/schema/identity.ts'
import { PASSWORD } from '#test/constants.ts'
import { makeUser } from '#test/factories.ts'
import { type Reply, testServer } from '#test/http.ts'

const TOKEN = '/api/adminauth/oauth/token'
const server = testServer({ trustProxy: 1 })

let addresses = 0
const newAddress = () => `10.1.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`
const person = () => makeUser(server().database.db)

const client = { client_id: 'console', client_secret: 'console' }
const form = (username: string, password: string) =>
  new URLSearchParams({ grant_type: 'captcha', ...client, username, password })

async function signIn(userName: string, password: string, address: string): Promise<Reply<Session>> {
  return server().send('POST', TOKEN, form(userName, password), { headers: { 'x-forwarded-for': address } })
}

async function failTimes(times: number, userName: string, address: string): Promise<Reply<Session>[]> {
  const replies = []
  for (let each = 0; each < times; each++) replies.push(await signIn(userName, 'Wrong#2026', address))
  return replies
}

describe('the device cookie', () => {
  const cookieOf = (reply: Reply<Session>) => reply.headers.get('set-cookie')?.split(';')[0] ?? ''
  async function signInOn(
    device: string,
    userName: string,
    password: string,
    address: string,
  ): Promise<Reply<Session>> {
    const headers = { 'x-forwarded-for': address, cookie: `other=1; ${device}` }
    return server().send('POST', TOKEN, form(userName, password), { headers })
  }

  it('is set only by a sign-in: HttpOnly, Strict, Secure behind https, and contains neither name nor token', async () => {
    const { userName } = await person()
    const address = newAddress()
    const [wrong] = await failTimes(1, userName, address)
    expect(wrong?.headers.get('set-cookie')).toBeNull()
    const { data, headers } = await signIn(userName, PASSWORD, address)
    const cookie = headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^console-device=[\w.-]+; Path=\/api; Max-Age=15552000; HttpOnly; SameSite=Strict$/)
    for (const secret of [userName, data.access_token, data.refresh_token]) expect(cookie).not.toContain(secret)
    const https = { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' }
    const secure = await server().send('POST', TOKEN, form(userName, PASSWORD), { headers: https })
    expect(secure.headers.get('set-cookie')).toMatch(/; Secure$/)
  })

  it('does not authenticate', async () => {
    const { userName } = await person()
    const cookie = cookieOf(await signIn(userName, PASSWORD, newAddress()))
    expect((await server().send('GET', '/admin/user/getUserInfo', undefined, { headers: { cookie } })).status).toBe(401)
    expect((await signInOn(cookie, userName, 'Wrong#2026', newAddress())).code).toBe(10019)
  })

  it('lets its holder in where others behind the address have locked the name or flooded', async () => {
    const [victim, colleague] = [await person(), await person()]
    const office = newAddress()
    const device = cookieOf(await signIn(victim.userName, PASSWORD, office))
    await failTimes(5, victim.userName, office)
    expect((await signIn(victim.userName, PASSWORD, office)).code).toBe(10009)
    expect((await signInOn(device, victim.userName, PASSWORD, office)).code).toBe(200)
    const rows = Array.from({ length: 60 }, (_, each) => ({ userName: `name${each}`, address: office }))
    const { db } = server().database
    await db.insert(signInFailures).values(rows.map((row) => ({ ...row, reason: 'wrongPassword' as const })))
    expect((await signIn(colleague.userName, PASSWORD, office)).status).toBe(429)
    expect((await signInOn(device, victim.userName, PASSWORD, office)).code).toBe(200)
  })

  it('lets its holder in from elsewhere when a name has failed 30 times from anywhere', async () => {
    const { userName } = await person()
    const device = cookieOf(await signIn(userName, PASSWORD, newAddress()))
    for (let each = 0; each < 8; each++) await failTimes(4, userName, newAddress())
    expect((await signIn(userName, PASSWORD, newAddress())).code).toBe(10009)
    expect((await signInOn(device, userName, PASSWORD, newAddress())).code).toBe(200)
  })

  it('has five tries of its own at any address, and locks nobody else by them', async () => {
    const { userName } = await person()
    const home = newAddress()
    const device = cookieOf(await signIn(userName, PASSWORD, home))
    const codes = []
    for (let each = 0; each < 5; each++) codes.push((await signInOn(device, userName, 'Wrong#2026', newAddress())).code)
    expect(codes).toEqual([10019, 10019, 10019, 10019, 10009])
    expect((await signInOn(device, userName, PASSWORD, home)).code).toBe(10009)
    expect((await signIn(userName, PASSWORD, home)).code).toBe(200)
  })

  it('counts only for its name, unaltered and before it expires', async () => {
    const [one, other] = [await person(), await person()]
    const office = newAddress()
    const device = cookieOf(await signIn(one.userName, PASSWORD, office))
    await failTimes(5, one.userName, office)
    await failTimes(5, other.userName, office)
    expect((await signInOn(device, other.userName, PASSWORD, office)).code).toBe(10009)
    const [, nonce = '', until = '', signature = ''] = /=(.+)\.(.+)\.(.+)$/.exec(device) ?? []
    for (const forged of [
      `console-device=${nonce}.${Number(until) + 1}.${signature}`,
      `console-device=${'A'.repeat(16)}.${until}.${signature}`,
      `console-device=${nonce}.${until}.${'A'.repeat(43)}`,
      'console-device=',
    ]) {
      expect((await signInOn(forged, one.userName, PASSWORD, office)).code).toBe(10009)
    }
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 181 * 86_400_000)
    expect((await signInOn(device, one.userName, PASSWORD, office)).code).toBe(10009)
    vi.restoreAllMocks()
    expect((await signInOn(device, one.userName, PASSWORD, office)).code).toBe(200)
  })

  it('remembers several people in one browser', async () => {
    const people = [await person(), await person(), await person(), await person(), await person()]
    const office = newAddress()
    let device = ''
    for (const { userName } of people) device = cookieOf(await signInOn(device, userName, PASSWORD, office))
    for (const { userName } of people) await failTimes(5, userName, office)
    const codes = []
    for (const { userName } of people) codes.push((await signInOn(device, userName, PASSWORD, office)).code)
    expect(codes).toEqual([10009, 200, 200, 200, 200])
  })
})
