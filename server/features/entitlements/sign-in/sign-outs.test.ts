// Ends of members' sessions, over HTTP: forced, by the member, told to the sub-products.
import { createServer, type Server } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  clearMember,
  disableAccount,
  lockMember,
  removeAccounts,
  setMemberPassword,
  unlockMember,
} from '#contract/members/accounts.ts'
import { setAdminLinkUserLock } from '#contract/organisation/staff-links.ts'
import { accountLogs } from '#server/db/schema/members/account-logs.ts'
import { members } from '#server/db/schema/members/members.ts'
import { signInRecords } from '#server/db/schema/sign-ins.ts'
import { confirm } from '#test/confirm.ts'
import { PASSWORD } from '#test/constants.ts'
import { type Person, testServer } from '#test/http.ts'
import { makeSignInClient, makeSignInMember, RelyingParty, TestBrowser } from '#test/sign-in.ts'

const server = testServer({ outboundAllow: ['127.0.0.1'] })
const db = () => server().database.db
let admin: Person

/** What sub-products were told, by client: payloads of logout tokens; the first `failures` calls are answered with 500. */
const told: Record<string, unknown>[] = []
let failures = 0
let receiver: Server
let logoutUri = ''

beforeAll(async () => {
  admin = await server().as('administrator')
  receiver = createServer((request, reply) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      if (failures-- > 0) return reply.writeHead(500).end()
      const token = new URLSearchParams(body).get('logout_token') ?? ''
      told.push(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))
      reply.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve)
  })
  logoutUri = `http://127.0.0.1:${(receiver.address() as { port: number }).port}/logout`
})
afterAll(() => receiver.close())
beforeEach(() => {
  told.length = 0
  failures = 0
})

/** A member signed in to 大数据 and 油气资讯 in one browser. */
async function signedIn() {
  const person = await makeSignInMember(db(), ['bigData', 'oilGas'])
  const [bigData, oilGas] = [
    new RelyingParty(server().base, await makeSignInClient(db(), 'bigData', { logoutUri })),
    new RelyingParty(server().base, await makeSignInClient(db(), 'oilGas', { logoutUri })),
  ]
  const browser = new TestBrowser(server().base)
  const first = await bigData.signIn(browser, person.loginName)
  const second = await oilGas.signIn(browser, person.loginName)
  const [account, other] = [person.accounts.bigData ?? '', person.accounts.oilGas ?? '']
  return { person, account, other, browser, bigData, oilGas, first: first.body, second: second.body }
}

const subs = () => told.map(({ sub }) => sub).toSorted()

describe('entitlements.md "Sign-in of members": ended by staff', () => {
  const acts: [string, (account: string) => Promise<unknown>][] = [
    ['forced sign-out', (id) => admin.call(clearMember, { id })],
    ['lock', (id) => admin.call(lockMember, { id })],
    ['new password', (id) => admin.call(setMemberPassword, { id, password: '' })],
  ]

  it.each(acts)('%s ends sessions, grants and tokens in every sub-product, and tells each', async (_name, act) => {
    const { account, other, browser, bigData, oilGas, first, second } = await signedIn()
    expect(await act(account)).toMatchObject({ code: 200 })
    expect((await bigData.refresh(first.refresh_token)).body.error).toBe('invalid_grant')
    expect((await oilGas.refresh(second.refresh_token)).body.error).toBe('invalid_grant')
    expect((await bigData.userinfo(first.access_token)).status).toBe(401)
    const { url } = await browser.go(bigData.request({ prompt: 'none' }).path)
    expect(url.searchParams.get('error')).toBe('login_required')
    await expect.poll(subs).toEqual([account, other].toSorted())
    for (const each of told) {
      expect(each).toMatchObject({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} } })
      expect(each.sid).toEqual(expect.any(String))
      expect(each).not.toHaveProperty('nonce')
    }
  })

  it('locking by the staff member who owns it does the same', async () => {
    const { person, first, bigData, account, other } = await signedIn()
    await db().update(members).set({ ownerId: admin.id }).where(eq(members.id, person.id))
    const body = { userId: admin.id, ids: [person.id], lock: true }
    expect(await admin.call(setAdminLinkUserLock, body)).toMatchObject({ code: 200 })
    expect((await bigData.refresh(first.refresh_token)).status).toBe(400)
    await expect.poll(subs).toEqual([account, other].toSorted())
  })

  it.each([
    ['disabling', (id: string) => admin.call(disableAccount, { id })],
    ['deleting', async (id: string) => (await confirm(server(), admin, removeAccounts, { ids: [id] })).done],
  ])('%s an account ends it in its own sub-product alone', async (_name, act) => {
    const { account, browser, bigData, oilGas, first, second } = await signedIn()
    expect(await act(account)).toMatchObject({ code: 200 })
    expect((await bigData.refresh(first.refresh_token)).body.error).toBe('invalid_grant')
    expect((await bigData.userinfo(first.access_token)).status).toBe(401)
    expect((await oilGas.refresh(second.refresh_token)).status).toBe(200)
    const page = await browser.go(bigData.request().path)
    expect(page.text).toContain('您没有大数据的账号')
    await expect.poll(subs).toEqual([account])
  })

  it('a member who is locked after the password was checked gets no further', async () => {
    const { person, bigData } = await signedIn()
    const other = new TestBrowser(server().base)
    const { code, verifier } = await bigData.codeFor(other, person.loginName)
    await db().update(members).set({ locked: true }).where(eq(members.id, person.id))
    expect((await bigData.exchange(code, verifier)).body.error).toBe('invalid_grant')
    expect((await other.go(bigData.request({ prompt: 'none' }).path)).url.searchParams.get('error')).toBe(
      'login_required',
    )
    await db()
      .update(members)
      .set({ locked: false, sessionsClearedAt: sql`now() + interval '2 s'` })
      .where(eq(members.id, person.id))
    expect((await other.go(bigData.request({ prompt: 'none' }).path)).url.searchParams.get('error')).toBe(
      'login_required',
    )
  })

  it('a session that has ended is begun anew on the same page', async () => {
    const { account, person, browser, bigData } = await signedIn()
    await admin.call(lockMember, { id: account })
    await admin.call(unlockMember, { id: account })
    expect((await bigData.signIn(browser, person.loginName)).status).toBe(200)
  })

  it('tells again a sub-product that did not answer', async () => {
    const { account, other } = await signedIn()
    failures = 1
    await admin.call(clearMember, { id: account })
    await expect.poll(() => told.length).toBe(1)
    await db().execute(sql`update job_runs set run_after = now() where name = 'signIn.tellLogout' and ended_at is null`)
    await expect.poll(subs).toEqual([account, other].toSorted())
  })
})

