// Sign-in: captcha, locks by name and address, tickets. Addresses are those that a trusted proxy reports.
import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Session } from '#contract/identity/sign-in.ts'
import { TOKEN_LIFE_S } from '#contract/limits.ts'
import { unlockUser, updateUserPasswordById } from '#contract/organisation/users.ts'
import { hashToken } from '#server/core/access/actors.ts'
import { captchas, sessions, signInFailures, signInLocks } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/organisation.ts'
import { PASSWORD } from '#test/constants.ts'
import { makeUser, type UserOverrides } from '#test/factories.ts'
import { type Person, type Reply, testServer } from '#test/http.ts'
import { hashAnswer } from './captcha.queries.ts'

const TOKEN = '/api/adminauth/oauth/token'
/** By staff. */
const GIVEN = 'Given@1234'
const server = testServer({ trustProxy: 1 })
const guarded = testServer({ captcha: true, trustProxy: 1 })

let addresses = 0
const newAddress = () => `10.1.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`
const person = (overrides: UserOverrides = {}) => makeUser(server().database.db, overrides)

const form = (userName: string, password: string, more: Record<string, string> = {}) =>
  new URLSearchParams({
    grant_type: 'captcha',
    client_id: 'console',
    client_secret: 'console',
    username: userName,
    password,
    ...more,
  })

async function signIn(userName: string, password: string, address: string): Promise<Reply<Session>> {
  return server().send('POST', TOKEN, form(userName, password), { headers: { 'x-forwarded-for': address } })
}

async function failTimes(times: number, userName: string, address: string): Promise<Reply<Session>[]> {
  const replies = []
  for (let each = 0; each < times; each++) replies.push(await signIn(userName, 'Wrong#2026', address))
  return replies
}

