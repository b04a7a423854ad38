// Batches of grants over HTTP and through their job: preview, progress, outcome by row; done once, however often run.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import { errors } from '#contract/errors.ts'
import {
  type BatchGrantWish,
  batchExtend,
  batchGrant,
  batchRevoke,
  getBatchOutcome,
} from '#contract/members/grant-batches.ts'
import type { GrantPreview } from '#contract/members/grant-preview.ts'
import { databaseToday } from '#server/core/clock.ts'
import type { Author } from '#server/core/core.ts'
import type { JobContext } from '#server/core/jobs/jobs.ts'
import { grantActs, grantChanges, grants } from '#server/db/schema/members/grants.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { confirm } from '#test/confirm.ts'
import { makeAccount, makeEnterprise, makeMember, makeProduct, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { endOf } from '#test/sheets.ts'
import { grantBatchJob } from './grant-batches.job.ts'
import { countOutcomes, insertBatch } from './grant-batches.queries.ts'
import { giveGrants } from './grants.acts.ts'

const server = testServer()
let seller: Person
let other: Person
let productId: string
let now: string

const db = () => server().database.db
const author = (): Author => ({ id: seller.id, name: seller.userName, address: '', requestId: 'test' })
const rights = ['view', 'empower', 'batchEmpower', 'revokeBatchEmpower'].map((alias) => `bigData.accounts.${alias}`)

beforeAll(async () => {
  const { code } = await makeRole(db(), ...rights)
  seller = await server().as(code)
  other = await server().as(code)
  now = await databaseToday(db())
})
beforeEach(async () => {
  productId = (await makeProduct(db())).id
})

const wish = (changes: Partial<BatchGrantWish> = {}): BatchGrantWish => ({
  productIds: [productId],
  kind: 'trial',
  startsOn: now,
  endsOn: addDays(now, 14),
  quota: null,
  ...changes,
})
const account = async (overrides: Parameters<typeof makeAccount>[2] = {}) =>
  (await makeAccount(db(), 'bigData', { ownerId: seller.id, ...overrides })).id
const give = (accountId: string, days = 14) =>
  db().transaction((tx) =>
    giveGrants(tx, author(), { via: 'single', reason: '' }, [
      { accountId, productId, kind: 'trial', startsOn: now, endsOn: addDays(now, days), quota: null },
    ]),
  )
const base = (accountIds: string[], reason = '展会') => ({ subProduct: 'bigData' as const, accountIds, reason })
const changesOf = (accountIds: string[]) =>
  db().select().from(grantChanges).where(inArray(grantChanges.accountId, accountIds)).orderBy(grantChanges.id)

async function finished<T extends { id: string; jobId: string }>(done: { data: unknown }) {
  const { id, jobId } = done.data as T
  const job = await endOf(seller, jobId)
  return { job, outcome: (await seller.call(getBatchOutcome, { id })).data }
}

describe('POST /api/backend/member/grantBatch/grant', () => {
  it('§6 batchEmpower: previews the changes, makes them by a job, and keeps the outcome of each account', async () => {
    const [fresh, shorter, longer] = [await account(), await account(), await account()]
    const disabled = await account({ status: 'disabled' })
    await give(shorter, 3)
    await give(longer, 90)
    const ids = [fresh, shorter, longer, disabled]
    const { initial, preview, done } = await confirm(server(), seller, batchGrant, { ...base(ids), wish: wish() })
    expect(initial.code).toBe(600)
    expect(preview?.text).toBe('共 4 个账号：2 个将变更，1 个没有变化，1 个不能办理。')
    const endsOn = addDays(now, 14)
    expect((preview as GrantPreview).cells).toMatchObject([
      { key: disabled, problem: { fate: 'refused', msg: '账号已禁用，不能授权', wayOn: '先启用账号' } },
      { key: longer, problem: { fate: 'unchanged' } },
      { key: fresh, before: null, after: { kind: 'trial', endsOn, products: 1 }, problem: null },
      { key: shorter, before: { endsOn: addDays(now, 3) }, after: { endsOn }, problem: null },
    ])
    const { job, outcome } = await finished(done)
    expect(job).toMatchObject({ state: 'partly', done: 4, failed: 1, total: 4 })
    expect(outcome).toMatchObject({ total: 4, changed: 2, unchanged: 1, refused: 1, waiting: 0 })
    const byId = new Map(outcome.rows.map((row) => [row.id, row]))
    expect(ids.map((id) => byId.get(id)?.state)).toEqual(['changed', 'changed', 'unchanged', 'refused'])
    expect(byId.get(disabled)?.msg).toBe('账号已禁用，不能授权')
    const made = (await changesOf([fresh, shorter])).slice(-2)
    expect(new Set(made.map(({ actId }) => actId)).size).toBe(1)
    const acts = await db()
      .select()
      .from(grantActs)
      .where(eq(grantActs.id, made[0]?.actId ?? ''))
    expect(acts).toMatchObject([{ via: 'batch', reason: '展会', actorName: seller.userName }])
  })

  it('takes everything that a filter of the list finds, within sales scope', async () => {
    const enterprise = await makeEnterprise(db(), { name: '筛选企业', ownerId: seller.id })
    const mine = await Promise.all(
      [1, 2].map(async () => {
        const member = await makeMember(db(), { enterpriseId: enterprise.id, ownerId: seller.id })
        return account({ memberId: member.id })
      }),
    )
    const foreign = await makeMember(db(), { enterpriseId: enterprise.id, ownerId: other.id })
    const theirs = (await makeAccount(db(), 'bigData', { memberId: foreign.id })).id
    const query = { subProduct: 'bigData', enterprise: '筛选企业' } as const
    const { preview, done } = await confirm(server(), seller, batchGrant, {
      subProduct: 'bigData',
      query,
      wish: wish(),
      reason: '',
    })
    expect(preview?.text).toBe('共 2 个账号：2 个将变更。')
    await finished(done)
    expect((await changesOf([...mine, theirs])).map(({ accountId }) => accountId).toSorted()).toEqual(mine.toSorted())
  })

  it('§6 refuses without the right on that sub-product', async () => {
    const reader = await server().as((await makeRole(db(), 'bigData.accounts.view', 'app.accounts.batchEmpower')).code)
    const id = await account()
    expect(await reader.call(batchGrant, { ...base([id]), wish: wish() })).toMatchObject({ status: 403, code: 403 })
    const app = (await makeAccount(db(), 'app', { ownerId: seller.id })).id
    expect(await seller.call(batchGrant, { ...base([app]), wish: wish() })).toMatchObject({ code: 20404 })
  })

  it('does not find accounts out of sales scope, nor batches of others', async () => {
    const mine = await account()
    const theirs = (await makeAccount(db(), 'bigData', { ownerId: other.id })).id
    expect(await seller.call(batchGrant, { ...base([mine, theirs]), wish: wish() })).toMatchObject({ code: 20404 })
    const { done } = await confirm(server(), seller, batchGrant, { ...base([mine]), wish: wish() })
    const { id } = done.data as unknown as { id: string }
    expect(await other.call(getBatchOutcome, { id })).toMatchObject({ status: 404, code: 20404 })
    await finished(done)
  })

  it('refuses invalid input', async () => {
    const id = await account()
    const send = (more: object) =>
      server().send('POST', batchGrant.path, { ...base([id]), wish: wish(), ...more }, { token: seller.token })
    expect(await send({ wish: wish({ productIds: [] }) })).toMatchObject({ status: 400, msg: '请选择要授权的产品' })
    expect(await send({ wish: wish({ endsOn: addDays(now, -1) }) })).toMatchObject({ status: 400 })
    expect(await send({ wish: wish({ productIds: ['99999999'] }) })).toMatchObject({ status: 400 })
    expect(await send({ query: { subProduct: 'bigData' } })).toMatchObject({ status: 400, msg: '请选择账号' })
    const ids = Array.from({ length: 5_001 }, (_, at) => String(at + 1))
    expect(await send({ accountIds: ids })).toMatchObject({ status: 400 })
    await give(id, 90)
    const { preview, done } = await confirm(server(), seller, batchGrant, { ...base([id]), wish: wish() })
    expect(preview).toMatchObject({ isBlocked: true, text: '共 1 个账号：0 个将变更，1 个没有变化。' })
    expect(done).toMatchObject({ status: 409, msg: '已有同样或更长的授权' })
  })
})

describe('POST /api/backend/member/grantBatch/extend and revoke', () => {
  it('extends existing grants by so many days, and revokes them with a reason', async () => {
    const [granted, empty] = [await account(), await account()]
    await give(granted, 10)
    const extended = await confirm(server(), seller, batchExtend, { ...base([granted, empty]), wish: { days: 5 } })
    expect((await finished(extended.done)).outcome).toMatchObject({ changed: 1, unchanged: 1 })
    const live = () =>
      db()
        .select()
        .from(grants)
        .where(and(eq(grants.accountId, granted), sql`revoked_at is null`))
    expect(await live()).toMatchObject([{ endsOn: addDays(now, 15), version: 2 }])
    const input = { ...base([granted, empty], ''), wish: { productIds: [] } }
    expect(await seller.call(batchRevoke, input)).toMatchObject({ status: 400, msg: '取消授权请填写原因' })
    const revoked = await confirm(server(), seller, batchRevoke, { ...input, reason: '到期' })
    expect(revoked.preview?.text).toBe('共 2 个账号：1 个将变更，1 个没有变化。')
    await finished(revoked.done)
    expect(await live()).toEqual([])
  })

  it('§6 revokeBatchEmpower is a right of its own', async () => {
    const granter = await server().as((await makeRole(db(), 'bigData.accounts.batchEmpower')).code)
    const id = (await makeAccount(db(), 'bigData', { ownerId: granter.id })).id
    const reply = await granter.call(batchRevoke, { ...base([id]), wish: { productIds: [] } })
    expect(reply).toMatchObject({ status: 403, code: 403 })
    expect(await granter.call(batchExtend, { ...base([id]), wish: { days: 1 } })).toMatchObject({ code: 600 })
  })
})

describe('the job of a batch', () => {
  /** Many accounts of the seller, inserted in bulk. */
  async function many(count: number): Promise<string[]> {
    const { enterpriseId } = await makeMember(db(), { ownerId: seller.id })
    const made = await db()
      .insert(members)
      .values(
        Array.from({ length: count }, (_, at) => ({
          enterpriseId,
          ownerId: seller.id,
          realName: '众',
          loginName: `many.${productId}.${at}`,
          mobile: `7${productId.padStart(5, '0')}${String(at).padStart(5, '0')}`,
        })),
      )
      .returning({ id: members.id })
    const accounts = await db()
      .insert(memberAccounts)
      .values(made.map(({ id }) => ({ memberId: id, subProduct: 'bigData' as const })))
      .returning({ id: memberAccounts.id })
    return accounts.map(({ id }) => id)
  }
  const begin = (ids: readonly string[]) =>
    db().transaction((tx) =>
      insertBatch(
        tx,
        { kind: 'grant', subProduct: 'bigData', wish: wish(), reason: '', ownerId: seller.id },
        ids.map((id) => ({ id, name: id })),
      ),
    )
  /** An attempt that dies after so many accounts. */
  function attempt(batchId: string, diesAfter = Number.POSITIVE_INFINITY, by = author()) {
    const controller = new AbortController()
    const context: JobContext<{ batchId: string; title: string }> = {
      id: '1',
      input: { batchId, title: '' },
      by,
      core: server().server.core,
      signal: controller.signal,
      progress: (done) => {
        if (done >= diesAfter) controller.abort(new Error('died'))
      },
      finish: async (_tx, outcome) => outcome,
    }
    return grantBatchJob.run(context)
  }

  it('killed half-way and run again, changes each account exactly once, all in one act', async () => {
    const ids = await many(600)
    const batchId = await begin(ids)
    await expect(attempt(batchId, 1)).rejects.toThrow('died')
    const half = await countOutcomes(db(), batchId)
    expect(half.changed).toBeGreaterThan(0)
    expect(half.waiting).toBeGreaterThan(0)
    // two attempts at once, as when one was wrongly taken for dead
    const ends = await Promise.all([attempt(batchId), attempt(batchId)])
    expect(ends).toMatchObject([{ done: 600 }, { done: 600 }])
    const changes = await changesOf(ids)
    expect(changes).toHaveLength(600)
    expect(new Set(changes.map(({ accountId }) => accountId)).size).toBe(600)
    expect(new Set(changes.map(({ actId }) => actId)).size).toBe(1)
    expect(await countOutcomes(db(), batchId)).toMatchObject({ changed: 600, waiting: 0 })
  })

  it('skips accounts that have left the scope', async () => {
    const ids = await many(2)
    const batchId = await begin(ids)
    const [first] = ids
    const owned = sql`(select member_id from ${memberAccounts} where id = ${first})`
    await db().update(members).set({ ownerId: other.id }).where(sql`${members.id} = ${owned}`)
    expect(await attempt(batchId)).toMatchObject({ done: 1, failed: 1 })
    expect(await changesOf(ids)).toHaveLength(1)
  })

  it('§6 ends without granting anything once the right is gone', async () => {
    const weak = await server().as((await makeRole(db(), 'bigData.accounts.view')).code)
    const ids = await many(2)
    const batchId = await begin(ids)
    const attempted = attempt(batchId, Number.POSITIVE_INFINITY, { ...author(), id: weak.id })
    await expect(attempted).rejects.toThrow(errors.forbidden.text)
    expect(await changesOf(ids)).toEqual([])
    expect(await countOutcomes(db(), batchId)).toMatchObject({ changed: 0, waiting: 2 })
  })
})
