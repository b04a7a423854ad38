// Undoing acts on grants over HTTP: of one account, and of a batch over several customers.
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import { batchGrant, batchRevoke, getBatchOutcome } from '#contract/members/grant-batches.ts'
import { checkUndoGrants, undoGrants } from '#contract/members/grant-undo.ts'
import { saveGrants } from '#contract/members/grants.ts'
import { databaseToday } from '#server/core/clock.ts'
import { grantBatches, grantBatchRows } from '#server/db/schema/members/grant-batches.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { confirm } from '#test/confirm.ts'
import { makeAccount, makeProduct, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { endOf } from '#test/sheets.ts'
import { grantBatchJob } from './grant-batches.job.ts'
import { giveGrants } from './grants.acts.ts'

const server = testServer()
let seller: Person
let other: Person
let productId: string
let now: string

const db = () => server().database.db
const by = () => ({ id: seller.id, name: seller.userName, address: '', requestId: 'test' })

beforeAll(async () => {
  // may grant in batches only, and undoes those too
  const rights = ['view', 'batchEmpower', 'revokeBatchEmpower'].map((alias) => `bigData.accounts.${alias}`)
  const { code } = await makeRole(db(), ...rights)
  seller = await server().as(code)
  other = await server().as(code)
  now = await databaseToday(db())
})
beforeEach(async () => {
  productId = (await makeProduct(db())).id
})

const accountOf = (ownerId = seller.id) => makeAccount(db(), 'bigData', { ownerId })
const state = (days: number) => ({ kind: 'trial', startsOn: now, endsOn: addDays(now, days), quota: null }) as const
const endsOf = async (ids: readonly string[]) =>
  (
    await db()
      .select()
      .from(memberAccounts)
      .where(inArray(memberAccounts.id, [...ids]))
      .orderBy(memberAccounts.id)
  ).map(({ endsOn }) => endsOn)

async function done(reply: { data: unknown }) {
  const { id, jobId } = reply.data as { id: string; jobId: string }
  await endOf(seller, jobId)
  const { actId } = (await seller.call(getBatchOutcome, { id })).data
  return { id, actId: actId ?? '' }
}

async function granted(ids: string[], days = 14) {
  const wish = { productIds: [productId], ...state(days) }
  const reply = await confirm(server(), seller, batchGrant, {
    subProduct: 'bigData',
    accountIds: ids,
    wish,
    reason: '展会',
  })
  return done(reply.done)
}

describe('§6 a batch over several customers', () => {
  it('is undone like that of one customer, once, with the right that made it', async () => {
    const accounts = [await accountOf(), await accountOf(), await accountOf()]
    const ids = accounts.map(({ id }) => id)
    const [first = ''] = ids
    await db().transaction((tx) =>
      giveGrants(tx, by(), { via: 'single', reason: '' }, [{ accountId: first, productId, ...state(3) }]),
    )
    const { id, actId } = await granted(ids)
    expect(await endsOf(ids)).toEqual([14, 14, 14].map((days) => addDays(now, days)))
    expect(await seller.call(checkUndoGrants, { actId })).toMatchObject({ code: 200, data: { msg: '' } })
    const reader = await server().as((await makeRole(db(), 'bigData.accounts.view')).code)
    expect(await reader.call(undoGrants, { actId })).toMatchObject({ status: 403 })
    expect(await other.call(undoGrants, { actId })).toMatchObject({ code: 20404 })

    expect(await seller.call(undoGrants, { actId })).toMatchObject({ code: 200, data: { changed: 3 } })
    expect(await endsOf(ids)).toEqual([addDays(now, 3), null, null])
    expect(await seller.call(undoGrants, { actId })).toMatchObject({ status: 409, msg: '此变更已撤销' })
    expect(await seller.call(checkUndoGrants, { actId })).toMatchObject({ data: { msg: '此变更已撤销' } })
    const audited = await db().select().from(auditLog).where(eq(auditLog.action, 'grant.undo'))
    expect(audited).toMatchObject([{ targetType: 'grantBatch', targetId: id, after: { accounts: 3, changes: 3 } }])
  })

  it('of revocations restores every grant, with kind and days', async () => {
    const ids = [(await accountOf()).id, (await accountOf()).id]
    await granted(ids, 40)
    const revoking = { subProduct: 'bigData' as const, accountIds: ids, wish: { productIds: [] }, reason: '误办' }
    const { actId } = await done((await confirm(server(), seller, batchRevoke, revoking)).done)
    expect(await endsOf(ids)).toEqual([null, null])
    expect(await seller.call(undoGrants, { actId })).toMatchObject({ code: 200, data: { changed: 2 } })
    expect(await endsOf(ids)).toEqual([addDays(now, 40), addDays(now, 40)])
  })

  it('is not undone in part: refused where one grant has changed since, or one account has another owner', async () => {
    const accounts = [await accountOf(), await accountOf()]
    const ids = accounts.map(({ id }) => id)
    const { actId } = await granted(ids)
    const memberId = accounts[1]?.memberId ?? ''
    await db().update(members).set({ ownerId: other.id }).where(eq(members.id, memberId))
    expect(await seller.call(undoGrants, { actId })).toMatchObject({ code: 20404 })
    await db().update(members).set({ ownerId: seller.id }).where(eq(members.id, memberId))
    const [, second = ''] = ids
    await db().transaction((tx) =>
      giveGrants(tx, by(), { via: 'single', reason: '' }, [{ accountId: second, productId, ...state(90) }]),
    )
    const msg = '授权在此之后又有变更，不能撤销'
    expect(await seller.call(checkUndoGrants, { actId })).toMatchObject({ data: { msg } })
    expect(await seller.call(undoGrants, { actId })).toMatchObject({ status: 409, msg })
    expect(await endsOf(ids)).toEqual([addDays(now, 14), addDays(now, 90)])
  })

  it('undone while its job runs, ends the job: waiting accounts get nothing', async () => {
    const ids = [(await accountOf()).id]
    const waiting = await accountOf()
    const { id, actId } = await granted(ids)
    await db().insert(grantBatchRows).values({ batchId: id, place: 2, accountId: waiting.id, name: '后一个' })
    expect(await seller.call(undoGrants, { actId })).toMatchObject({ code: 200 })
    const attempt = grantBatchJob.run({
      id: '1',
      input: { batchId: id, title: '' },
      by: by(),
      core: server().server.core,
      signal: new AbortController().signal,
      progress: () => {},
      finish: async (_tx, outcome) => outcome,
    })
    await expect(attempt).rejects.toThrow('批次已撤销')
    expect(await db().select().from(grants).where(eq(grants.accountId, waiting.id))).toEqual([])
    expect(await db().select().from(grantBatches).where(eq(grantBatches.id, id))).toMatchObject([{ actId }])
  })
})

it('§6 a single grant is undone by the act id that saving it returned', async () => {
  const keeper = await server().as((await makeRole(db(), 'bigData.accounts.view', 'bigData.accounts.empower')).code)
  const { id: accountId } = await accountOf(keeper.id)
  const set = [{ productId, version: null, ...state(20) }]
  const { data } = await keeper.call(saveGrants, { accountId, set, revoke: [], reason: '' })
  expect(await endsOf([accountId])).toEqual([addDays(now, 20)])
  const undone = await keeper.call(undoGrants, { actId: data.actId ?? '' })
  expect(undone).toMatchObject({ code: 200, data: { changed: 1 } })
  expect(await endsOf([accountId])).toEqual([null])
})
