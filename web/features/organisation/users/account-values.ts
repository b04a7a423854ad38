// Form values of a staff account: conversion from the stored row and to the call, and comparison with a newer version.
import type { UserDetail, UserForm } from '#contract/organisation/users.ts'
import type { Difference } from '#web/kit/dialog/conflict-dialog.tsx'
import { isSame } from '#web/kit/form/merge-versions.ts'

export type AccountValues = {
  userName: string
  realName: string
  mobile: string
  email: string
  password: string
  deptId: string | null
  roleId: string | null
  deputyRoleIds: string[]
  saleParentId: string | null
  editParentId: string | null
  customerParentIds: string[]
  status: UserDetail['status']
  expiresAt: string | null
  remark: string
}

export const newAccount: AccountValues = {
  userName: '',
  realName: '',
  mobile: '',
  email: '',
  password: '',
  deptId: null,
  roleId: null,
  deputyRoleIds: [],
  saleParentId: null,
  editParentId: null,
  customerParentIds: [],
  status: 'enabled',
  expiresAt: null,
  remark: '',
}

export function valuesOf(user: UserDetail): AccountValues {
  const { userName, realName, mobile, email, deptId, roleId, status, expiresAt, remark } = user
  const { deputyRoleIds, saleParentId, editParentId, customerParentIds } = user
  const organisation = { deptId, roleId, deputyRoleIds, saleParentId, editParentId, customerParentIds }
  return { userName, realName, mobile, email, password: '', ...organisation, status, expiresAt, remark }
}

/** Input of the call: with `of` an edit of that version, otherwise a new account with a password. */
export function formOf(values: AccountValues, of: Pick<UserDetail, 'id' | 'version'> | undefined): UserForm {
  const { password, deptId, roleId, deputyRoleIds, ...rest } = values
  return {
    ...rest,
    deptId: deptId ?? '',
    roleId: roleId ?? '',
    deputyRoleIds: deputyRoleIds.filter((id) => id !== roleId),
    ...(of ? { id: of.id, version: of.version } : { password }),
  }
}

/** Looks up names of referenced ids. */
export type AccountNames = Record<'dept' | 'role' | 'person', (id: string) => string>

const NONE = '—'

/** The fields in which the typed values differ from the newer version. */
export function differencesOf(
  mine: AccountValues,
  base: AccountValues,
  theirs: AccountValues,
  names: AccountNames,
): Difference[] {
  const text = (value: string) => value || NONE
  const one = (name: (id: string) => string) => (id: string | null) => (id ? name(id) : NONE)
  const many = (name: (id: string) => string) => (ids: string[]) => ids.map(name).sort().join('、') || NONE
  const differing = <K extends keyof AccountValues>(
    key: K,
    label: string,
    show: (value: AccountValues[K]) => string,
  ) => {
    const shown = { mine: show(mine[key]), theirs: show(theirs[key]) }
    return shown.mine === shown.theirs ? [] : [{ key, label, ...shown, isMine: !isSame(mine[key], base[key]) }]
  }
  return [
    ...differing('userName', '用户名', text),
    ...differing('realName', '姓名', text),
    ...differing('mobile', '手机号码', text),
    ...differing('email', '邮箱', text),
    ...differing('deptId', '部门', one(names.dept)),
    ...differing('roleId', '角色', one(names.role)),
    ...differing('deputyRoleIds', '副角色', many(names.role)),
    ...differing('saleParentId', '销售上级', one(names.person)),
    ...differing('editParentId', '编辑上级', one(names.person)),
    ...differing('customerParentIds', '客服上级', many(names.person)),
    ...differing('status', '状态', (status) => (status === 'enabled' ? '启用' : '已禁用')),
    ...differing('expiresAt', '有效期', (day) => day ?? '长期'),
    ...differing('remark', '备注', text),
  ]
}
