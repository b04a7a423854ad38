// Acts on accounts of members: each locks what it changes, reads it in the actor's scope, and writes an audit row.
import type { RowInUse } from '#contract/envelope.ts'
import type { AccountForm, AccountRow, NewAccount } from '#contract/members/accounts.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { checkGivenPassword, checkMobile } from '#contract/validation.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { generatePassword, hashPassword } from '#server/core/access/passwords.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import type { Author } from '#server/core/core.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { signOutAccounts, signOutMembers } from '#server/features/entitlements/sign-in/sign-outs.queries.ts'
import { revokeGrants } from '../grants/grants.acts.ts'
import { findAccount, findAccounts } from './accounts.queries.ts'
import { checkNewAccount, checkQuota, noPlace } from './accounts.rules.ts'
import { findMemberById } from './accounts-details.queries.ts'
import {
  clearSessions,
  countSubs,
  deleteAccounts,
  deleteMembersWithout,
  findTaken,
  holdEnterprise,
  insertEnterprise,
  insertMember,
  isEnterpriseName,
  isOwnerInScope,
  lockAccountOf,
  lockLive,
  mainOf,
  recordOwner,
  updateAccount,
  updateMember,
  upsertAccount,
} from './accounts-write.queries.ts'
import { revokeKeysOf } from './data-keys.queries.ts'

export type Act = { tx: Tx; actor: Pick<Actor, 'id' | 'isAdministrator' | 'roleCodes'>; by: Author }

/** Locks an account with its member and reads it. 20404 where it does not exist or is out of scope. */
export async function requireAccount({ tx, actor }: Pick<Act, 'tx' | 'actor'>, id: string): Promise<AccountRow> {
  await lockLive(tx, [id])
  return orNotFound(await findAccount(tx, actor, id))
}

const targetOf = ({ id }: Pick<AccountRow, 'id'>) => ({ targetType: 'account', targetId: id })

/** Hashes the input, or a generated password where it is empty; `generated` is returned to the caller once. */
export async function passwordFor(password: string | undefined): Promise<{ hash: string; generated: string | null }> {
  const random = password ? null : generatePassword()
  return { hash: await hashPassword(random ?? password ?? ''), generated: random }
}

export async function checkTaken(tx: Tx, values: { id?: string; loginName: string; mobile: string }): Promise<void> {
  const taken = await findTaken(tx, values)
  checkFields({
    loginName: taken.loginName ? '登录名已存在' : null,
    mobile: taken.mobile ? '手机号码已被其他会员使用' : null,
  })
}

/** Locks the main account and throws 409 where it has no place left: of two at once one gets the last place. */
export async function lockPlace(tx: Tx, mainMemberId: string, subProduct: SubProductKey): Promise<void> {
  const main = await lockAccountOf(tx, mainMemberId, subProduct)
  if (!main) throw refuse('conflict', { msg: '主账号没有开通该子产品' })
  const subs = await countSubs(tx, [mainMemberId])
  const used = subs.find((each) => each.subProduct === subProduct)?.count ?? 0
  const full = noPlace(main.subQuota, used)
  if (full) throw refuse('conflict', { msg: full })
}

/** Takes a place of the main account where the member is a sub-account. @returns the main member's id, or null */
export async function placeFor(tx: Tx, memberId: string, subProduct: SubProductKey): Promise<string | null> {
  const mainId = await mainOf(tx, memberId)
  if (mainId !== null) await lockPlace(tx, mainId, subProduct)
  return mainId
}

async function openForMember({ tx, actor, by }: Act, form: NewAccount, memberId: string) {
  // the main account is locked before the member, as in every act
  const mainId = await placeFor(tx, memberId, form.subProduct)
  const member = orNotFound(await findMemberById(tx, actor, memberId))
  if (member.mainId !== mainId) throw refuse('conflict', { msg: '数据已变化，请刷新后重试' })
  checkFields({ subQuota: checkQuota(form, 0, mainId !== null) })
  const { subProduct, modules, subQuota } = form
  const account = await upsertAccount(tx, { memberId, subProduct, modules, subQuota })
  if (!account.isNew) throw refuse('conflict', { msg: '该会员已开通此子产品' })
  const after = { memberId, subProduct, modules, subQuota }
  await audit(tx, by, { action: 'account.add', ...targetOf(account), after })
  return { id: account.id, password: null }
}

