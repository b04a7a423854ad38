// The feed of entitlements over HTTP: complete, in order, quick, and what a follower comes to.
import { and, eq, isNull, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataOf, Endpoint } from '#contract/endpoint.ts'
import { checkEntitlements, type Holding, readHolding } from '#contract/entitlements/check.ts'
import { readChanges, readSnapshot } from '#contract/entitlements/feed.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import type { Tx } from '#server/db/connection.ts'
import { entitlementChanges, entitlementFeeds } from '#server/db/schema/entitlements.ts'
import { grantActs, grants } from '#server/db/schema/members/grants.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { dataKeys } from '#server/db/schema/members/partners.ts'
import { pruneChanges } from '#server/features/entitlements/feed.queries.ts'
import { readFigures } from '#server/features/entitlements/figures.queries.ts'
import { entitlementsOf } from '#server/features/entitlements/service.ts'
import { giveGrants, revokeGrants, setGrants } from '#server/features/members/grants/grants.acts.ts'
import { turnTerms } from '#server/features/members/grants/grants.queries.ts'
import { makeAccount, makeMember, makeProduct } from './factories.ts'
import { openTestServer, type Reply, type TestServer, testServer } from './http.ts'

const server = testServer()
const db = () => server().database.db
/** Another server on the same database. */
let other: TestServer
const keys = { bigData: '', steel: '', apiData: '', app: '' }

beforeAll(async () => {
  other = await openTestServer(server().database)
  for (const subProduct of ['bigData', 'steel', 'apiData', 'app'] as const) {
    const options = { name: subProduct, scopes: ['entitlements'] as const, subProduct, dailyQuota: 1_000_000 }
    keys[subProduct] = (await db().transaction((tx) => createApiKey(tx, options))).key
  }
})
afterAll(async () => {
  await other.server.close()
})

type Sub = keyof typeof keys
const get = <E extends Endpoint>(
  call: E,
  query: Record<string, string | number>,
  subProduct: Sub = 'bigData',
  at = server(),
) =>
  at.send('GET', `${call.path}?${new URLSearchParams(query as Record<string, string>)}`, undefined, {
    headers: { 'x-api-key': keys[subProduct] },
  }) as Promise<Reply<DataOf<E>>>
const allowed = async (at: TestServer, accountId: string, subProduct: Sub = 'bigData') => {
  const body = { checks: [{ accountId }] }
  const reply = await at.send('POST', checkEntitlements.path, body, { headers: { 'x-api-key': keys[subProduct] } })
  return (reply.data as DataOf<typeof checkEntitlements>).checks[0]?.use.allowed
}
const newest = async (subProduct: Sub) => {
  const [feed] = await db().select().from(entitlementFeeds).where(eq(entitlementFeeds.subProduct, subProduct))
  return feed?.number ?? '0'
}
const grantWhole = (accountId: string) =>
  db().insert(grants).values({ accountId, kind: 'formal', startsOn: sql`current_date`, endsOn: sql`current_date + 9` })
const revokeAll = (accountId: string) =>
  db().update(grants).set({ revokedAt: sql`now()` }).where(eq(grants.accountId, accountId))

const by = { id: null, name: '测试', address: '', requestId: '' }
const act = { via: 'batch', reason: '' } as const
const terms = { kind: 'formal', startsOn: '2026-01-01', endsOn: '2030-01-01', quota: null } as const

