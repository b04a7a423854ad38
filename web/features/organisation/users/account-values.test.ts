import { describe, expect, it } from 'vitest'
import type { UserDetail } from '#contract/organisation/users.ts'
import { type AccountNames, differencesOf, formOf, newAccount, valuesOf } from './account-values.ts'

const stored: UserDetail = {
  id: '12',
  version: 3,
  userName: 'zhangsan',
  realName: '张三',
  mobile: '13800000000',
  email: '',
  deptId: '2',
  deptName: '销售部',
  roleId: '6',
  roleName: '销售',
  status: 'enabled',
  locked: false,
  expiresAt: null,
  lastSignInAt: null,
  createdAt: '2026-01-01T08:00:00+08:00',
  remark: '',
  isWxBound: false,
  hasAssistant: false,
  hasSecondFactor: false,
  deputyRoleIds: ['7', '8'],
  saleParentId: '5',
  editParentId: null,
  customerParentIds: [],
}
const names: AccountNames = {
  dept: (id) => `部门${id}`,
  role: (id) => `角色${id}`,
  person: (id) => `人员${id}`,
}

describe('the account form', () => {
  it('sends an edit with id and version, and never a password', () => {
    const sent = formOf({ ...valuesOf(stored), realName: '张叁' }, stored)
    expect(sent).toMatchObject({ id: '12', version: 3, realName: '张叁', deputyRoleIds: ['7', '8'] })
    expect(sent).not.toHaveProperty('password')
  })

  it('sends a new account with its password, without id and version', () => {
    const sent = formOf({ ...newAccount, userName: 'lisi', password: 'Abc@12345', deptId: '2', roleId: '6' }, undefined)
    expect(sent).toMatchObject({ userName: 'lisi', password: 'Abc@12345', deptId: '2', roleId: '6' })
    expect(sent).not.toHaveProperty('id')
    expect(sent).not.toHaveProperty('version')
  })

  it('does not send the main role as a deputy role', () => {
    expect(formOf({ ...valuesOf(stored), roleId: '7' }, stored).deputyRoleIds).toEqual(['8'])
  })
})

describe('two versions of an account', () => {
  const base = valuesOf(stored)

  it('are equal regardless of the order of roles', () => {
    const theirs = valuesOf({ ...stored, deputyRoleIds: ['8', '7'] })
    expect(differencesOf(base, base, theirs, names)).toEqual([])
  })

  it('list the fields that differ, with names instead of ids, and who changed them', () => {
    const mine = { ...base, realName: '张叁', deputyRoleIds: ['7'] }
    const theirs = valuesOf({ ...stored, saleParentId: null, expiresAt: '2027-01-31', status: 'disabled' })
    expect(differencesOf(mine, base, theirs, names)).toEqual([
      { key: 'realName', label: '姓名', mine: '张叁', theirs: '张三', isMine: true },
      { key: 'deputyRoleIds', label: '副角色', mine: '角色7', theirs: '角色7、角色8', isMine: true },
      { key: 'saleParentId', label: '销售上级', mine: '人员5', theirs: '—', isMine: false },
      { key: 'status', label: '状态', mine: '启用', theirs: '已禁用', isMine: false },
      { key: 'expiresAt', label: '有效期', mine: '长期', theirs: '2027-01-31', isMine: false },
    ])
  })
})
