// What accounts may use, asked by sub-products over HTTP.
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiScope } from '#contract/access.ts'
import type { BodyOf, DataOf } from '#contract/endpoint.ts'
import { type Check, checkEntitlements, readHolding } from '#contract/entitlements/check.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { removeApiKey } from '#contract/system/api-keys.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { dataKeyDays, dataKeys } from '#server/db/schema/members/partners.ts'
import { makeAccount, makeMember, makeProduct } from '#test/factories.ts'
import { type Reply, testServer } from '#test/http.ts'
import { readFigures } from './figures.queries.ts'
import { entitlementsOf } from './service.ts'

const server = testServer()
const db = () => server().database.db

type Options = { scopes?: ApiScope[]; addresses?: string[]; dailyQuota?: number; createdBy?: string }
const makeKey = (subProduct: SubProductKey, options: Options = {}) =>
  db().transaction((tx) =>
    createApiKey(tx, { name: subProduct, scopes: ['entitlements'], subProduct, dailyQuota: 100_000, ...options }),
  )

let key: string
beforeAll(async () => {
  key = (await makeKey('bigData')).key
})

const send = (body: unknown, by = key) =>
  server().send('POST', checkEntitlements.path, body, { headers: { 'x-api-key': by } }) as Promise<
    Reply<DataOf<typeof checkEntitlements>>
  >
const check = async (one: Check, by = key) => {
  const { data } = await send({ checks: [one] } satisfies BodyOf<typeof checkEntitlements>, by)
  const [first] = data.checks
  if (!first) throw new Error('nothing was answered')
  return first
}
const hold = (query: string, by = key, headers: Record<string, string> = {}) =>
  server().send('GET', `${readHolding.path}?${query}`, undefined, {
    headers: { 'x-api-key': by, ...headers },
  }) as Promise<Reply<DataOf<typeof readHolding>>>

const day = (offset: number) => sql`current_date + ${offset}::int`
const grant = (
  accountId: string,
  productId: string | null,
  from: number,
  to: number,
  kind: 'formal' | 'trial' = 'formal',
) =>
  db()
    .insert(grants)
    .values({ accountId, productId, kind, startsOn: day(from), endsOn: day(to) })
const dayText = async (offset: number) =>
  (await db().execute<{ day: string }>(sql`select (${day(offset)})::text as day`)).rows[0]?.day

/** Until the cache must have followed. */
const soon = (expectation: () => Promise<void>) =>
  expect
    .poll(async () =>
      expectation().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)