it('imports.md "Text that people type": a login in full-width letters, with blanks and in capitals signs in', async () => {
  const { userName } = await person({ userName: 'quanjiao.deng' })
  const wide = Array.from(userName, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('')
  for (const typed of [wide, ` ${userName.toUpperCase()}\u200b`, userName])
    expect((await signIn(typed, PASSWORD, newAddress())).code, typed).toBe(200)
})

describe('POST /api/adminauth/oauth/token, grant captcha', () => {
  it('§3 §4 §7 grant captcha answers the session, by form and by query', async () => {
    const { id, userName } = await person({ roleCode: 'sales' })
    const byForm = await signIn(userName, PASSWORD, newAddress())
    const byQuery = await server().send('POST', `${TOKEN}?${form(userName, PASSWORD)}`)
    for (const { code, data } of [byForm, byQuery] as Reply<Session>[]) {
      expect(code).toBe(200)
      expect(data).toMatchObject({
        token_type: 'bearer',
        expires_in: TOKEN_LIFE_S,
        user_id: id,
        userName,
        pageOpenMethod: 0,
      })
      expect(JSON.parse(data.role_info)).toEqual({ roleCode: 'sales' })
      expect(data.access_token).toMatch(/^[\w-]{43}$/)
      expect(data.topMenu.map(({ code }) => code)).toContain('home')
      expect(data.biPermission).toContain('home')
    }
  })

  it('ignores case and spaces around the name, and stores the time', async () => {
    const { id, userName } = await person()
    expect((await signIn(` ${userName.toUpperCase()} `, PASSWORD, newAddress())).code).toBe(200)
    const [row] = await server().database.db.select().from(users).where(eq(users.id, id))
    expect(row?.lastSignInAt).not.toBeNull()
  })

  it('requires name and password, with Chinese messages', async () => {
    const reply = await signIn(' ', '', newAddress())
    expect(reply).toMatchObject({ status: 400, msg: '请输入用户名' })
    expect(reply.data).toMatchObject({ fields: [{ field: 'username' }, { field: 'password', message: '请输入密码' }] })
  })

  it('§8 10019 is the same for a wrong password and an unknown name', async () => {
    const { userName } = await person()
    const [wrong] = await failTimes(1, userName, newAddress())
    const [unknown] = await failTimes(1, 'nobody.at.all', newAddress())
    for (const reply of [wrong, unknown])
      expect(reply).toMatchObject({ status: 200, code: 10019, msg: '用户名或密码错误', data: null })
  })

  it.each([
    ['disabled', { status: 'disabled' }, '账号已禁用，请联系管理员'],
    ['locked', { locked: true }, '账号已锁定，请联系管理员'],
    ['expired', { expiresAt: '2020-01-01' }, '账号已过有效期，请联系管理员'],
  ] as const)('tells a %s account so, only after the right password', async (reason, overrides, msg) => {
    const { userName } = await person(overrides)
    const address = newAddress()
    expect((await failTimes(1, userName, address))[0]?.msg).toBe('用户名或密码错误')
    expect(await signIn(userName, PASSWORD, address)).toMatchObject({ code: 10019, msg })
    const reasons = await server()
      .database.db.select()
      .from(signInFailures)
      .where(eq(signInFailures.userName, userName))
    expect(reasons.map((row) => row.reason)).toEqual(['wrongPassword', reason])
  })

  it('lets a name sign in on its last day', async () => {
    const { userName } = await person({ expiresAt: sql`current_date` as never })
    expect((await signIn(userName, PASSWORD, newAddress())).code).toBe(200)
  })
})

describe('locks', () => {
  it('lock the pair of name and address at the fifth failure, alike for unknown names', async () => {
    const { userName } = await person()
    for (const name of [userName, `ghost.${userName}`]) {
      const replies = await failTimes(5, name, newAddress())
      expect(replies.map(({ code }) => code)).toEqual([10019, 10019, 10019, 10019, 10009])
      expect(replies[4]?.msg).toMatch(/^失败次数过多，请于 \d\d:\d\d 后再试$/)
    }
  })

  it('do not affect the victim’s own address, nor colleagues behind the attacker’s address', async () => {
    const [victim, colleague] = [await person(), await person()]
    const [attacker, home] = [newAddress(), newAddress()]
    await failTimes(5, victim.userName, attacker)
    expect((await signIn(victim.userName, PASSWORD, attacker)).code).toBe(10009)
    expect((await signIn(victim.userName, PASSWORD, home)).code).toBe(200)
    expect((await signIn(colleague.userName, PASSWORD, attacker)).code).toBe(200)
  })

  it('end after half an hour', async () => {
    const { userName } = await person()
    const address = newAddress()
    const { db } = server().database
    await failTimes(5, userName, address)
    await db.update(signInLocks).set({ until: sql`now()` }).where(eq(signInLocks.userName, userName))
    await db
      .update(signInFailures)
      .set({ at: sql`now() - interval '31 minutes'` })
      .where(eq(signInFailures.userName, userName))
    expect((await signIn(userName, PASSWORD, address)).code).toBe(200)
  })

  it('reset the counter after a success', async () => {
    const { userName } = await person()
    const address = newAddress()
    await failTimes(4, userName, address)
    expect((await signIn(userName, PASSWORD, address)).code).toBe(200)
    const replies = await failTimes(4, userName, address)
    expect(replies.map(({ code }) => code)).toEqual([10019, 10019, 10019, 10019])
  })

  it('hold against parallel guesses', async () => {
    const { userName } = await person()
    const address = newAddress()
    await Promise.all(Array.from({ length: 20 }, () => failTimes(1, userName, address)))
    const tried = await server()
      .database.db.select()
      .from(signInFailures)
      .where(and(eq(signInFailures.userName, userName), eq(signInFailures.reason, 'wrongPassword')))
    expect(tried).toHaveLength(5)
  })

  it('§38 right passwords in parallel do not count as failures of each other', async () => {
    const { userName } = await person()
    const address = newAddress()
    const replies = await Promise.all(Array.from({ length: 12 }, () => signIn(userName, PASSWORD, address)))
    expect(replies.map(({ code }) => code)).toEqual(replies.map(() => 200))
  })

  it('admit only known addresses for a name that has failed 30 times from anywhere', async () => {
    const { userName } = await person()
    const home = newAddress()
    await signIn(userName, PASSWORD, home)
    for (let each = 0; each < 8; each++) await failTimes(4, userName, newAddress())
    expect((await signIn(userName, PASSWORD, newAddress())).code).toBe(10009)
    expect((await signIn(userName, PASSWORD, home)).code).toBe(200)
  })

  it.each([
    ['unlocked', PASSWORD, 200, (id: string, admin: Person) => admin.call(unlockUser, { id })],
    [
      'given a password',
      GIVEN,
      10010,
      (id: string, admin: Person) => admin.call(updateUserPasswordById, { id, password: GIVEN }),
    ],
  ])('§39 end for a person who is %s: at any address, also after 30 failures', async (_, password, code, act) => {
    const { id, userName } = await person()
    const places = Array.from({ length: 6 }, newAddress)
    for (const place of places) await failTimes(5, userName, place)
    expect((await signIn(userName, password, newAddress())).code).toBe(10009)
    expect((await act(id, await server().as('administrator'))).code).toBe(200)
    expect((await signIn(userName, password, places[0] ?? '')).code).toBe(code)
    expect((await signIn(userName, 'Wrong#2026', newAddress())).code).toBe(10019)
  })

  it('refuse an address with 429 after 60 failures, longer the more there are', async () => {
    const address = newAddress()
    const { db } = server().database
    const rows = (count: number) =>
      Array.from({ length: count }, (_, each) => ({
        userName: `name${each}`,
        address,
        reason: 'wrongPassword' as const,
      }))
    await db.insert(signInFailures).values(rows(60))
    const first = await signIn('anybody', PASSWORD, address)
    expect(first).toMatchObject({ status: 429, code: 429 })
    expect(first.headers.get('retry-after')).toBe('60')
    await db.insert(signInFailures).values(rows(20))
    expect((await signIn('anybody', PASSWORD, address)).headers.get('retry-after')).toBe('240')
  })

  it('identify one client behind forged X-Forwarded-For headers', async () => {
    const { userName } = await person()
    const codes = []
    for (let each = 0; each < 5; each++) {
      const headers = { 'x-forwarded-for': `1.2.3.${each}, 10.9.9.9` }
      codes.push((await server().send('POST', TOKEN, form(userName, 'Wrong#2026'), { headers })).code)
    }
    expect(codes[4]).toBe(10009)
  })

  it('refuse a flood of sign-ins from one address with 429 and Retry-After', async () => {
    const address = newAddress()
    const statuses = await Promise.all(
      Array.from({ length: 130 }, () => server().send('POST', TOKEN, {}, { headers: { 'x-forwarded-for': address } })),
    )
    const refused = statuses.filter(({ status }) => status === 429)
    expect(refused.length).toBe(10)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused[0]).toMatchObject({ code: 429, success: false, msg: '操作过于频繁，请稍后再试' })
  })
})

