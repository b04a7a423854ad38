// Changing grants in the database: extended and never doubled, a ledger row for each change, account terms in step.
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import { databaseToday } from '#server/core/clock.ts'
import type { Tx } from '#server/db/connection.ts'
import { grantChanges, grants } from '#server/db/schema/members/grants.ts'
import { memberAccounts } from '#server/db/schema/members/members.ts'
import { makeAccount, makeProduct } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { extendGrants, giveGrants, type RequestedGrant, revokeGrants, setGrants } from './grants.acts.ts'

const server = testServer()
const by = { id: null, name: '测试', address: '', requestId: 'test' }
const act = { via: 'single', reason: '试用' } as const
let accountId: string
let productId: string
let now: string

const db = () => server().database.db
const inTx = <T>(work: (tx: Tx) => Promise<T>) => db().transaction(work)
const requested = (changes: Partial<RequestedGrant> = {}): RequestedGrant => ({
  accountId,
  productId,
  kind: 'trial',
  startsOn: now,
  endsOn: addDays(now, 14),
  quota: null,
  ...changes,
})
const ledger = () =>
  db().select().from(grantChanges).where(eq(grantChanges.accountId, accountId)).orderBy(grantChanges.id)
const account = async () => (await db().select().from(memberAccounts).where(eq(memberAccounts.id, accountId)))[0]

beforeEach(async () => {
  now = await databaseToday(db())
  accountId = (await makeAccount(db(), 'bigData')).id
  productId = (await makeProduct(db())).id
})

describe('product.md grants', () => {
  it('are granted once and extended after, with a ledger row for each change', async () => {
    await inTx((tx) => giveGrants(tx, by, act, [requested()]))
    await inTx((tx) => giveGrants(tx, by, act, [requested()]))
    await inTx((tx) => giveGrants(tx, by, act, [requested({ kind: 'formal', endsOn: addDays(now, 365) })]))
    const live = await db().select().from(grants).where(eq(grants.accountId, accountId))
    expect(live).toMatchObject([{ kind: 'formal', startsOn: now, endsOn: addDays(now, 365), version: 2 }])
    expect(await ledger()).toMatchObject([
      { action: 'grant', before: null, after: { kind: 'trial' }, grantVersion: 1 },
      { action: 'extend', before: { kind: 'trial' }, after: { kind: 'formal' }, grantVersion: 2 },
    ])
    expect(await account()).toMatchObject({ grantKind: 'formal', startsOn: now, endsOn: addDays(now, 365) })
  })

  it('granted by two people at once, end up as one grant', async () => {
    const results = await Promise.all(
      [30, 60].map((days) => inTx((tx) => giveGrants(tx, by, act, [requested({ endsOn: addDays(now, days) })]))),
    )
    const live = await db().select().from(grants).where(eq(grants.accountId, accountId))
    expect(live).toMatchObject([{ endsOn: addDays(now, 60) }])
    expect(results.flatMap(({ changes }) => changes).filter(({ before }) => before === null)).toHaveLength(1)
  })

  it('are set, extended and revoked, and the terms of the account follow', async () => {
    await inTx((tx) => giveGrants(tx, by, act, [requested(), requested({ productId: null, endsOn: addDays(now, 90) })]))
    await inTx((tx) => setGrants(tx, by, act, [requested({ endsOn: addDays(now, 3), quota: 5 })]))
    await inTx((tx) => extendGrants(tx, by, act, [accountId], 10))
    expect(await account()).toMatchObject({ endsOn: addDays(now, 100) })
    await inTx((tx) => revokeGrants(tx, by, act, [accountId], [null]))
    expect(await account()).toMatchObject({ endsOn: addDays(now, 13), grantKind: 'trial' })
    await inTx((tx) => revokeGrants(tx, by, act, [accountId]))
    expect(await account()).toMatchObject({ startsOn: null, endsOn: null, grantKind: null })
    expect((await ledger()).map(({ action }) => action)).toEqual([
      'grant',
      'grant',
      'change',
      'extend',
      'extend',
      'revoke',
      'revoke',
    ])
  })
})