describe('entitlements.md "Sign-in of members": ended by the member', () => {
  const leave = async (end: Awaited<ReturnType<typeof signedIn>>, form: Record<string, string>) => {
    const hint = new URLSearchParams({ id_token_hint: end.first.id_token, client_id: end.bigData.client.clientId })
    const page = await end.browser.go(`/oidc/session/end?${hint}`)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    return { page, done: await end.browser.go('/oidc/session/end/confirm', { xsrf, ...form }) }
  }

  it('signs out of all sub-products, which are told', async () => {
    const end = await signedIn()
    const { page, done } = await leave(end, { logout: 'yes' })
    expect(page.text).toContain('只退出大数据')
    expect(page.text).not.toContain('<script')
    expect(done.text).toContain('已退出登录')
    expect((await end.oilGas.refresh(end.second.refresh_token)).status).toBe(400)
    await expect.poll(subs).toEqual([end.account, end.other].toSorted())
    const kinds = async (id: string) =>
      (await db().select().from(accountLogs).where(eq(accountLogs.accountId, id))).map(({ kind }) => kind).toSorted()
    await expect.poll(() => kinds(end.account)).toEqual(['signIn', 'signOut'])
    await expect.poll(() => kinds(end.other)).toEqual(['signIn', 'signOut'])
    expect(await db().$count(signInRecords, eq(signInRecords.memberId, end.person.id))).toBe(0)
  })

  it('signs out of one alone', async () => {
    const end = await signedIn()
    await leave(end, {})
    expect((await end.bigData.refresh(end.first.refresh_token)).status).toBe(400)
    expect((await end.oilGas.refresh(end.second.refresh_token)).status).toBe(200)
    await expect.poll(subs).toEqual([end.account])
  })

  it('needs the page that was shown', async () => {
    const end = await signedIn()
    await end.browser.go(`/oidc/session/end?client_id=${end.bigData.client.clientId}`)
    const forged = await end.browser.go('/oidc/session/end/confirm', { xsrf: 'guessed', logout: 'yes' })
    expect(forged.status).toBe(400)
    expect((await end.bigData.refresh(end.first.refresh_token)).status).toBe(200)
  })

  it('another member signs in on the same browser: the first one is signed out', async () => {
    const end = await signedIn()
    const other = await makeSignInMember(db(), ['bigData'])
    const { path } = end.bigData.request({ prompt: 'login' })
    const form = await end.browser.go(path)
    const page = await end.browser.go(form.url, { name: other.loginName, password: PASSWORD })
    expect(page.text).toContain('document.forms[0].submit()')
  })
})