describe('GET /api/adminauth/login/captcha', () => {
  type Captcha = { key: string; image: string }
  const CAPTCHA = '/api/adminauth/login/captcha'

  /** A captcha with a known answer. */
  async function captcha(answer = 'Ab3dE'): Promise<string> {
    const { data } = (await guarded().send('GET', CAPTCHA)) as Reply<Captcha>
    const answerHash = hashAnswer(guarded().server.core.config.secretKey, data.key, answer)
    await guarded().database.db.update(captchas).set({ answerHash }).where(eq(captchas.key, data.key))
    return data.key
  }
  const answer = (userName: string, key: string, code: string) =>
    guarded().send('POST', TOKEN, form(userName, PASSWORD, { 'captcha-key': key, 'captcha-code': code }))

  it('§7 returns a picture as a data URL, without its answer', async () => {
    const { data } = (await guarded().send('GET', CAPTCHA)) as Reply<Captcha>
    expect(data.image).toMatch(/^data:image\/png;base64,[\w+/=]{500,20000}$/)
    expect(Object.keys(data)).toEqual(['key', 'image'])
    const png = Buffer.from(data.image.split(',')[1] ?? '', 'base64')
    expect(png.toString('latin1', 1, 4)).toBe('PNG')
    expect(png.toString('latin1')).not.toMatch(/tEXt|iTXt/)
  })

  it('§7 captcha-key and captcha-code: used up by the first right answer, whatever the case', async () => {
    const { userName } = await makeUser(guarded().database.db)
    const key = await captcha()
    expect((await answer(userName, key, ' aB3De ')).code).toBe(200)
    expect((await answer(userName, key, 'Ab3dE')).code).toBe(10000)
  })

  it('is used up by its first wrong answer, which does not count as a failed password', async () => {
    const { userName } = await makeUser(guarded().database.db)
    const key = await captcha()
    expect(await answer(userName, key, 'xxxxx')).toMatchObject({ status: 200, code: 10000, msg: '验证码错误或已过期' })
    expect((await answer(userName, key, 'Ab3dE')).code).toBe(10000)
    expect(await guarded().database.db.select().from(signInFailures)).toEqual([])
  })

  it('refuses another picture’s answer, a late one, or none', async () => {
    const { userName } = await makeUser(guarded().database.db)
    const { db } = guarded().database
    const [first, second] = [await captcha('AAAAA'), await captcha('BBBBB')]
    expect((await answer(userName, first, 'BBBBB')).code).toBe(10000)
    await db.update(captchas).set({ expiresAt: sql`now()` }).where(eq(captchas.key, second))
    expect((await answer(userName, second, 'BBBBB')).code).toBe(10000)
    expect(await answer(userName, await captcha(), '')).toMatchObject({ code: 400, msg: '请输入验证码' })
  })

  it('is read from the headers too', async () => {
    const { userName } = await makeUser(guarded().database.db)
    const headers = { 'captcha-key': await captcha(), 'captcha-code': 'Ab3dE' }
    expect((await guarded().send('POST', TOKEN, form(userName, PASSWORD), { headers })).code).toBe(200)
  })

  it('is empty where it is switched off', async () => {
    expect((await server().send('GET', CAPTCHA)).data).toEqual({ key: '', image: '' })
  })
})

