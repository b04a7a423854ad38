// Clients of the sign-in of members, over HTTP.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  addSignInClient,
  CLIENTS_MAX,
  disableSignInClient,
  editSignInClient,
  listSignInClients,
  openSignInClient,
  renewSignInSecret,
} from '#contract/entitlements/sign-in-clients.ts'
import { signInClients } from '#server/db/schema/sign-ins.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { makeSignInClient, makeSignInMember, RelyingParty, TestBrowser } from '#test/sign-in.ts'
import { addressFault } from './sign-in-clients.rules.ts'

const server = testServer()
const db = () => server().database.db
const person = async (...rights: string[]) => server().as((await makeRole(db(), ...rights)).code)
const all = ['view', 'add', 'edit', 'disable', 'open', 'setPassword'].map((alias) => `integration.${alias}`)
let keeper: Person

let count = 0
const form = (changes: object = {}) => ({
  name: `客户端${++count}`,
  redirectUris: ['https://site.example/callback'],
  afterLogoutUris: [],
  logoutUri: '',
  ...changes,
})
const add = (changes: object = {}) => keeper.call(addSignInClient, { subProduct: 'bigData', ...form(changes) })
const rowOf = async (id: string) =>
  (await keeper.call(listSignInClients, { subProduct: 'bigData' })).data.rows.find((row) => row.id === id)

beforeAll(async () => {
  keeper = await person(...all, 'bigData.accounts.view')
})

describe('entitlements.md "Sign-in of members": clients per sub-product', () => {
  it('are added with a secret that is shown once and works, which can be renewed', async () => {
    const { data } = await add()
    const [stored] = await db().select().from(signInClients).where(eq(signInClients.id, data.id))
    expect(JSON.stringify(stored)).not.toContain(data.secret)
    const member = await makeSignInMember(db(), ['bigData'])
    const site = () =>
      new RelyingParty(server().base, { ...(stored as NonNullable<typeof stored>), secret: data.secret })
    const browser = new TestBrowser(server().base)
    const tokens = await site().signIn(browser, member.loginName)
    expect(tokens.status).toBe(200)
    const renewed = await keeper.call(renewSignInSecret, { id: data.id })
    expect((await site().refresh(tokens.body.refresh_token)).status).toBe(401)
    const { refresh_token } = tokens.body
    expect((await site().token({ grant_type: 'refresh_token', refresh_token }, renewed.data.secret)).status).toBe(200)
    expect(JSON.stringify(await db().select().from(auditLog))).not.toContain(renewed.data.secret)
    expect((await rowOf(data.id))?.clientId).toBe(data.clientId)
  })

  it('are changed by version, switched off and on', async () => {
    const { data } = await add()
    const change = { id: data.id, version: 1, ...form({ logoutUri: 'https://site.example/logout' }) }
    expect((await keeper.call(editSignInClient, change)).code).toBe(200)
    expect(await keeper.call(editSignInClient, change)).toMatchObject({ code: 601, data: { name: change.name } })
    expect((await keeper.call(disableSignInClient, { id: data.id })).code).toBe(200)
    expect(await rowOf(data.id)).toMatchObject({ isEnabled: false, logoutUri: change.logoutUri })
    await keeper.call(openSignInClient, { id: data.id })
    expect(await rowOf(data.id)).toMatchObject({ isEnabled: true })
  })

  it('have a name of their own, and addresses that are safe', async () => {
    const { name } = form()
    await add({ name })
    expect(await add({ name: ` ${name} ` })).toMatchObject({ status: 400, msg: '已有同名的客户端' })
    expect(await add({ redirectUris: [] })).toMatchObject({ status: 400 })
    for (const uri of ['http://site.example/', 'javascript:alert(1)', 'https://site.example/#x', 'https://*.example/'])
      expect(await add({ redirectUris: [uri] })).toMatchObject({
        status: 400,
        data: { fields: [{ field: 'redirectUris' }] },
      })
    expect(await add({ logoutUri: 'ftp://site.example' })).toMatchObject({ data: { fields: [{ field: 'logoutUri' }] } })
    expect((await add({ redirectUris: ['http://127.0.0.1:3000/callback'] })).code).toBe(200)
  })

  it('may be of this machine in development alone, and carry no password', () => {
    expect(addressFault('http://localhost:3000/', true)).toBeNull()
    expect(addressFault('http://localhost:3000/', false)).toContain('https://')
    expect(addressFault('http://localhost.evil.example/', true)).not.toBeNull()
    expect(addressFault('https://user:pass@site.example/', true)).toContain('密码')
    expect(addressFault('https://site.example/a b', true)).not.toBeNull()
  })

  it(`are at most ${CLIENTS_MAX} for a sub-product`, async () => {
    const oil = await person(...all, 'oilGas.accounts.view')
    for (let each = 0; each < CLIENTS_MAX; each++) await makeSignInClient(db(), 'oilGas')
    const { data } = await oil.call(listSignInClients, { subProduct: 'oilGas' })
    expect(data.rows).toHaveLength(CLIENTS_MAX)
    expect(await oil.call(addSignInClient, { subProduct: 'oilGas', ...form() })).toMatchObject({ code: 409 })
  })

  it('§6 are refused without the right, and do not exist without the right to view the accounts', async () => {
    const reader = await person('integration.view', 'bigData.accounts.view')
    const { data } = await add()
    const refused = { status: 403 }
    const { id } = data
    expect((await reader.call(listSignInClients, { subProduct: 'bigData' })).code).toBe(200)
    expect(await reader.call(addSignInClient, { subProduct: 'bigData', ...form() })).toMatchObject(refused)
    expect(await reader.call(editSignInClient, { id, version: 1, ...form() })).toMatchObject(refused)
    expect(await reader.call(renewSignInSecret, { id })).toMatchObject(refused)
    expect(await reader.call(disableSignInClient, { id })).toMatchObject(refused)
    const other = await person(...all, 'oilGas.accounts.view')
    const none = { code: 20404 }
    expect(await other.call(listSignInClients, { subProduct: 'bigData' })).toMatchObject(none)
    expect(await other.call(addSignInClient, { subProduct: 'bigData', ...form() })).toMatchObject(none)
    expect(await other.call(editSignInClient, { id, version: 1, ...form() })).toMatchObject(none)
    expect(await other.call(renewSignInSecret, { id })).toMatchObject(none)
    expect(await other.call(disableSignInClient, { id })).toMatchObject(none)
    expect(await other.call(openSignInClient, { id })).toMatchObject(none)
  })
})
