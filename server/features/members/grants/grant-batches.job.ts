// Runs a batch of grants: some accounts in each transaction, which also stores the progress, so that a job that died or
// was stopped resumes there and does nothing twice.
import { isAllowed } from '#contract/access.ts'
import { Fields, Id, Text } from '#contract/fields.ts'
import type { BatchGrantWish } from '#contract/members/grant-batches.ts'
import type { Person } from '#server/core/access/actors.ts'
import { databaseToday } from '#server/core/clock.ts'
import { type Author, transact } from '#server/core/core.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import { job, type Outcome } from '#server/core/jobs/jobs.ts'
import type { Tx } from '#server/db/connection.ts'
import { countOutcomes, lockBatch, setAct, storeOutcomes, waitingRows } from './grant-batches.queries.ts'
import { planFor, rightFor, targetsOf } from './grant-batches.rules.ts'
import { refused } from './grant-preview.rules.ts'
import { findAct } from './grant-undo.queries.ts'
import { extendGrants, type GrantAct, type GrantResult, giveGrants, revokeGrants } from './grants.acts.ts'
import { liveGrants, lockAccounts } from './grants.queries.ts'
import { findGrantees } from './grants-account.queries.ts'

/** About how many grants one transaction changes; and how many accounts at most. */
const CHUNK_GRANTS = 4_000
const CHUNK_ACCOUNTS = 250

type Batch = NonNullable<Awaited<ReturnType<typeof lockBatch>>>

function chunkOf({ wish }: Batch): number {
  const products = 'productIds' in wish ? Math.max(1, wish.productIds.length) : 1
  return Math.max(1, Math.min(CHUNK_ACCOUNTS, Math.floor(CHUNK_GRANTS / products)))
}

function apply(tx: Tx, by: Author, { kind, wish, reason, actId }: Batch, ids: readonly string[]): Promise<GrantResult> {
  const act: GrantAct = { via: 'batch', reason, ...(actId !== null && { id: actId }) }
  if ('days' in wish) return extendGrants(tx, by, act, ids, wish.days, wish.trialKind)
  if (kind === 'revoke') return revokeGrants(tx, by, act, ids, wish.productIds.length > 0 ? wish.productIds : undefined)
  const { productIds, kind: grantKind, startsOn, endsOn, quota } = wish as BatchGrantWish
  const state = { kind: grantKind, startsOn, endsOn, quota }
  const requested = ids.flatMap((accountId) =>
    targetsOf(productIds).map((productId) => ({ accountId, productId, ...state })),
  )
  return giveGrants(tx, by, act, requested)
}

/** Processes the next accounts. @returns how many; 0 where none is left */
async function tryNext(tx: Tx, by: Author, actor: Person, batchId: string): Promise<number> {
  const batch = orNotFound(await lockBatch(tx, batchId))
  const act = batch.actId === null ? undefined : await findAct(tx, batch.actId)
  if (act?.undoneBy) throw refuse('conflict', { msg: '批次已撤销，其余账号不再办理' })
  const rows = await waitingRows(tx, batchId, chunkOf(batch))
  if (rows.length === 0) return 0
  const ids = rows.map(({ accountId }) => accountId)
  await lockAccounts(tx, ids)
  const grantees = new Map((await findGrantees(tx, actor, ids)).map((each) => [each.id, each]))
  const live = Map.groupBy(await liveGrants(tx, ids), ({ accountId }) => accountId)
  const day = await databaseToday(tx)
  const plans = rows.map(({ place, accountId }) => {
    const account = grantees.get(accountId)
    const problem = account
      ? planFor(batch, account, live.get(accountId) ?? [], day).problem
      : refused('账号不存在或已不归您负责')
    return { problem, place, accountId }
  })
  const done = plans.flatMap(({ problem, accountId }) => (problem === null ? [accountId] : []))
  const { actId } = await apply(tx, by, batch, done)
  if (batch.actId === null && actId !== null) await setAct(tx, batchId, actId)
  await storeOutcomes(
    tx,
    batchId,
    plans.map(({ place, problem }) => ({ place, state: problem?.fate ?? 'changed', msg: problem?.msg ?? '' })),
  )
  return rows.length
}

export const grantBatchJob = job({
  name: 'members.grantBatch',
  input: Fields({ batchId: Id('批次'), title: Text('标题', 100) }),
  title: ({ title }) => title,
  run: async ({ input: { batchId }, by, core, signal, progress, finish }): Promise<Outcome> => {
    for (;;) {
      signal.throwIfAborted()
      const actor = by.id === null ? null : await core.actors.person(by.id)
      const tried = await transact(core, async (tx) => {
        const batch = await lockBatch(tx, batchId)
        if (!batch || !actor || !isAllowed(rightFor(batch.kind), actor, batch.subProduct)) throw refuse('forbidden')
        return tryNext(tx, by, actor, batchId)
      })
      const { total, waiting } = await countOutcomes(core.db, batchId)
      progress(total - waiting, total, '正在办理')
      if (tried === 0) break
    }
    return transact(core, async (tx) => {
      const { changed, unchanged, refused } = await countOutcomes(tx, batchId)
      const parts = [`${changed} 个账号已办理`]
      if (unchanged > 0) parts.push(`${unchanged} 个没有变化`)
      if (refused > 0) parts.push(`${refused} 个未能办理`)
      return finish(tx, { done: changed + unchanged, failed: refused, message: parts.join('，') })
    })
  },
})