describe('POST /api/adminauth/login/changePassword', () => {
  const PATH = '/api/adminauth/login/changePassword'
  const change = (ticket: string, newPassword: string, address: string): Promise<Reply<Session>> =>
    server().send('POST', PATH, { ticket, newPassword }, { headers: { 'x-forwarded-for': address } })

  async function ticketFor(userName: string, address: string): Promise<string> {
    const reply = await signIn(userName, PASSWORD, address)
    expect(reply.code).toBe(10010)
    return (reply.data as unknown as { ticket: string }).ticket
  }

  it('§8 10010 signs in with the new password, once', async () => {
    const { id, userName } = await person({ mustChangePassword: true })
    const address = newAddress()
    const ticket = await ticketFor(userName, address)
    const reply = await change(ticket, 'Newer#2027', address)
    expect(reply).toMatchObject({ code: 200, data: { user_id: id } })
    expect((await change(ticket, 'Other#2027', address)).msg).toBe('登录凭据已失效，请重新登录')
    expect((await signIn(userName, 'Newer#2027', address)).code).toBe(200)
    expect((await signIn(userName, PASSWORD, address)).code).toBe(10019)
  })

  it('§5 checks the new password; an invalid one keeps the ticket for up to five attempts', async () => {
    const { userName } = await person({ mustChangePassword: true })
    const address = newAddress()
    const ticket = await ticketFor(userName, address)
    expect(await change(ticket, 'weak', address)).toMatchObject({
      code: 400,
      msg: '至少8位字符，且必须包含数字，字母，特殊字符',
    })
    expect(await change(ticket, PASSWORD, address)).toMatchObject({ code: 400, msg: '不能使用最近5次用过的密码' })
    for (let each = 0; each < 3; each++) await change(ticket, 'weak', address)
    expect((await change(ticket, 'Newer#2027', address)).code).toBe(10019)
  })

  it('accepts a ticket only from the address that got it', async () => {
    const { userName } = await person({ mustChangePassword: true })
    const address = newAddress()
    const ticket = await ticketFor(userName, address)
    expect((await change(ticket, 'Newer#2027', newAddress())).code).toBe(10019)
    expect((await change(ticket, 'Newer#2027', address)).code).toBe(200)
  })

  it('stores the ticket hashed', async () => {
    const { userName } = await person({ mustChangePassword: true })
    const ticket = await ticketFor(userName, newAddress())
    const { rows } = await server().database.pool.query('select hash from sign_in_tickets')
    expect(rows.map(({ hash }) => hash)).toContain(hashToken(`password:${ticket}`))
  })

  it('begins no session before the change', async () => {
    const { id, userName } = await person({ mustChangePassword: true })
    await ticketFor(userName, newAddress())
    expect(await server().database.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([])
  })
})
