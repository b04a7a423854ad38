// Acts on sub-accounts. Places of a main account are counted under its lock, in every sub-product that an act touches.
import type { RowOutcome } from '#contract/envelope.ts'
import type { AccountRow } from '#contract/members/accounts.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { checkMobile } from '#contract/validation.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import { attemptEach } from '#server/core/http/outcomes.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { lockAccounts } from '../grants/grants.queries.ts'
import { type Act, checkTaken, lockPlace, passwordFor, requireAccount, requireAccounts } from './accounts.acts.ts'
import { findAccount } from './accounts.queries.ts'
import { checkPerson } from './accounts.rules.ts'
import {
  insertMember,
  liveAccountsOf,
  memberIdsOf,
  recordOwner,
  updateMember,
  upsertAccount,
} from './accounts-write.queries.ts'
import { leaveMain, linkBelow } from './sub-accounts.queries.ts'

const nameOf = ({ realName, loginName }: AccountRow) => `${realName}（${loginName}）`

/** A sub-account in scope, locked: 20404 for a main one, which has acts of its own. */
export async function requireSub(act: Act, id: string): Promise<AccountRow> {
  const row = await requireAccount(act, id)
  if (!row.mainName) throw refuse('notFound')
  return row
}

export async function requireSubs(act: Act, ids: readonly string[], subProduct: SubProductKey): Promise<AccountRow[]> {
  const rows = await requireAccounts(act, ids, subProduct)
  if (rows.some(({ mainName }) => !mainName)) throw refuse('notFound')
  return rows
}

async function requireMain(act: Act, id: string): Promise<AccountRow> {
  const row = await requireAccount(act, id)
  if (row.mainName) throw refuse('notFound')
  return row
}

type Person = { loginName: string; realName: string; mobile: string; email: string; remark: string }
type NewSub = Person & { mainId: string; password?: string | undefined }

export async function openSub(act: Act, form: NewSub): Promise<{ id: string; password: string | null }> {
  const { tx, by } = act
  checkFields(checkPerson(form))
  const main = await requireMain(act, form.mainId)
  await lockPlace(tx, main.memberId, main.subProduct)
  await checkTaken(tx, form)
  const password = await passwordFor(form.password)
  const { loginName, mobile, email, remark } = form
  const { enterpriseId, ownerId, subProduct, modules } = main
  const person = { loginName, realName: form.realName.trim(), mobile, email, remark }
  const memberId = await insertMember(tx, {
    ...person,
    enterpriseId,
    ownerId,
    mainId: main.memberId,
    source: 'subAccount',
    passwordHash: password.hash,
  })
  const { id } = await upsertAccount(tx, {
    memberId,
    subProduct,
    modules: modules as typeof modules,
    subQuota: 0,
  })
  const after = { ...person, memberId, subProduct, mainId: main.memberId, main: main.loginName }
  await audit(tx, by, { action: 'subAccount.add', targetType: 'account', targetId: id, after })
  return { id, password: password.generated }
}

export async function saveSub(act: Act, form: Person & { id: string; version: number }) {
  const { tx, actor, by } = act
  const stored = await requireSub(act, form.id)
  if (stored.version !== form.version) throw refuse('stale', { data: stored })
  checkFields({ mobile: checkMobile(form.mobile) })
  await checkTaken(tx, { id: stored.memberId, loginName: form.loginName, mobile: form.mobile })
  const { loginName, mobile, email, remark } = form
  const person = { loginName, realName: form.realName.trim(), mobile, email, remark }
  await updateMember(tx, stored.memberId, person)
  const changed = difference({ ...stored }, person)
  await audit(tx, by, { action: 'subAccount.edit', targetType: 'account', targetId: stored.id, ...changed })
  const after = await findAccount(tx, actor, stored.id)
  return { id: stored.id, version: after?.version ?? 0 }
}

type Move = { fromId: string; toId: string; toIds: readonly string[]; backIds: readonly string[] }

/**
 * Moves sub-accounts between two main accounts of one enterprise, both ways. A member moves with every account, so that
 * the other main account needs a place in each of these sub-products.
 */
export async function moveSubs(act: Act, subProduct: SubProductKey, moving: Move): Promise<RowOutcome[]> {
  const { tx, by } = act
  const { fromId, toId, toIds, backIds } = moving
  checkFields({
    toId: fromId === toId ? '请选择另一个主账号' : null,
    toIds: toIds.length + backIds.length === 0 ? '请选择要移动的子账号' : null,
    backIds: backIds.some((id) => toIds.includes(id)) ? '同一子账号不能同时移入和移回' : null,
  })
  // before any member: both main accounts in every sub-product, with the accounts that move
  const mains = await liveAccountsOf(tx, await memberIdsOf(tx, [fromId, toId]))
  await lockAccounts(tx, [fromId, toId, ...toIds, ...backIds, ...mains.map(({ id }) => id)])
  const rows = await requireAccounts(act, [fromId, toId, ...toIds, ...backIds], subProduct)
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const [from, to] = [rowOf.get(fromId), rowOf.get(toId)]
  if (!from || !to || from.mainName || to.mainName) throw refuse('notFound')
  if (from.enterpriseId !== to.enterpriseId) throw refuse('conflict', { msg: '只能在同一企业的主账号之间移动' })
  const sides = [
    ...backIds.map((id) => ({ id, main: from, before: to })),
    ...toIds.map((id) => ({ id, main: to, before: from })),
  ]
  const all = sides.map((each) => ({ ...each, name: nameOf(rowOf.get(each.id) ?? each.main) }))
  type Side = (typeof all)[number]
  const move = async (inner: Tx, { id, main, before }: Side) => {
    const row = rowOf.get(id)
    if (row?.mainName !== before.loginName) throw refuse('conflict', { msg: '已不在原主账号下' })
    for (const account of await liveAccountsOf(inner, [row.memberId]))
      await lockPlace(inner, main.memberId, account.subProduct)
    await linkBelow(inner, row.memberId, main)
    if (row.ownerId !== main.ownerId) {
      const change = { memberId: row.memberId, fromId: row.ownerId, toId: main.ownerId }
      await recordOwner(inner, by, { ...change, reason: `移动到主账号“${main.loginName}”` })
    }
    await audit(inner, by, {
      action: 'subAccount.move',
      targetType: 'account',
      targetId: id,
      before: { main: before.loginName },
      after: { main: main.loginName },
    })
  }
  const first = await attemptEach(tx, all, move)
  const last = new Map(first.map((each) => [each.id, each]))
  const failed = () => all.filter(({ id }) => last.get(id)?.ok === false)
  // moves of the first pass may have freed places
  if (failed().length < all.length) for (const each of await attemptEach(tx, failed(), move)) last.set(each.id, each)
  // two full main accounts: one of each side at a time, both places free before either is taken
  const [back, there] = [backIds, toIds].map((ids) => failed().filter(({ id }) => ids.includes(id))) as [Side[], Side[]]
  const pairs = back.flatMap((side, at) => (there[at] ? [{ ...side, pair: [side, there[at]] }] : []))
  const swapped = await attemptEach(tx, pairs, async (inner, { pair }) => {
    for (const { id } of pair) await leaveMain(inner, rowOf.get(id)?.memberId ?? '')
    for (const side of pair) await move(inner, side)
  })
  for (const [at, { ok }] of swapped.entries())
    if (ok) for (const { id, name } of pairs[at]?.pair ?? []) last.set(id, { id, name, ok, msg: '' })
  return first.map((each) => last.get(each.id) ?? each)
}
