// Several cells of one customer's matrix changed in one act, and an act taken back while nothing has changed it since.
import type { Static } from 'typebox'
import { lessens } from '../../../../contract/members/grants.ts'
import type { MatrixPreview, saveGrantMatrix } from '../../../../contract/members/matrix.ts'
import type { GrantVia } from '../../../../contract/members/members.ts'
import { subProductOf } from '../../../../contract/sub-products.ts'
import type { Actor } from '../../../core/access/actors.ts'
import { audit } from '../../../core/audit/audit.ts'
import type { Author } from '../../../core/core.ts'
import { confirmed } from '../../../core/http/confirmations.ts'
import { checkFields, refuse } from '../../../core/http/refusal.ts'
import type { Context } from '../../../core/http/serve.ts'
import type { Tx } from '../../../db/connection.ts'
import { takePlace } from '../accounts/accounts.acts.ts'
import { putAccount } from '../accounts/accounts-write.queries.ts'
import { takeEnterprise } from '../customers/customers.acts.ts'
import { refuseWithoutGrantRight } from '../grants/grant-rights.rules.ts'
import { changeGrants } from '../grants/grants.acts.ts'
import { type GrantChange, liveGrants, lockAccounts, storeAct, storeChanges, today } from '../grants/grants.queries.ts'
import { refusalOf } from '../grants/grants.rules.ts'
import { areSold } from '../grants/grants-account.queries.ts'
import {
  accountsOfAct,
  accountsOfMembers,
  changesToUndo,
  lockAct,
  lockMatrixMembers,
  markUndone,
} from './matrix.queries.ts'
import { type CellPlan, planCell } from './matrix.rules.ts'

type Body = Static<NonNullable<(typeof saveGrantMatrix)['body']>>

/** What a new account may use until somebody sets it. */
const NEW_MODULES = ['price', 'news']
/** By these an act concerns many customers at once: it is not taken back from the page of one. */
export const farVias: readonly GrantVia[] = ['batch', 'import', 'undo']

async function checkProducts(tx: Tx, changes: Body['changes']): Promise<void> {
  const ids = [...new Set(changes.flatMap(({ productIds = [] }) => productIds))]
  checkFields({ changes: (await areSold(tx, ids)) ? null : '产品不存在或已隐藏' })
}

/** Everything that the act concerns, locked, and what becomes of each cell. */
async function planAll(tx: Tx, actor: Actor, { enterpriseId, changes }: Body) {
  const memberIds = [...new Set(changes.map(({ memberId }) => memberId))]
  const before = await accountsOfMembers(tx, memberIds)
  await lockAccounts(
    tx,
    before.map(({ id }) => id),
  )
  const people = await lockMatrixMembers(tx, actor, enterpriseId, memberIds)
  if (people.length !== memberIds.length) throw refuse('notFound')
  // as they are now that nobody changes them: one may have been disabled or deleted before it was locked
  const accounts = await accountsOfMembers(tx, memberIds)
  const held = new Set(before.map(({ id }) => id))
  if (!accounts.every(({ id }) => held.has(id))) throw refuse('conflict', { msg: '数据已变化，请刷新后重试' })
  const byId = new Map(people.map((person) => [person.id, person]))
  const day = await today(tx)
  const live = Map.groupBy(
    await liveGrants(
      tx,
      accounts.map(({ id }) => id),
    ),
    ({ accountId }) => accountId,
  )
  const problems: string[] = []
  const plans: CellPlan[] = []
  for (const change of changes) {
    const person = byId.get(change.memberId)
    const account = accounts.find((each) => each.memberId === change.memberId && each.subProduct === change.subProduct)
    const { loginName = '', locked = false } = person ?? {}
    const standing = account ? (live.get(account.id) ?? []) : []
    const plan = planCell(
      change,
      {
        ...{ memberId: change.memberId, loginName, locked, accountId: account?.id ?? null },
        status: account?.status ?? 'enabled',
        live: new Map(standing.map((grant) => [grant.productId, grant])),
      },
      day,
    )
    if ('problem' in plan) problems.push(`${loginName}（${subProductOf(change.subProduct).title}）：${plan.problem}`)
    else plans.push(plan)
  }
  checkFields({ changes: problems.length > 0 ? problems.slice(0, 5).join('；') : null })
  const versions = [...live.values()].flat().map(({ id, version }) => `${id}:${version}`)
  return { plans, people: byId, versions }
}

