// Sign-in of members by OpenID Connect, over HTTP as browsers and sub-products do it.
import { createPublicKey, type JsonWebKeyInput, verify } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { accountLogs } from '#server/db/schema/members/account-logs.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { members } from '#server/db/schema/members/members.ts'
import { signInClients, signInRecords } from '#server/db/schema/sign-ins.ts'
import { testServer } from '#test/http.ts'
import { makeSignInClient, makeSignInMember, RelyingParty, TestBrowser } from '#test/sign-in.ts'

const server = testServer()
const db = () => server().database.db
const party = async (...args: Parameters<typeof makeSignInClient> extends [unknown, ...infer Rest] ? Rest : never) =>
  new RelyingParty(server().base, await makeSignInClient(db(), ...args))
const member = (...subProducts: Parameters<typeof makeSignInMember>[1][number][]) => makeSignInMember(db(), subProducts)
const browser = () => new TestBrowser(server().base)

const get = async (path: string, headers: Record<string, string> = {}) => {
  const reply = await fetch(`${server().base}${path}`, { headers })
  return (await reply.json()) as Record<string, unknown>
}

/** Header and payload of a token that one of the published keys has signed. */
async function readToken(token: string) {
  const [head = '', body = '', signature = ''] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  const { keys } = (await get('/oidc/jwks')) as { keys: (Record<string, unknown> & { kid: string })[] }
  const key = keys.find(({ kid }) => kid === read(head).kid)
  const publicKey = createPublicKey({ key, format: 'jwk' } as JsonWebKeyInput)
  const isSigned = verify('sha256', Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url'))
  return { isSigned, head: read(head), payload: read(body) }
}

const logsOf = async (accountId: string | undefined) =>
  (
    await db()
      .select()
      .from(accountLogs)
      .where(eq(accountLogs.accountId, accountId ?? '0'))
  ).map(({ kind }) => kind)

describe('entitlements.md "Sign-in of members": the code flow', () => {
  it('signs in with code and PKCE, and tells who it is and what they may use now', async () => {
    const site = await party('bigData')
    const person = await member('bigData', 'oilGas')
    const { status, body } = await site.signIn(browser(), person.loginName)
    expect(status).toBe(200)
    const { isSigned, payload } = await readToken(body.id_token)
    expect(isSigned).toBe(true)
    expect(payload).toMatchObject({ sub: person.accounts.bigData, aud: site.client.clientId })
    expect(payload).not.toHaveProperty('entitlements')
    const first = await site.userinfo(body.access_token)
    expect(first.body).toMatchObject({
      sub: person.accounts.bigData,
      preferred_username: person.loginName,
      sub_products: ['bigData', 'oilGas'],
      entitlements: { whole: true, products: [], modules: [], revision: expect.stringMatching(/^\d+$/) },
    })
    await db()
      .update(grants)
      .set({ revokedAt: sql`now()` })
      .where(eq(grants.accountId, person.accounts.bigData ?? ''))
    expect((await site.userinfo(body.access_token)).body).toMatchObject({ entitlements: { whole: false } })
    await expect.poll(() => logsOf(person.accounts.bigData)).toEqual(['signIn'])
  })

  it('signs in once for all sub-products, each with its own account', async () => {
    const [first, second] = [await party('bigData'), await party('oilGas')]
    const person = await member('bigData', 'oilGas')
    const one = browser()
    await first.signIn(one, person.loginName)
    const { path, verifier } = second.request({ prompt: 'none' })
    const page = await one.go(path)
    const { body } = await second.exchange(page.url.searchParams.get('code') ?? '', verifier)
    expect((await readToken(body.id_token)).payload.sub).toBe(person.accounts.oilGas)
    await first.signIn(one, person.loginName)
    await expect.poll(() => logsOf(person.accounts.oilGas)).toEqual(['signIn'])
    // entering again within the session is no sign-in
    expect(await logsOf(person.accounts.bigData)).toEqual(['signIn'])
  })

  it('publishes what it can at the address of the issuer, whatever the Host header says', async () => {
    const found = await get('/oidc/.well-known/openid-configuration', { host: 'evil.example' })
    const { base } = server()
    expect(found).toMatchObject({
      issuer: `${base}/oidc`,
      token_endpoint: `${base}/oidc/token`,
      end_session_endpoint: `${base}/oidc/session/end`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      backchannel_logout_supported: true,
    })
    expect(found).not.toHaveProperty('registration_endpoint')
  })

  it('stores no token and no cookie', async () => {
    const site = await party('bigData')
    const person = await member('bigData')
    const { body } = await site.signIn(browser(), person.loginName)
    const stored = JSON.stringify(await db().select().from(signInRecords))
    for (const token of [body.access_token, body.refresh_token]) expect(stored).not.toContain(token)
    expect(stored).not.toContain('"jti"')
    expect(stored).not.toContain('"cookie"')
  })
})

describe('entitlements.md "Sign-in of members": bad input', () => {
  it('refuses a request without PKCE, or with a plain challenge', async () => {
    const site = await party('bigData')
    for (const changes of [
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge_method: 'plain' },
    ]) {
      const { url } = await browser().go(site.request(changes).path)
      expect(url.searchParams.get('error')).toBe('invalid_request')
    }
  })

  it('leads to no foreign address, and shows a page of its own instead', async () => {
    const site = await party('bigData')
    const home = site.redirectUri
    for (const redirect of ['https://evil.example/', `${home}/`, `${home}?x=1`, home.replace('https', 'http')]) {
      const page = await browser().go(site.request({ redirect_uri: redirect }).path)
      expect(page).toMatchObject({ status: 400 })
      expect(page.text).toContain('不能登录')
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })

  it('takes a code once: a replay revokes what it gave, of two at once one succeeds', async () => {
    const site = await party('bigData')
    const person = await member('bigData')
    const one = browser()
    const { code, verifier } = await site.codeFor(one, person.loginName)
    const first = await site.exchange(code, verifier)
    expect(await site.exchange(code, verifier)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await site.userinfo(first.body.access_token)).status).toBe(401)
    expect((await site.refresh(first.body.refresh_token)).status).toBe(400)

    const again = await site.codeFor(one, person.loginName)
    const raced = await Promise.all(Array.from({ length: 4 }, () => site.exchange(again.code, again.verifier)))
    expect(raced.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('refuses a code with another verifier, another secret, another client', async () => {
    const [site, other] = [await party('bigData'), await party('bigData')]
    const person = await member('bigData')
    const { code, verifier } = await site.codeFor(browser(), person.loginName)
    expect((await site.exchange(code, other.request().verifier)).body.error).toBe('invalid_grant')
    expect(await site.exchange(code, verifier, 'wrong')).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
    // what is stored of the secret does not serve as the secret
    expect((await site.exchange(code, verifier, site.client.secretHash)).status).toBe(401)
    expect((await other.exchange(code, verifier)).body.error).toBe('invalid_grant')
    expect((await site.exchange(code, verifier)).status).toBe(200)
  })

  it('replaces the refresh token at each use, and ends the family where one is used twice', async () => {
    const site = await party('bigData')
    const person = await member('bigData')
    const { body: first } = await site.signIn(browser(), person.loginName)
    const { body: second } = await site.refresh(first.refresh_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await site.userinfo(second.access_token)).status).toBe(200)
    expect(await site.refresh(first.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await site.refresh(second.refresh_token)).body.error).toBe('invalid_grant')
    expect((await site.userinfo(second.access_token)).status).toBe(401)
  })

  it('asks again when the session is over, whose tokens end with it', async () => {
    const site = await party('bigData')
    const person = await member('bigData')
    const one = browser()
    const { body } = await site.signIn(one, person.loginName)
    await db()
      .update(signInRecords)
      .set({ expiresAt: sql`now()` })
      .where(sql`model = 'Session' and member_id = ${person.id}`)
    expect((await site.refresh(body.refresh_token)).body.error).toBe('invalid_grant')
    expect((await site.userinfo(body.access_token)).status).toBe(401)
    const { url } = await one.go(site.request().path)
    expect(url.pathname).toMatch(/^\/oidc\/interaction\//)
    const silent = await one.go(site.request({ prompt: 'none' }).path)
    expect(silent.url.searchParams.get('error')).toBe('login_required')
  })

  it('knows a disabled client no more', async () => {
    const site = await party('bigData')
    const person = await member('bigData')
    const one = browser()
    const { body } = await site.signIn(one, person.loginName)
    await db().update(signInClients).set({ isEnabled: false }).where(eq(signInClients.id, site.client.id))
    expect((await site.refresh(body.refresh_token)).body.error).toBe('invalid_client')
    expect((await site.userinfo(body.access_token)).status).toBe(401)
    expect((await one.go(site.request().path)).status).toBe(400)
  })
})

describe('entitlements.md "Sign-in of members": the page', () => {
  it('refuses a member without an account in the sub-product, who may go back or use another account', async () => {
    const site = await party('oilGas')
    const person = await member('bigData')
    const one = browser()
    const { page } = await site.codeFor(one, person.loginName)
    expect(page).toMatchObject({ status: 403 })
    expect(page.text).toContain('您没有油气资讯的账号')
    expect((await one.go(`${page.url.pathname}?other=1`)).text).toContain('name="password"')
    const back = await one.go(page.url, { leave: '1' })
    expect(back.url.searchParams.get('error')).toBe('access_denied')
    // signed in, but not here
    const silent = await one.go(site.request({ prompt: 'none' }).path)
    expect(silent.url.searchParams.get('error')).toBe('access_denied')
  })

  it('says the same of a wrong password and an unknown name, and what is wrong only after the right password', async () => {
    const site = await party('bigData')
    const [person, locked, expired] = [await member('bigData'), await member('bigData'), await member('bigData')]
    await db().update(members).set({ locked: true }).where(eq(members.id, locked.id))
    await db()
      .update(grants)
      .set({ endsOn: '2020-02-01' })
      .where(eq(grants.accountId, expired.accounts.bigData ?? ''))
    const textOf = async (name: string, password?: string) => {
      const { page } = await site.codeFor(browser(), name, password)
      return /id="failure">([^<]*)</.exec(page.text)?.[1]
    }
    expect(await textOf(person.loginName, 'wrong')).toBe('登录名或密码错误')
    expect(await textOf('nobody of this name', 'wrong')).toBe('登录名或密码错误')
    expect(await textOf(locked.loginName, 'wrong')).toBe('登录名或密码错误')
    expect(await textOf(locked.loginName)).toContain('账号已锁定')
    expect(await textOf(expired.loginName)).toContain('授权已到期')
    await expect.poll(() => logsOf(person.accounts.bigData)).toEqual(['failed'])
  })

  it('speaks the language of the browser, and that to which it is switched', async () => {
    const site = await party('bigData')
    const one = browser()
    const english = { 'accept-language': 'en-GB,zh;q=0.5' }
    const page = await one.go(site.request().path, undefined, english)
    expect(page.text).toContain('<html lang="en">')
    expect((await one.go(`${page.url.pathname}?lang=zh`, undefined, english)).text).toContain('登录大数据')
    expect((await one.go(page.url, undefined, english)).text).toContain('登录大数据')
  })

  it('belongs to the browser in which it was opened, and takes no form of another site', async () => {
    const site = await party('bigData')
    const person = await member('bigData')
    const one = browser()
    const page = await one.go(site.request().path)
    const form = { name: person.loginName, password: 'whatever' }
    expect((await browser().go(page.url, form)).text).toContain('登录已超时')
    expect((await one.go(page.url, form, { origin: 'https://evil.example' })).status).toBe(403)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`form-action 'self' ${new URL(site.redirectUri).origin};`)
    expect(policy).not.toContain('script-src')
    // browsers send `Origin: null` with forms of a page without referrers
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    expect(page.text).not.toContain('<script')
  })

  it('shows what was typed as text', async () => {
    const site = await party('bigData')
    const { page } = await site.codeFor(browser(), '"><script>alert(1)</script>', 'wrong')
    expect(page.text).not.toContain('<script>')
    expect(page.text).toContain('&lt;script&gt;')
  })
})
