// Changes several cells of one customer's matrix in one act.
import type { Static } from 'typebox'
import type { saveGrantMatrix } from '#contract/members/matrix.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { audit } from '#server/core/audit/audit.ts'
import { databaseToday } from '#server/core/clock.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import type { Context } from '#server/core/http/serve.ts'
import type { Tx } from '#server/db/connection.ts'
import { lockPlace } from '../accounts/accounts.acts.ts'
import { countSubs, upsertAccount } from '../accounts/accounts-write.queries.ts'
import { requireEnterprise } from '../customers/customers.acts.ts'
import { previewOf } from '../grants/grant-preview.rules.ts'
import { refuseWithoutGrantRight } from '../grants/grant-rights.rules.ts'
import { changeGrants } from '../grants/grants.acts.ts'
import { liveGrants, lockAccounts } from '../grants/grants.queries.ts'
import { areShown, hiddenAmong } from '../grants/grants-account.queries.ts'
import { withoutHidden } from '../grants/hidden-products.rules.ts'
import { accountsOfMembers, lockMatrixMembers } from './matrix.queries.ts'
import { type CellPlan, type Main, planCell, wrongWith } from './matrix.rules.ts'

type Body = Static<NonNullable<(typeof saveGrantMatrix)['body']>>

/** Modules of a new account until somebody sets them. */
const NEW_MODULES = ['price', 'news']

/** Checks the changes. @returns names of those of their products that are hidden, by id */
async function checkChanges(tx: Tx, changes: Body['changes'], day: string): Promise<Map<string, string>> {
  const keys = changes.map(({ memberId, subProduct }) => `${memberId}:${subProduct}`)
  const wrong = changes.map((change) => wrongWith(change, day)).find((each) => each !== null)
  const ids = [...new Set(changes.flatMap(({ productIds = [] }) => productIds))]
  const hidden = await hiddenAmong(tx, ids)
  const left = withoutHidden(ids, hidden)
  checkFields({
    changes:
      (new Set(keys).size < keys.length && '同一会员的同一子产品只能变更一次') ||
      wrong ||
      (!(await areShown(tx, left)) && '产品不存在') ||
      null,
  })
  return new Map(hidden.map(({ id, name }) => [id, name]))
}

/** Main accounts by member and sub-product, with their places. Planned new sub-accounts are counted. */
async function mainsFor(
  tx: Tx,
  people: Awaited<ReturnType<typeof lockMatrixMembers>>,
  accounts: Awaited<ReturnType<typeof accountsOfMembers>>,
) {
  const mainIds = [...new Set(people.flatMap(({ mainId }) => mainId ?? []))]
  const used = new Map(
    (await countSubs(tx, mainIds)).map(({ mainId, subProduct, count }) => [`${mainId}:${subProduct}`, count]),
  )
  const mains = new Map<string, Main>()
  return (mainId: string, loginName: string, subProduct: SubProductKey): Main => {
    const key = `${mainId}:${subProduct}`
    const account = accounts.find((each) => each.memberId === mainId && each.subProduct === subProduct)
    const main = mains.get(key) ?? { loginName, quota: account?.subQuota ?? null, used: used.get(key) ?? 0 }
    mains.set(key, main)
    return main
  }
}