describe('GET /api/open/entitlements/changes', () => {
  it('entitlements.md "feed": one row for an account and act, numbered without gaps; none for what was rolled back', async () => {
    const { id, memberId } = await makeAccount(db(), 'bigData')
    const product = await makeProduct(db())
    const after = await newest('bigData')
    await db().transaction(async (tx) => {
      await giveGrants(tx, by, act, [{ accountId: id, productId: product.id, ...terms }])
      await tx
        .update(memberAccounts)
        .set({ modules: ['price'] })
        .where(eq(memberAccounts.id, id))
    })
    const undone = db().transaction(async (tx) => {
      await revokeGrants(tx, by, act, [id])
      throw new Error('rolled back')
    })
    await expect(undone).rejects.toThrow('rolled back')
    // what changes nothing that the account may use
    await db().update(members).set({ lastSeenAt: sql`now()`, remark: '来访' }).where(eq(members.id, memberId))
    await db().transaction(turnTerms)
    await db().transaction((tx) => revokeGrants(tx, by, act, [id]))
    const { data } = await get(readChanges, { after })
    const numbers = [Number(after) + 1, Number(after) + 2].map(String)
    expect(data).toMatchObject({
      records: numbers.map((number) => ({ number, accountId: id })),
      next: numbers[1],
      hasMore: false,
    })
    expect((await get(readChanges, { after, size: 1 })).data).toMatchObject({ next: numbers[0], hasMore: true })
    expect((await get(readHolding, { accountId: id })).data.account.revision).toBe(numbers[1])
  })

  it('entitlements.md "feed": holds changes of its own sub-product alone', async () => {
    const after = await newest('steel')
    const member = await makeMember(db())
    await makeAccount(db(), 'bigData', { memberId: member.id })
    const { id } = await makeAccount(db(), 'steel', { memberId: member.id })
    await db().update(members).set({ locked: true }).where(eq(members.id, member.id))
    const { records } = (await get(readChanges, { after }, 'steel')).data
    expect(records.map(({ accountId }) => accountId)).toEqual([id, id])
  })

  it('entitlements.md "feed": a waiting call gets a revoke within a second, also by another server', async () => {
    const { id } = await makeAccount(db(), 'bigData')
    await grantWhole(id)
    for (const at of [server(), other]) {
      const after = await newest('bigData')
      const waiting = get(readChanges, { after, wait: 20 }, 'bigData', at)
      await expect.poll(() => entitlementsOf(at.server.core).follower.waiting()).toBe(1)
      const began = performance.now()
      await revokeAll(id)
      expect((await waiting).data.records).toMatchObject([{ accountId: id }])
      expect(performance.now() - began).toBeLessThan(1_000)
      await grantWhole(id)
    }
  })

  it('entitlements.md "long polling": holds no connection, and ends with its time and with the server', async () => {
    const after = await newest('app')
    expect((await get(readChanges, { after, wait: 1 }, 'app')).data).toEqual({
      records: [],
      next: after,
      hasMore: false,
    })
    const closing = await openTestServer(server().database)
    // more than the pool has connections
    const waiting = Array.from({ length: 25 }, () => get(readChanges, { after, wait: 30 }, 'app', closing))
    await expect.poll(() => entitlementsOf(closing.server.core).follower.waiting()).toBe(25)
    expect(await allowed(closing, '1', 'app')).toBe(false)
    const began = performance.now()
    await closing.server.close()
    for (const { data } of await Promise.all(waiting)) expect(data.records).toEqual([])
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  it('entitlements.md "feed": 410 where the cursor is too old or none of ours; each account keeps its revision', async () => {
    const [one, two] = [await makeAccount(db(), 'steel'), await makeAccount(db(), 'steel')]
    await grantWhole(one.id)
    await grantWhole(two.id)
    await db().update(entitlementChanges).set({ at: sql`now() - interval '31 days'` })
    const after = await newest('steel')
    await grantWhole((await makeAccount(db(), 'steel')).id)
    expect(await pruneChanges(db(), 30)).toBeGreaterThan(0)
    const old = { status: 410, code: 410, msg: '请重新获取快照' }
    expect(await get(readChanges, { after: '0' }, 'steel')).toMatchObject(old)
    expect(await get(readChanges, { after: String(Number(after) - 1) }, 'steel')).toMatchObject(old)
    expect(await get(readChanges, { after: String(Number(after) + 100) }, 'steel')).toMatchObject(old)
    expect((await get(readChanges, { after }, 'steel')).data.records.length).toBeGreaterThan(0)
    const { account } = (await get(readHolding, { accountId: two.id }, 'steel')).data
    expect(account.revision).toBe(after)
    expect(await pruneChanges(db(), 30)).toBe(0)
  })

  it('entitlements.md "figures": say how far behind a reader is', async () => {
    const { id } = await makeAccount(db(), 'app')
    const after = await newest('app')
    await get(readChanges, { after }, 'app')
    await grantWhole(id)
    await entitlementsOf(server().server.core).counter.flush()
    expect((await readFigures(db(), 'app')).feed).toMatchObject({ behind: 1, waitingSince: expect.any(String) })
  })

  it.each([
    [{}, '请填写游标'],
    [{ after: '-1' }, '游标不正确'],
    [{ after: '1', wait: 31 }, '等待秒数不能大于30'],
    [{ after: '1', size: 10_001 }, '条数不能大于10000'],
    [{ after: '1', subProduct: 'steel' }, 'subProduct'],
  ])('entitlements.md "bad input": refuses %j', async (query, msg) => {
    const reply = await get(readChanges, query as Record<string, string | number>)
    expect(reply).toMatchObject({ status: 400, msg: expect.stringContaining(msg) })
  })
})

describe('the cache of checks', () => {
  it('entitlements.md "cache": of two servers none answers older than a second after a commit', async () => {
    const { id } = await makeAccount(db(), 'bigData')
    for (let each = 0; each < 3; each++) {
      for (const [change, expected] of [
        [grantWhole, true],
        [revokeAll, false],
      ] as const) {
        await change(id)
        const committed = performance.now()
        for (const at of [server(), other]) {
          await expect.poll(() => allowed(at, id), { interval: 5 }).toBe(expected)
          expect(performance.now() - committed).toBeLessThan(1_000)
        }
      }
    }
  })

  it('entitlements.md "cache": follows where notifications are lost', async () => {
    const { id } = await makeAccount(db(), 'bigData')
    await grantWhole(id)
    expect(await allowed(server(), id)).toBe(true)
    const { rows } = await db().execute<{ pid: number }>(
      sql`select pid from pg_stat_activity where query = 'listen console_changes' or query = 'select 1'`,
    )
    // committed while nobody listens
    await db().transaction(async (tx) => {
      for (const { pid } of rows) await tx.execute(sql`select pg_terminate_backend(${pid})`)
      await tx.update(grants).set({ revokedAt: sql`now()` }).where(eq(grants.accountId, id))
    })
    const committed = performance.now()
    await expect.poll(() => allowed(server(), id), { interval: 10 }).toBe(false)
    expect(performance.now() - committed).toBeLessThan(1_000)
  })
})

describe('a follower', () => {
  const ACCOUNTS = 5
  let accounts: { id: string; memberId: string }[]
  let products: string[]
  beforeAll(async () => {
    accounts = []
    for (let at = 0; at < ACCOUNTS; at++) accounts.push(await makeAccount(db(), 'apiData'))
    products = [(await makeProduct(db())).id, (await makeProduct(db())).id]
  })

  const one = (which: number) => accounts[which % accounts.length] ?? { id: '', memberId: '' }
  const product = (which: number) => products[which % products.length] ?? ''
  let names = 0
  /** Everything that changes what an account may use, by the acts of the console or by hand. */
  const acts: ((tx: Tx, a: number, b: number) => Promise<unknown>)[] = [
    (tx, a, b) => giveGrants(tx, by, act, [{ accountId: one(a).id, productId: product(b), ...terms }]),
    (tx, a, b) =>
      setGrants(
        tx,
        by,
        act,
        [...new Set([one(a).id, one(b).id])].map((accountId) => ({
          accountId,
          productId: null,
          ...terms,
          endsOn: `203${b}-01-01`,
        })),
      ),
    (tx, a, b) => revokeGrants(tx, by, act, [one(a).id, one(b).id]),
    (tx, a) =>
      tx
        .update(grants)
        .set({ quota: a + 1 })
        .where(isNull(grants.revokedAt)),
    (tx, a, b) =>
      tx
        .update(memberAccounts)
        .set({ status: b % 2 ? 'disabled' : 'enabled' })
        .where(eq(memberAccounts.id, one(a).id)),
    (tx, a, b) =>
      tx
        .update(memberAccounts)
        .set({ modules: b % 2 ? ['price', 'news'] : [] })
        .where(eq(memberAccounts.id, one(a).id)),
    (tx, a, b) =>
      tx
        .update(members)
        .set({ locked: b % 2 === 0 })
        .where(eq(members.id, one(a).memberId)),
    (tx, a) =>
      tx
        .update(members)
        .set({ loginName: `renamed${++names}` })
        .where(eq(members.id, one(a).memberId)),
    (tx, a, b) =>
      tx
        .update(memberAccounts)
        .set({ deletedAt: b % 2 ? sql`now()` : null })
        .where(eq(memberAccounts.id, one(a).id)),
    (tx, a, b) =>
      tx.insert(dataKeys).values({
        accountId: one(a).id,
        name: '程序',
        keyHash: `k${++names}`,
        hint: 'dk_1234567',
        dataSets: b % 2 ? ['stock'] : ['newsBody'],
        dailyQuota: 9,
      }),
    (tx, a) =>
      tx
        .update(dataKeys)
        .set({ revokedAt: sql`now()` })
        .where(and(eq(dataKeys.accountId, one(a).id), isNull(dataKeys.revokedAt))),
    (tx, a) => tx.insert(grantActs).values({ via: 'single', actorName: `nothing ${a}` }),
  ]

  async function snapshot(size: number): Promise<{ asOf: string; held: Map<string, Holding> }> {
    const held = new Map<string, Holding>()
    let asOf: string | undefined
    for (let after: string | null | undefined; after !== null; ) {
      const { data } = await get(readSnapshot, { size, ...(after !== undefined && { after }) }, 'apiData')
      asOf ??= data.asOf
      for (const each of data.records) held.set(each.id, each)
      after = data.next
    }
    return { asOf: asOf ?? '0', held }
  }

  it('entitlements.md "feed": comes to what the database holds, whatever was done, and misses no number', async () => {
    const step = fc.tuple(fc.nat(acts.length - 1), fc.nat(9), fc.nat(9), fc.boolean())
    const run = async ([which, a, b, isKept]: [number, number, number, boolean]) => {
      await db()
        .transaction(async (tx) => {
          await acts[which]?.(tx, a, b)
          await acts[(which + a) % acts.length]?.(tx, b, a)
          if (!isKept && a % 3 === 0) throw new Error('rolled back')
        })
        .catch((error: Error) => {
          // acts of one moment may also be refused by a deadlock
          if (error.message !== 'rolled back' && !/deadlock/.test(String(error.cause))) throw error
        })
    }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), fc.nat(3), async (steps, size) => {
        const half = Math.floor(steps.length / 2)
        const began = Promise.all(steps.slice(0, half).map(run))
        const { asOf, held } = await snapshot(size + 1)
        await began
        for (const each of steps.slice(half)) await run(each)
        let next = asOf
        for (let more = true; more; ) {
          const { data } = await get(readChanges, { after: next, size: size + 1 }, 'apiData')
          for (const { number, accountId } of data.records) {
            expect(Number(number)).toBe(Number(next) + 1)
            next = number
            const reply = await get(readHolding, { accountId }, 'apiData')
            if (reply.status === 404) held.delete(accountId)
            else held.set(accountId, reply.data.account)
          }
          more = data.hasMore
        }
        expect(next).toBe(await newest('apiData'))
        const stored = (await snapshot(100)).held
        expect(Object.fromEntries(held)).toEqual(Object.fromEntries(stored))
        // and so do checks
        const body = { checks: [...stored.keys()].map((accountId) => ({ accountId })) }
        if (body.checks.length > 0)
          await expect
            .poll(
              async () => {
                const reply = await server().send('POST', checkEntitlements.path, body, {
                  headers: { 'x-api-key': keys.apiData },
                })
                return (reply.data as DataOf<typeof checkEntitlements>).checks.map(({ use }) => use)
              },
              { interval: 20 },
            )
            .toEqual([...stored.values()].map(({ use }) => use))
      }),
      { numRuns: 20 },
    )
  })
})
