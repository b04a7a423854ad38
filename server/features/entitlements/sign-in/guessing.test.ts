// Guessing of members' passwords at the sign-in page, signing keys, and several processes.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { captchas, signInFailures } from '#server/db/schema/identity.ts'
import { signInKeys } from '#server/db/schema/sign-ins.ts'
import { hashAnswer } from '#server/features/identity/captcha.queries.ts'
import { PASSWORD } from '#test/constants.ts'
import { openTestServer, type TestServer, testServer } from '#test/http.ts'
import { makeSignInClient, makeSignInMember, RelyingParty, TestBrowser } from '#test/sign-in.ts'
import { duties, signingOrder } from './sign-in-keys.rules.ts'
import { renewKeys } from './sign-in-keys.ts'

const server = testServer({ captcha: true, publicUrl: 'http://sign-in.example' })
const db = () => server().database.db
let second: TestServer

beforeAll(async () => {
  second = await openTestServer(server().database, { captcha: true, publicUrl: 'http://sign-in.example' })
})
afterAll(() => second.server.close())

const failureIn = (text: string) => /id="failure">([^<]*)</.exec(text)?.[1]

describe('entitlements.md "Sign-in of members": guessing', () => {
  it('asks for a captcha after failures, pauses the pair after five, for known and unknown names alike', async () => {
    const site = new RelyingParty(server().base, await makeSignInClient(db(), 'bigData'))
    const person = await makeSignInMember(db(), ['bigData'])
    for (const name of [person.loginName, 'nobody-at-all']) {
      await db().delete(signInFailures)
      const browser = new TestBrowser(server().base)
      const { url } = await browser.go(site.request().path)
      const said: (string | undefined)[] = []
      let captcha: Record<string, string> = {}
      for (let each = 0; each < 6; each++) {
        const page = await browser.go(url, { name, password: each === 5 ? PASSWORD : 'wrong', ...captcha })
        said.push(failureIn(page.text))
        const key = /name="captcha-key" value="([^"]+)"/.exec(page.text)?.[1]
        expect(key !== undefined).toBe(each >= 1)
        if (key === undefined) continue
        const { secretKey } = server().server.core.config
        await db()
          .update(captchas)
          .set({ answerHash: hashAnswer(secretKey, key, 'right') })
          .where(eq(captchas.key, key))
        captcha = { 'captcha-key': key, 'captcha-code': 'right' }
      }
      const wrong = '登录名或密码错误'
      expect(said.slice(0, 4)).toEqual([wrong, wrong, wrong, wrong])
      expect(said[4]).toMatch(/^失败次数过多，请于 \d\d:\d\d 后再试$/)
      expect(said[5]).toMatch(/^失败次数过多，请于 \d\d:\d\d 后再试$/)
    }
  })

  it('refuses a missing and a wrong captcha before the password is looked at', async () => {
    await db().delete(signInFailures)
    const site = new RelyingParty(server().base, await makeSignInClient(db(), 'bigData'))
    const browser = new TestBrowser(server().base)
    const { url } = await browser.go(site.request().path)
    const sent = { name: 'somebody', password: 'wrong' }
    for (let each = 0; each < 2; each++) await browser.go(url, sent)
    expect(failureIn((await browser.go(url, sent)).text)).toBe('请输入验证码')
    const form = { ...sent, 'captcha-key': 'none', 'captcha-code': 'x' }
    expect(failureIn((await browser.go(url, form)).text)).toBe('验证码错误或已过期')
    expect(await db().$count(signInFailures)).toBe(2)
  })

  it('refuses an address that floods, whatever the names', async () => {
    await db().delete(signInFailures)
    const values = Array.from({ length: 70 }, (_, at) => ({
      userName: `member:flood${at}`,
      address: '127.0.0.1',
      userAgent: '',
      reason: 'wrongPassword' as const,
    }))
    await db().insert(signInFailures).values(values)
    const { secretKey } = server().server.core.config
    const site = new RelyingParty(server().base, await makeSignInClient(db(), 'bigData'))
    const browser = new TestBrowser(server().base)
    const page = await browser.go(site.request().path)
    const key = /name="captcha-key" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    await db()
      .update(captchas)
      .set({ answerHash: hashAnswer(secretKey, key, 'right') })
      .where(eq(captchas.key, key))
    const form = { name: 'x', password: 'y', 'captcha-key': key, 'captcha-code': 'right' }
    const refused = await browser.go(page.url, form)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(failureIn(refused.text)).toBe('操作过于频繁，请稍后再试')
    await db().delete(signInFailures)
  })
})

describe('entitlements.md "Sign-in of members": processes and keys', () => {
  it('several processes share everything: each step may be answered by another one', async () => {
    await db().delete(signInFailures)
    const site = new RelyingParty(server().base, await makeSignInClient(db(), 'bigData'))
    const person = await makeSignInMember(db(), ['bigData'])
    const browser = new TestBrowser(server().base)
    const { path, verifier } = site.request()
    const form = await browser.go(path)
    browser.base = second.base
    const page = await browser.go(form.url, { name: person.loginName, password: PASSWORD })
    const { body } = await site.exchange(page.url.searchParams.get('code') ?? '', verifier)
    site.base = second.base
    expect((await site.userinfo(body.access_token)).status).toBe(200)
    const { body: renewed } = await site.refresh(body.refresh_token)
    site.base = server().base
    expect((await site.refresh(body.refresh_token)).status).toBe(400)
    site.base = second.base
    expect((await site.refresh(renewed.refresh_token)).status).toBe(400)
  })

  it('keys: the next is published before it signs, a replaced one stays until its tokens are long over', () => {
    const [hour, day] = [3_600, 86_400]
    const key = (kid: string, ageS: number) => ({ kid, ageS })
    expect(duties([])).toEqual({ isDue: true, dropped: [] })
    expect(signingOrder([key('only', 0)])).toEqual(['only'])
    expect(duties([key('a', 89 * day)])).toEqual({ isDue: false, dropped: [] })
    expect(duties([key('a', 90 * day)])).toEqual({ isDue: true, dropped: [] })
    expect(signingOrder([key('old', 90 * day), key('new', hour - 1)])).toEqual(['old', 'new'])
    expect(signingOrder([key('old', 90 * day), key('new', hour)])).toEqual(['new', 'old'])
    expect(duties([key('old', 97 * day), key('new', 7 * day)]).dropped).toEqual([])
    expect(duties([key('old', 97 * day), key('new', 7 * day + hour)]).dropped).toEqual(['old'])
  })

  it('keys: are sealed, and made once by several processes', async () => {
    await db().update(signInKeys).set({ createdAt: sql`now() - interval '91 days'` })
    const made = await Promise.all([renewKeys(server().server.core), renewKeys(second.server.core)])
    expect(made.map((each) => each.made).toSorted()).toEqual([0, 1])
    const rows = await db().select().from(signInKeys)
    expect(rows).toHaveLength(2)
    for (const { sealed } of rows) expect(sealed).toMatch(/^v1\.[\w-]+$/)
  })
})
