// Adds or edits a staff account: form checks, the row and its links, the audit row with the difference.

import type { UserDetail, UserForm } from '#contract/organisation/users.ts'
import { checkGivenPassword, checkMobile } from '#contract/validation.ts'
import { hashPassword } from '#server/core/access/passwords.ts'
import type { Act, Announcing } from '#server/core/act.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { endSessionsOf } from '#server/features/identity/sessions.queries.ts'
import { departmentExists, findHeld } from '../roles/roles.queries.ts'
import { lockRelations } from './staff-relations.queries.ts'
import { keepAnAdministrator, refuseMoreThanHeld, requireUser } from './users.acts.ts'
import {
  findTaken,
  findUserIds,
  insertUser,
  isBelow,
  setCustomerParents,
  setDeputyRoles,
  updateUser,
} from './users.queries.ts'
import { type Complete, complete, maySave, newRoles } from './users.rules.ts'

export type UserAct = Act & Announcing

function checkForm(form: UserForm): void {
  const isNew = form.id === undefined
  checkFields({
    mobile: checkMobile(form.mobile),
    password: isNew
      ? checkGivenPassword(form.password ?? '', form.userName)
      : (form.password !== undefined && '修改密码请使用“重置密码”') || null,
    version: !isNew && form.version === undefined ? '缺少版本，请刷新后重试' : null,
  })
}

export async function checkReferences(tx: Tx, next: Complete, id: string | undefined): Promise<void> {
  const roleIds = [next.roleId, ...next.deputyRoleIds]
  const parents = [next.saleParentId, next.editParentId, ...next.customerParentIds].filter((each) => each !== null)
  const taken = await findTaken(tx, { id, userName: next.userName, mobile: next.mobile })
  const held = await findHeld(tx, roleIds)
  const people = await findUserIds(tx, parents)
  const missing = (parentId: string | null) => parentId !== null && !people.has(parentId)
  checkFields({
    userName: taken.userName ? '用户名已存在' : null,
    mobile: taken.mobile ? '手机号码已被其他账号使用' : null,
    deptId: (await departmentExists(tx, next.deptId)) ? null : '部门不存在',
    roleId: held.has(next.roleId) ? null : '角色不存在',
    deputyRoleIds: next.deputyRoleIds.every((each) => held.has(each)) ? null : '副角色不存在',
    saleParentId: missing(next.saleParentId) ? '销售上级不存在' : null,
    editParentId: missing(next.editParentId) ? '编辑上级不存在' : null,
    customerParentIds: next.customerParentIds.some(missing) ? '客服上级不存在' : null,
  })
}

/** Refuses a parent that is a subordinate of the person. */
async function checkParents(tx: Tx, id: string, next: Complete): Promise<void> {
  await lockRelations(tx)
  const closes = async (kind: 'sale' | 'edit' | 'customer', parentId: string | null) =>
    parentId !== null && (await isBelow(tx, kind, id, parentId))
  const customers = await Promise.all(next.customerParentIds.map((parentId) => closes('customer', parentId)))
  checkFields({
    saleParentId: (await closes('sale', next.saleParentId)) ? '销售上级不能是本人或其下级' : null,
    editParentId: (await closes('edit', next.editParentId)) ? '编辑上级不能是本人或其下级' : null,
    customerParentIds: customers.includes(true) ? '客服上级不能是本人或其下级' : null,
  })
}

async function writeLinks(tx: Tx, id: string, next: Complete): Promise<void> {
  await setDeputyRoles(tx, id, next.deputyRoleIds)
  await setCustomerParents(tx, id, next.customerParentIds)
}

async function add({ tx, by }: UserAct, form: UserForm, next: Complete) {
  const { deputyRoleIds, customerParentIds, ...columns } = next
  const id = await insertUser(tx, {
    ...columns,
    passwordHash: await hashPassword(form.password ?? ''),
    mustChangePassword: true,
  })
  await writeLinks(tx, id, next)
  await audit(tx, by, { action: 'user.add', targetType: 'user', targetId: id, after: next })
  return { id, version: 1 }
}

/** Runs inside `keepAnAdministrator`. 601 where the form has an older version; refuses cycles. */
export async function edit({ tx, announce, by, actor }: UserAct, form: UserForm, next: Complete, stored: UserDetail) {
  if (form.version !== stored.version) throw refuse('stale', { data: stored })
  if (stored.id === actor.id && next.status === 'disabled') throw refuse('conflict', { msg: '不能禁用自己的账号' })
  await checkParents(tx, stored.id, next)
  const { deputyRoleIds, customerParentIds, ...columns } = next
  const version = await updateUser(tx, stored.id, columns)
  await writeLinks(tx, stored.id, next)
  announce({ type: 'users', ids: [stored.id] })
  if (next.status === 'disabled') await endSessionsOf(tx, announce, [stored.id], 'disabled')
  const changed = difference({ ...stored }, next)
  await audit(tx, by, { action: 'user.edit', targetType: 'user', targetId: stored.id, ...changed })
  return { id: stored.id, version }
}

async function save(act: UserAct, form: UserForm): Promise<{ id: string; version: number }> {
  const { tx, actor } = act
  const stored = form.id === undefined ? undefined : await requireUser(tx, actor, form.id)
  if (!maySave(actor, form, stored)) throw refuse('forbidden')
  const next = complete(form, stored)
  await checkReferences(tx, next, form.id)
  await refuseMoreThanHeld(tx, actor, newRoles(next, stored), '不能授予自己没有的权限')
  return stored ? edit(act, form, next, stored) : add(act, form, next)
}

/** @returns the account's id and its new version; 601 carries the current row */
export async function saveUser(act: UserAct, form: UserForm): Promise<{ id: string; version: number }> {
  checkForm(form)
  return form.id === undefined ? save(act, form) : keepAnAdministrator(act.tx, () => save(act, form))
}