/** The owner of a new member: as chosen, the enterprise's, or the actor (administrators: the pool); within scope. */
async function ownerFor({ tx, actor }: Act, chosen: string | null | undefined, ofEnterprise: string | null) {
  const ownerId = chosen ?? ofEnterprise ?? (actor.isAdministrator ? null : actor.id)
  if (ownerId !== null && !(await isOwnerInScope(tx, actor, ownerId))) {
    checkFields({ ownerId: chosen ? '归属人不在您的权限范围内' : '企业的归属人已禁用，请选择归属人' })
  }
  return ownerId
}

async function enterpriseFor(act: Act, form: NewAccount): Promise<{ id: string; ownerId: string | null }> {
  const { tx, actor, by } = act
  if (form.enterpriseId) {
    const found = await holdEnterprise(tx, actor, form.enterpriseId)
    if (!found) checkFields({ enterpriseId: '企业不存在' })
    return { id: form.enterpriseId, ownerId: await ownerFor(act, form.ownerId, found?.ownerId ?? null) }
  }
  const name = form.enterpriseName?.trim() ?? ''
  if (await isEnterpriseName(tx, name)) checkFields({ enterpriseName: '企业名称已存在，请选择该企业' })
  const ownerId = await ownerFor(act, form.ownerId, null)
  const id = await insertEnterprise(tx, name, ownerId)
  await audit(tx, by, { action: 'enterprise.add', targetType: 'enterprise', targetId: id, after: { name, ownerId } })
  return { id, ownerId }
}

/** Opens an account: for a new member, with a new enterprise where needed, or for an existing one. */
export async function openNewAccount(act: Act, form: NewAccount): Promise<{ id: string; password: string | null }> {
  const { tx, by } = act
  checkFields(checkNewAccount(form))
  if (form.memberId !== undefined) return openForMember(act, form, form.memberId)
  const { subProduct, modules, subQuota, loginName = '', mobile = '', email = '', remark = '' } = form
  await checkTaken(tx, { loginName, mobile })
  const enterprise = await enterpriseFor(act, form)
  const password = await passwordFor(form.password)
  const realName = form.realName?.trim() ?? ''
  const { id: enterpriseId, ownerId } = enterprise
  const person = { enterpriseId, ownerId, loginName, realName, mobile, email, remark }
  const memberId = await insertMember(tx, { ...person, passwordHash: password.hash })
  const { id } = await upsertAccount(tx, { memberId, subProduct, modules, subQuota })
  if (ownerId !== null) await recordOwner(tx, by, { memberId, fromId: null, toId: ownerId, reason: '开通账号' })
  const after = { ...person, memberId, subProduct, modules, subQuota }
  await audit(tx, by, { action: 'account.add', targetType: 'account', targetId: id, after })
  return { id, password: password.generated }
}

/** 601 with the stored row where somebody else has saved since. */
export async function saveAccountForm(act: Act, form: AccountForm): Promise<{ id: string; version: number }> {
  const { tx, actor, by } = act
  const stored = await requireAccount(act, form.id)
  if (stored.version !== form.version) throw refuse('stale', { data: stored })
  checkFields({
    mobile: checkMobile(form.mobile),
    subQuota: checkQuota(form, stored.subUsed, stored.mainName !== ''),
  })
  await checkTaken(tx, { id: stored.memberId, loginName: form.loginName, mobile: form.mobile })
  const { loginName, mobile, email, remark, modules, subQuota } = form
  const person = { loginName, realName: form.realName.trim(), mobile, email, remark }
  await updateMember(tx, stored.memberId, person)
  await updateAccount(tx, stored.id, { modules, subQuota })
  const changed = difference({ ...stored }, { ...person, modules, subQuota })
  await audit(tx, by, { action: 'account.edit', ...targetOf(stored), ...changed })
  const after = await findAccount(tx, actor, stored.id)
  return { id: stored.id, version: after?.version ?? 0 }
}

/** Ends the member's sessions in all sub-products, also in those with a sign-in of their own. */
export async function endMember(tx: Tx, memberId: string): Promise<void> {
  await clearSessions(tx, memberId)
  await signOutMembers(tx, [memberId])
}