describe('POST /api/open/entitlements/check', () => {
  it('entitlements.md "check": answers by id, login name and mobile, with kind, end and why not', async () => {
    const member = await makeMember(db(), { mobile: '13912350001' })
    const { id } = await makeAccount(db(), 'bigData', { memberId: member.id, modules: ['price'] })
    const [held, ended, later, none] = await Promise.all([1, 2, 3, 4].map(() => makeProduct(db())))
    await grant(id, held?.id ?? '', -5, 10)
    await grant(id, ended?.id ?? '', -5, -1, 'trial')
    await grant(id, later?.id ?? '', 2, 9)
    const products = [held, ended, later, none].map((product) => product?.id ?? '')
    const answer = await check({ accountId: id, products, modules: ['price', 'news'], dataSets: ['stock'] })
    const until = await dayText(10)
    const no = { allowed: false, kind: null, until: null }
    expect(answer).toEqual({
      accountId: id,
      revision: expect.stringMatching(/^[1-9]\d*$/),
      use: { allowed: true, kind: 'formal', until, why: null },
      products: [
        { id: products[0], allowed: true, kind: 'formal', until, why: null },
        { id: products[1], allowed: false, kind: 'trial', until: await dayText(-1), why: 'expired' },
        { id: products[2], allowed: false, kind: 'formal', until: await dayText(9), why: 'notBegun' },
        { id: products[3], ...no, why: 'noGrant' },
      ],
      modules: [
        { id: 'price', allowed: true, kind: 'formal', until, why: null },
        { id: 'news', allowed: false, kind: 'formal', until, why: 'noGrant' },
      ],
      dataSets: [{ id: 'stock', allowed: false, kind: 'formal', until, why: 'noGrant' }],
    })
    for (const name of [{ loginName: ` ${member.loginName.toUpperCase()}` }, { mobile: '13912350001' }]) {
      expect(await check({ ...name, products })).toMatchObject({ accountId: id, products: answer.products })
    }
  })

  it('entitlements.md "check": a grant of the whole covers each product; hidden ones stay with who holds them', async () => {
    const { id } = await makeAccount(db(), 'bigData')
    const hidden = await makeProduct(db(), { isShow: false })
    await grant(id, null, 0, 3)
    expect((await check({ accountId: id, products: [hidden.id] })).products).toMatchObject([{ allowed: true }])
  })

  it('entitlements.md "check": says disabled and locked, soon after the change', async () => {
    const { id, memberId } = await makeAccount(db(), 'bigData')
    await grant(id, null, 0, 3)
    expect((await check({ accountId: id })).use.allowed).toBe(true)
    await db().update(members).set({ locked: true }).where(eq(members.id, memberId))
    await soon(async () =>
      expect((await check({ accountId: id })).use).toMatchObject({ allowed: false, why: 'locked' }),
    )
    await db().update(memberAccounts).set({ status: 'disabled' }).where(eq(memberAccounts.id, id))
    await soon(async () => expect((await check({ accountId: id })).use.why).toBe('disabled'))
    await db().update(memberAccounts).set({ deletedAt: sql`now()` }).where(eq(memberAccounts.id, id))
    await soon(async () =>
      expect(await check({ accountId: id })).toMatchObject({ accountId: null, use: { why: 'noAccount' } }),
    )
  })

  it('entitlements.md "check": data sets are those of data keys, within their daily quota', async () => {
    const { key: mine } = await makeKey('apiData')
    const { id } = await makeAccount(db(), 'apiData')
    await grant(id, null, 0, 3)
    const [made] = await db()
      .insert(dataKeys)
      .values({
        accountId: id,
        name: '程序',
        keyHash: `hash of ${id}`,
        hint: 'dk_1234567',
        dataSets: ['stock'],
        dailyQuota: 5,
      })
      .returning()
    const ask = async () => (await check({ accountId: id, dataSets: ['stock', 'newsBody'] }, mine)).dataSets
    expect(await ask()).toMatchObject([
      { id: 'stock', allowed: true },
      { id: 'newsBody', allowed: false, why: 'noGrant' },
    ])
    await db()
      .insert(dataKeyDays)
      .values({ keyId: made?.id ?? '', day: sql`current_date`, dataSet: 'stock', calls: 5, refused: 0 })
    expect((await ask())[0]).toMatchObject({ allowed: false, why: 'overQuota' })
  })

  it('entitlements.md "bad input": an account of another sub-product is as if it did not exist', async () => {
    const member = await makeMember(db())
    const { id } = await makeAccount(db(), 'steel', { memberId: member.id })
    await grant(id, null, 0, 3)
    const unknown = await check({ accountId: '999999999', products: ['1'], modules: ['price'] })
    expect(unknown).toMatchObject({ accountId: null, revision: null, use: { allowed: false, why: 'noAccount' } })
    expect(await check({ accountId: id, products: ['1'], modules: ['price'] })).toEqual(unknown)
    expect(await check({ loginName: member.loginName, products: ['1'], modules: ['price'] })).toEqual(unknown)
    expect(await hold(`accountId=${id}`)).toMatchObject({ status: 404, code: 20404 })
  })

  it('entitlements.md "bad input": 200 questions are answered, 201 refused', async () => {
    const { id } = await makeAccount(db(), 'bigData')
    const products = Array.from({ length: 100 }, (_, at) => String(at + 1))
    const two = [
      { accountId: id, products },
      { accountId: id, products },
    ]
    expect((await send({ checks: two })).data.checks.map((each) => each.products.length)).toEqual([100, 100])
    const refused = { status: 400, msg: '一次最多查询 200 项' }
    expect(await send({ checks: [...two, { accountId: id }] })).toMatchObject(refused)
    const many = Array.from({ length: 201 }, (_, at) => String(at + 1))
    expect((await send({ checks: [{ accountId: id, products: many }] })).status).toBe(400)
  })

  it.each([
    [{ checks: [{ accountId: '1', extra: 1 }] }, 'extra'],
    [{ checks: [] }, '查询'],
    [{ checks: [{ products: ['1'] }] }, '请用账号编号、登录名或手机号码之一指明账号'],
    [{ checks: [{ accountId: '1', loginName: 'a' }] }, '请用账号编号、登录名或手机号码之一指明账号'],
    [{ checks: [{ accountId: '1 or 1=1' }] }, '账号不正确'],
    [{ checks: [{ accountId: '1', modules: ['everything'] }] }, '模块'],
  ])('entitlements.md "bad input": refuses %j', async (body, msg) => {
    expect(await send(body)).toMatchObject({ status: 400, msg: expect.stringContaining(msg) })
  })

  it('entitlements.md "bad input": refuses keys off their address list, of other scopes, used up and revoked', async () => {
    const { id } = await makeAccount(db(), 'bigData')
    const body = { checks: [{ accountId: id }] }
    const near = await makeKey('bigData', { addresses: ['10.9.0.0/16'] })
    expect(await send(body, near.key)).toMatchObject({ status: 403, msg: '该地址不能使用此 API 密钥' })
    const verifier = await makeKey('bigData', { scopes: ['memberSignIn'] })
    expect(await send(body, verifier.key)).toMatchObject({ status: 403 })
    const small = await makeKey('bigData', { dailyQuota: 2 })
    const statuses = []
    for (let each = 0; each < 3; each++) statuses.push((await send(body, small.key)).status)
    expect(statuses).toEqual([200, 200, 429])
    const made = await makeKey('bigData')
    expect((await send(body, made.key)).status).toBe(200)
    await (await server().as('administrator')).call(removeApiKey, { id: made.id })
    expect((await send(body, made.key)).status).toBe(401)
  })

  it('entitlements.md "figures": calls and refusals are counted by why, without a write for each', async () => {
    const { key: mine } = await makeKey('oilGas')
    const { id } = await makeAccount(db(), 'oilGas')
    await grant(id, null, 0, 3)
    await check({ accountId: id, products: ['1', '2'] }, mine)
    await check({ accountId: '999999999' }, mine)
    await entitlementsOf(server().server.core).counter.flush()
    expect(await readFigures(db(), 'oilGas')).toMatchObject({
      minutes: expect.arrayContaining([{ minute: expect.stringMatching(/^\d\d:\d\d$/), checks: expect.any(Number) }]),
      allowed: 2,
      refused: [{ why: 'noAccount', count: 1 }],
      feed: null,
    })
  })
})