/** Locks everything that the act touches, and plans each cell. */
async function planAll(tx: Tx, actor: Actor, { enterpriseId, changes }: Body) {
  const day = await databaseToday(tx)
  const hidden = await checkChanges(tx, changes, day)
  const memberIds = [...new Set(changes.map(({ memberId }) => memberId))]
  const before = await accountsOfMembers(tx, memberIds)
  await lockAccounts(
    tx,
    before.map(({ id }) => id),
  )
  const people = await lockMatrixMembers(tx, actor, enterpriseId, memberIds)
  if (people.length !== memberIds.length) throw refuse('notFound')
  // read again under the lock: an account may have been disabled or deleted before
  const accounts = await accountsOfMembers(tx, memberIds)
  const held = new Set(before.map(({ id }) => id))
  if (!accounts.every(({ id }) => held.has(id))) throw refuse('conflict', { msg: '数据已变化，请刷新后重试' })
  const byId = new Map(people.map((person) => [person.id, person]))
  const mainOf = await mainsFor(tx, people, accounts)
  const live = Map.groupBy(
    await liveGrants(
      tx,
      accounts.map(({ id }) => id),
    ),
    ({ accountId }) => accountId,
  )
  const plans = changes.flatMap((change): CellPlan[] => {
    const person = byId.get(change.memberId)
    if (!person) return []
    const { loginName, realName, locked, mainId, mainName } = person
    const account = accounts.find((each) => each.memberId === change.memberId && each.subProduct === change.subProduct)
    const standing = account ? (live.get(account.id) ?? []) : []
    const main = mainId === null ? null : mainOf(mainId, mainName, change.subProduct)
    const plan = planCell(
      change,
      {
        loginName,
        realName,
        locked,
        accountId: account?.id ?? null,
        status: account?.status ?? 'enabled',
        live: new Map(standing.map((grant) => [grant.productId, grant])),
        main,
        hidden,
      },
      day,
    )
    if (main && !account && plan.preview.problem === null) main.used++
    return [plan]
  })
  const versions = [...live.values()].flat().map(({ id, version }) => `${id}:${version}`)
  return { plans, people: byId, versions }
}

/** The accounts of all cells, opening those that are missing. */
async function accountIds(tx: Tx, plans: readonly CellPlan[], mainOf: (memberId: string) => string | null) {
  const ids = new Map<CellPlan, string>()
  for (const plan of plans) {
    const { memberId } = plan
    const { subProduct } = plan.preview
    if (plan.accountId !== null) {
      ids.set(plan, plan.accountId)
      continue
    }
    const mainId = mainOf(memberId)
    if (mainId !== null) await lockPlace(tx, mainId, subProduct)
    const account = await upsertAccount(tx, { memberId, subProduct, modules: NEW_MODULES })
    if (!account.isNew) throw refuse('conflict', { msg: '数据已变化，请刷新后重试' })
    ids.set(plan, account.id)
  }
  return ids
}

/** One act over all cells, confirmed first. */
export async function saveMatrix(tx: Tx, context: Context<typeof saveGrantMatrix>) {
  const { body, actor, by } = context
  const { enterpriseId, changes, reason } = body
  const isTaking = changes.some(({ act }) => act === 'revoke')
  checkFields({ reason: isTaking && reason.trim() === '' ? '取消授权请填写原因' : null })
  refuseWithoutGrantRight(
    actor,
    changes.map(({ subProduct }) => subProduct),
  )
  await requireEnterprise(tx, actor, enterpriseId)
  const { plans: planned, people, versions } = await planAll(tx, actor, body)
  const preview = previewOf(planned.map((plan) => plan.preview))
  await confirmed(tx, context, { preview, versions })
  if (preview.isBlocked) throw refuse('conflict', { msg: preview.cells[0]?.problem?.msg ?? '没有需要改变的授权' })
  const plans = planned.filter((plan) => plan.preview.problem === null)
  const ids = await accountIds(tx, plans, (memberId) => people.get(memberId)?.mainId ?? null)
  const at = (plan: CellPlan) => ids.get(plan) ?? ''
  const done = await changeGrants(
    tx,
    by,
    { via: 'matrix', reason: reason.trim() },
    {
      set: plans.flatMap((plan) =>
        plan.set.map(({ productId, state }) => ({ accountId: at(plan), productId, ...state })),
      ),
      revoke: plans.flatMap((plan) => plan.revoke.map((productId) => ({ accountId: at(plan), productId }))),
    },
  )
  const after = { act: done.actId, cells: plans.length, changes: done.changes.length, reason: reason.trim() }
  await audit(tx, by, { action: 'grant.matrix', targetType: 'enterprise', targetId: enterpriseId, after })
  const left = planned
    .filter((plan) => plan.preview.problem?.fate === 'refused')
    .map(({ memberId, preview: { subProduct } }) => ({ memberId, subProduct }))
  return { actId: done.actId ?? '', changed: plans.length, left }
}