/** Disables or enables the account alone; disabling ends its sessions. */
export async function setStatus({ tx, by }: Act, row: Pick<AccountRow, 'id' | 'status'>, status: AccountRow['status']) {
  await updateAccount(tx, row.id, { status })
  if (status === 'disabled') await signOutAccounts(tx, [row.id])
  const action = status === 'enabled' ? 'account.open' : 'account.disable'
  await audit(tx, by, { action, ...targetOf(row), before: { status: row.status }, after: { status } })
}

/** Locks or unlocks the member in every sub-product; locking ends their sessions. */
export async function setLocked({ tx, by }: Act, { id, memberId, locked: was }: AccountRow, locked: boolean) {
  await updateMember(tx, memberId, { locked })
  if (locked) await endMember(tx, memberId)
  const action = locked ? 'member.lock' : 'member.unLock'
  await audit(tx, by, { action, ...targetOf({ id }), before: { locked: was }, after: { memberId, locked } })
}

export async function givePassword(
  { tx, by }: Act,
  row: Pick<AccountRow, 'id' | 'memberId' | 'loginName'>,
  password: string,
): Promise<{ id: string; password: string | null }> {
  checkFields({ password: password ? checkGivenPassword(password, row.loginName) : null })
  const { hash, generated } = await passwordFor(password)
  await updateMember(tx, row.memberId, { passwordHash: hash })
  await endMember(tx, row.memberId)
  await audit(tx, by, { action: 'member.setPassword', ...targetOf(row), after: { memberId: row.memberId } })
  return { id: row.id, password: generated }
}

/** Accounts of one sub-product, locked and in scope; 20404 where one is not. */
export async function requireAccounts(
  act: Act,
  ids: readonly string[],
  subProduct: SubProductKey,
): Promise<AccountRow[]> {
  await lockLive(act.tx, ids)
  const found = new Map((await findAccounts(act.tx, act.actor, ids)).map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = found.get(id)
    if (row?.subProduct !== subProduct) throw refuse('notFound')
    return row
  })
}

/** 603 where a main account still has sub-accounts. */
export function refuseMains(rows: readonly AccountRow[]): void {
  const inUse = rows.filter(({ subUsed }) => subUsed > 0)
  if (inUse.length === 0) return
  const data: RowInUse[] = inUse.map(({ id, realName, loginName, subUsed }) => ({
    id,
    name: `${realName}（${loginName}）`,
    by: [{ kind: '子账号', count: subUsed }],
  }))
  throw refuse('inUse', { data })
}

/** Revokes their grants and deletes the accounts; a member is deleted with the last one. */
export async function removeRows({ tx, by }: Act, rows: readonly AccountRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const via = rows.length > 1 ? 'batch' : 'single'
  await revokeGrants(tx, by, { via, reason: '删除账号' }, ids)
  await revokeKeysOf(tx, ids)
  await deleteAccounts(tx, ids)
  await signOutAccounts(tx, ids)
  const deleted = await deleteMembersWithout(
    tx,
    rows.map(({ memberId }) => memberId),
  )
  const deletedIds = new Set(deleted.map(({ id }) => id))
  await signOutMembers(tx, [...deletedIds])
  for (const { id, memberId, loginName, subProduct, grants } of rows) {
    const before = { memberId, loginName, subProduct, grants }
    const after = { memberDeleted: deletedIds.has(memberId) }
    await audit(tx, by, { action: 'account.delete', ...targetOf({ id }), before, after })
  }
}

/** The preview of a deletion. */
export function removalPreview(rows: readonly AccountRow[]) {
  const revoked = rows.filter(({ grants }) => grants > 0)
  const nameOf = ({ realName, loginName }: AccountRow) => `${realName}（${loginName}）`
  const grants = revoked.reduce((sum, row) => sum + row.grants, 0)
  const after = '删除后不能登录此子产品；在其他子产品也没有账号的会员一并删除。'
  return {
    text:
      grants > 0
        ? `删除 ${rows.length} 个账号，同时取消 ${grants} 项授权。${after}`
        : `删除 ${rows.length} 个账号。${after}`,
    groups: [
      { title: '仍有授权的账号', count: revoked.length, names: revoked.slice(0, 20).map(nameOf) },
      ...(revoked.length < rows.length
        ? [
            {
              title: '没有授权的账号',
              count: rows.length - revoked.length,
              names: rows
                .filter(({ grants: held }) => held === 0)
                .slice(0, 20)
                .map(nameOf),
            },
          ]
        : []),
    ].filter(({ count }) => count > 0),
  }
}