describe('GET /api/open/entitlements/accounts', () => {
  it('entitlements.md "check": all that an account holds, 304 until it changes', async () => {
    const { id } = await makeAccount(db(), 'bigData', { modules: ['news'] })
    const product = await makeProduct(db())
    await grant(id, product.id, 0, 3)
    const first = await hold(`accountId=${id}`)
    expect(first.data.account).toMatchObject({
      id,
      modules: ['news'],
      status: 'enabled',
      locked: false,
      use: { allowed: true },
      grants: [{ productId: product.id, kind: 'formal', endsOn: await dayText(3), quota: null }],
    })
    const tag = first.headers.get('etag') ?? ''
    expect((await hold(`accountId=${id}`, key, { 'if-none-match': tag })).status).toBe(304)
    await db().update(grants).set({ revokedAt: sql`now()` }).where(eq(grants.accountId, id))
    const after = await hold(`accountId=${id}`, key, { 'if-none-match': tag })
    expect(after).toMatchObject({ status: 200, data: { account: { grants: [], use: { why: 'noGrant' } } } })
    expect(Number(after.data.account.revision)).toBeGreaterThan(Number(first.data.account.revision))
  })

  it('entitlements.md "bad input": refuses unknown parameters and accounts named twice or not at all', async () => {
    for (const query of ['accountId=1&x=1', 'accountId=1&mobile=2', 'size=1', '']) {
      expect((await hold(query)).status).toBe(400)
    }
    expect((await hold('loginName=nobody')).code).toBe(20404)
  })
})