function previewOf(plans: readonly CellPlan[]): MatrixPreview {
  const cells = plans.map(({ preview }) => preview)
  const opened = cells.filter(({ isNewAccount }) => isNewAccount).length
  const text = `变更 ${cells.length} 格授权${opened > 0 ? `，其中 ${opened} 格将新开通账号` : ''}`
  return { text, groups: [], cells }
}

/** The accounts of all cells: those that are missing are opened. */
async function accountIds(tx: Tx, plans: readonly CellPlan[], mainOf: (memberId: string) => string | null) {
  const ids = new Map<CellPlan, string>()
  for (const plan of plans) {
    const { memberId, subProduct } = plan.preview
    if (plan.accountId !== null) {
      ids.set(plan, plan.accountId)
      continue
    }
    const mainId = mainOf(memberId)
    if (mainId !== null) await takePlace(tx, mainId, subProduct)
    const account = await putAccount(tx, { memberId, subProduct, modules: NEW_MODULES })
    if (!account.isNew) throw refuse('conflict', { msg: '数据已变化，请刷新后重试' })
    ids.set(plan, account.id)
  }
  return ids
}

/** One act over all cells, confirmed first. */
export async function saveMatrix(tx: Tx, context: Context<typeof saveGrantMatrix>) {
  const { body, actor, by } = context
  const { enterpriseId, changes, reason } = body
  const keys = changes.map(({ memberId, subProduct }) => `${memberId}:${subProduct}`)
  checkFields({ changes: new Set(keys).size < keys.length ? '同一格只能变更一次' : null })
  refuseWithoutGrantRight(
    actor,
    changes.map(({ subProduct }) => subProduct),
  )
  await takeEnterprise(tx, actor, enterpriseId)
  await checkProducts(tx, changes)
  const { plans, people, versions } = await planAll(tx, actor, body)
  await confirmed(tx, context, { preview: previewOf(plans), versions })
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
  return { actId: done.actId ?? '', changed: plans.length }
}

/** Everything as it was before the act, in an act of its own; 409 where one of its grants was changed since. */
export async function undoGrantAct(tx: Tx, actor: Actor, by: Author, enterpriseId: string, actId: string) {
  await takeEnterprise(tx, actor, enterpriseId)
  const act = await lockAct(tx, actId)
  if (!act) throw refuse('notFound')
  const touched = await accountsOfAct(tx, actId)
  const accounts = await lockAccounts(
    tx,
    touched.map(({ id }) => id),
  )
  const changes = await changesToUndo(tx, actor, enterpriseId, actId)
  if (changes.length === 0 || !changes.every(({ isSeen }) => isSeen)) throw refuse('notFound')
  refuseWithoutGrantRight(
    actor,
    changes.map(({ subProduct }) => subProduct),
  )
  if (act.undoneBy !== null) throw refuse('conflict', { msg: '此变更已撤销' })
  if (farVias.includes(act.via)) throw refuse('conflict', { msg: '此变更不能在这里撤销' })
  if (!changes.every(({ isUntouched }) => isUntouched)) {
    throw refuse('conflict', { msg: '授权在此之后又有变更，不能撤销' })
  }
  if (accounts.length < touched.length) throw refuse('conflict', { msg: '涉及的账号已删除，不能撤销' })
  // what is given back is granted, and the rules of granting hold
  const refusal = changes
    .map((change) => (lessens(change.before, change.after) ? refusalOf(change) : ''))
    .find((msg) => msg !== '')
  if (refusal) throw refuse('conflict', { msg: refusal })
  const accountOf = new Map(accounts.map((account) => [account.id, account]))
  const live = await liveGrants(
    tx,
    accounts.map(({ id }) => id),
  )
  const standing = new Map(live.map((grant) => [`${grant.accountId}:${grant.productId}`, grant]))
  const back = changes.flatMap(({ accountId, productId, before }): GrantChange[] => {
    const account = accountOf.get(accountId)
    if (!account) return []
    const now = standing.get(`${accountId}:${productId}`) ?? null
    return [{ account, productId, before: now, after: before, action: before === null ? 'revoke' : 'restore' }]
  })
  const undoId = await storeAct(tx, by, { via: 'undo', reason: '' })
  await storeChanges(tx, undoId, back)
  await markUndone(tx, actId, undoId)
  const after = { act: undoId, undoes: actId, changes: back.length }
  await audit(tx, by, { action: 'grant.undo', targetType: 'enterprise', targetId: enterpriseId, after })
  return { actId: undoId, changed: new Set(back.map(({ account }) => account.id)).size }
}
