// Decisions on staff accounts: who may act on whom, who may assign what, what an edit changes.
import { type Holdings, isAllowed } from '#contract/access.ts'
import {
  addUser,
  disableUser,
  editUser,
  openUser,
  type UserDetail,
  type UserForm,
} from '#contract/organisation/users.ts'

/** Rights of a role. */
export type Held = { isAdministrator: boolean; rights: readonly string[] }

/** Nobody assigns, or acts on, more than they hold. */
export const coversAll = (actor: Holdings, held: readonly Held[]): boolean =>
  actor.isAdministrator ||
  held.every((each) => !each.isAdministrator && each.rights.every((right) => actor.rights.has(right)))

/** The call admits people who may add or edit; this checks which right the form needs. */
export function maySave(actor: Holdings, form: UserForm, stored: UserDetail | undefined): boolean {
  if (!stored) return isAllowed(addUser, actor)
  if (!isAllowed(editUser, actor)) return false
  if (form.status === undefined || form.status === stored.status) return true
  return isAllowed((form.status === 'enabled' ? openUser : disableUser).access, actor)
}

type Saved = Omit<UserForm, 'id' | 'version' | 'password'>
/** An account after saving: omitted fields keep their values. */
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

/** Roles that saving would newly assign. */
export function newRoles(next: Complete, stored: UserDetail | undefined): string[] {
  const had = new Set(stored ? [stored.roleId, ...stored.deputyRoleIds] : [])
  return [next.roleId, ...next.deputyRoleIds].filter((id) => !had.has(id))
}
