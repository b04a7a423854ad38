// Decisions on staff accounts: who may act on whom, who may give what, what an edit changes.
import { type Holdings, isAllowed } from '../../../../contract/access.ts'
import {
  addUser,
  disableUser,
  editUser,
  openUser,
  type UserDetail,
  type UserForm,
} from '../../../../contract/organisation/users.ts'

/** What a role holds. */
export type Held = { isAdministrator: boolean; rights: readonly string[] }

/** Nobody grants, or acts on, more than they hold themselves. */
export const coversAll = (actor: Holdings, held: readonly Held[]): boolean =>
  actor.isAdministrator ||
  held.every((each) => !each.isAdministrator && each.rights.every((right) => actor.rights.has(right)))

/** The right that saving needs: the call admits those who may add or edit, this tells which it is. */
export function maySave(actor: Holdings, form: UserForm, stored: UserDetail | undefined): boolean {
  if (!stored) return isAllowed(addUser, actor)
  if (!isAllowed(editUser, actor)) return false
  if (form.status === undefined || form.status === stored.status) return true
  return isAllowed((form.status === 'enabled' ? openUser : disableUser).access, actor)
}

type Saved = Omit<UserForm, 'id' | 'version' | 'password'>
/** An account as it would stand after saving: what the form leaves out stays as it is. */
export type Complete = { [K in keyof Saved]-?: Exclude<Saved[K], undefined> }

export function complete(form: UserForm, stored: UserDetail | undefined): Complete {
  const { saleParentId = stored?.saleParentId ?? null, editParentId = stored?.editParentId ?? null } = form
  const { expiresAt = stored?.expiresAt ?? null, status = stored?.status ?? 'enabled' } = form
  const deputies = form.deputyRoleIds ?? stored?.deputyRoleIds ?? []
  return {
    userName: form.userName,
    realName: form.realName.trim(),
    mobile: form.mobile,
    email: form.email ?? stored?.email ?? '',
    deptId: form.deptId,
    roleId: form.roleId,
    deputyRoleIds: deputies.filter((id) => id !== form.roleId).toSorted(),
    saleParentId,
    editParentId,
    customerParentIds: (form.customerParentIds ?? stored?.customerParentIds ?? []).toSorted(),
    status,
    expiresAt,
    remark: form.remark ?? stored?.remark ?? '',
  }
}

/** Roles that saving would newly give. */
export function newRoles(next: Complete, stored: UserDetail | undefined): string[] {
  const had = new Set(stored ? [stored.roleId, ...stored.deputyRoleIds] : [])
  return [next.roleId, ...next.deputyRoleIds].filter((id) => !had.has(id))
}
