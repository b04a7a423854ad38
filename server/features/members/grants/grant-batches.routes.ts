// Batches of grants over HTTP: a preview of each account first, then the job that does it, and its outcome.
import type { AccountQuery } from '#contract/members/accounts.ts'
import {
  BATCH_ACCOUNTS,
  type BatchKind,
  type BatchWish,
  batchExtend,
  batchGrant,
  batchKindLabels,
  batchRevoke,
  getBatchOutcome,
} from '#contract/members/grant-batches.ts'
import type { CellPreview } from '#contract/members/grant-preview.ts'
import { checkPeriod } from '#contract/members/grants.ts'
import { subProductOf } from '#contract/sub-products.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { audit } from '#server/core/audit/audit.ts'
import { databaseToday } from '#server/core/clock.ts'
import { transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { type Context, serve } from '#server/core/http/serve.ts'
import { startJob } from '#server/core/jobs/jobs.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { foundAccounts } from '../accounts/accounts-found.queries.ts'
import { grantBatchJob } from './grant-batches.job.ts'
import { countOutcomes, findBatch, insertBatch, triedRows } from './grant-batches.queries.ts'
import { type BatchTask, planFor } from './grant-batches.rules.ts'
import { previewOf } from './grant-preview.rules.ts'
import { liveGrants } from './grants.queries.ts'
import { findGrantees, findShownProducts, type Grantee } from './grants-account.queries.ts'

type BatchInput = {
  subProduct: Grantee['subProduct']
  accountIds?: string[]
  query?: AccountQuery
  wish: BatchWish
  reason: string
}
type Started = Context<typeof batchGrant | typeof batchExtend | typeof batchRevoke>

/** The chosen accounts: those named, or those that the list finds with that query in the same scope. */
async function chosenIds(db: Db, actor: Actor, { subProduct, accountIds, query }: BatchInput): Promise<string[]> {
  checkFields({
    accountIds: (accountIds === undefined) === (query === undefined) ? '请选择账号' : null,
    query: query && query.subProduct !== subProduct ? '子产品与筛选条件不一致' : null,
  })
  return query ? foundAccounts(db, actor, query, BATCH_ACCOUNTS) : (accountIds ?? [])
}

async function checkInput(
  tx: Tx,
  { subProduct, wish, reason }: BatchInput,
  kind: BatchKind,
  day: string,
): Promise<void> {
  const isWhole = subProductOf(subProduct).grantsBy === 'whole'
  const ids = 'productIds' in wish ? wish.productIds : []
  const shown =
    kind === 'grant' ? await findShownProducts(tx, { productIds: ids, categoryIds: [] }, ids.length + 1) : ids
  checkFields({
    productIds:
      (isWhole && ids.length > 0 && '此子产品只能整体授权') ||
      (kind === 'grant' && !isWhole && ids.length === 0 && '请选择要授权的产品') ||
      (shown.length < ids.length && '产品不存在或已隐藏') ||
      null,
    endsOn:
      'endsOn' in wish
        ? (checkPeriod(wish.startsOn, wish.endsOn, day) ?? (wish.endsOn < day ? '截止日期不能早于今天' : null))
        : null,
    reason: kind === 'revoke' && reason.trim() === '' ? '取消授权请填写原因' : null,
  })
}

/** The planned change of each account. */
async function cellsFor(tx: Tx, task: BatchTask, accounts: readonly Grantee[], day: string): Promise<CellPreview[]> {
  const ids = accounts.map(({ id }) => id)
  const live = Map.groupBy(await liveGrants(tx, ids), ({ accountId }) => accountId)
  return accounts.map((account) => {
    const { id, loginName, realName, subProduct } = account
    const plan = planFor(task, account, live.get(id) ?? [], day)
    return { key: id, loginName, realName, subProduct, act: task.kind, isNewAccount: false, ...plan }
  })
}

async function start(context: Started, kind: BatchKind) {
  const { actor, by, core, db } = context
  const body: BatchInput = context.body
  const ids = await chosenIds(db, actor, body)
  return transact(core, async (tx) => {
    const day = await databaseToday(tx)
    await checkInput(tx, body, kind, day)
    const accounts = await findGrantees(tx, actor, ids)
    const isOf = ({ subProduct }: Grantee) => subProduct === body.subProduct
    if (accounts.length !== ids.length || !accounts.every(isOf)) throw refuse('notFound')
    const { wish, subProduct } = body
    const reason = body.reason.trim()
    const cells = await cellsFor(tx, { kind, wish }, accounts, day)
    const preview = previewOf(cells)
    const versions = accounts.map(({ id, version }) => `${id}:${version}`)
    await confirmed(tx, context, { preview, versions })
    if (preview.isBlocked) throw refuse('conflict', { msg: preview.cells[0]?.problem?.msg ?? '没有需要改变的授权' })
    const title = `${batchKindLabels[kind]}（${subProductOf(subProduct).title}，${cells.length} 个账号）`
    const rows = cells.map(({ key, realName, loginName }) => ({ id: key, name: `${realName}（${loginName}）` }))
    const id = await insertBatch(tx, { kind, subProduct, wish, reason, ownerId: actor.id }, rows)
    const jobId = await startJob(tx, grantBatchJob, { batchId: id, title }, by)
    const changing = cells.filter(({ problem }) => problem === null).length
    const after = { kind, subProduct, accounts: cells.length, changing, wish, reason }
    await audit(tx, by, { action: 'grantBatch.start', targetType: 'grantBatch', targetId: id, after })
    return { id, jobId }
  })
}

export const routes = [
  serve(batchGrant, (context) => start(context, 'grant')),
  serve(batchExtend, (context) => start(context, 'extend')),
  serve(batchRevoke, (context) => start(context, 'revoke')),

  serve(
    getBatchOutcome,
    async ({ body: { id }, db, actor }) => {
      const batch = await findBatch(db, id)
      if (batch?.ownerId !== actor.id) throw refuse('notFound')
      return { actId: batch.actId, ...(await countOutcomes(db, id)), rows: await triedRows(db, id) }
    },
    { subProductOf: async ({ body: { id }, db }) => (await findBatch(db, id))?.subProduct ?? null },
  ),
]
