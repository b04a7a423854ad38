import { expect, test } from 'vitest'
import { can, isAllowed } from '#contract/access.ts'
import type { MenuButtons, MenuNode } from '#contract/organisation/users.ts'
import { holdingsOf, holdsOneOf, permissionChange } from './permissions.rules.ts'

const button = (alias: string) => ({ code: `userList.${alias}`, alias })
const holding = (...aliases: string[]): MenuButtons[] => [{ id: '1', code: 'userList', children: aliases.map(button) }]

test('§6 only granted buttons may be pressed', () => {
  const holdings = holdingsOf('sales', holding('view', 'add'))
  expect(isAllowed(can('userList', 'view'), holdings)).toBe(true)
  expect(isAllowed(can('userList', 'add'), holdings)).toBe(true)
  expect(isAllowed(can('userList', 'delete'), holdings)).toBe(false)
  expect(isAllowed(can('role', 'add'), holdings)).toBe(false)
})

test('§6 administrator passes every check, and dateEdit passes its menu', () => {
  expect(isAllowed(can('role', 'delete'), holdingsOf('administrator', []))).toBe(true)
  const dateEdit = holdingsOf('sales', holding('dateEdit'))
  expect(isAllowed(can('userList', 'delete'), dateEdit)).toBe(true)
  expect(isAllowed(can('role', 'delete'), dateEdit)).toBe(false)
})

test('§6 the codes of all menus are one set of allowed codes', () => {
  const two = [...holding('view'), { id: '2', code: 'bigData.accounts', children: [button('view'), button('empower')] }]
  expect([...holdingsOf('sales', two).rights]).toEqual([
    'userList:view',
    'bigData.accounts:view',
    'bigData.accounts:empower',
  ])
})

test('§6 one of the given codes is enough, none is not', () => {
  const holdings = holdingsOf('sales', holding('view', 'add'))
  expect(holdsOneOf(['userList:delete', 'userList:add'], holdings)).toBe(true)
  expect(holdsOneOf(['userList:delete', 'role:add'], holdings)).toBe(false)
  expect(holdsOneOf([], holdings)).toBe(false)
  expect(holdsOneOf(['userList', 'userList:fly', ':view', 'add'], holdings)).toBe(false)
  expect(holdsOneOf(['userList:delete'], holdingsOf('sales', holding('dateEdit')))).toBe(true)
  expect(holdsOneOf(['bigData.accounts:view'], holdingsOf('administrator', []))).toBe(true)
})

test.each([['userList:add'], [undefined], [null], [{ 0: 'userList:add', length: 1 }]])(
  '§5 permission codes that are no array raise need roles: %j',
  (codes) => {
    for (const roleCode of ['sales', 'administrator'])
      expect(() => holdsOneOf(codes, holdingsOf(roleCode, []))).toThrow('need roles')
  },
)

const menu = (id: string, type: number, name: string, children: MenuNode[] = []): MenuNode => ({
  id,
  parentId: null,
  code: name,
  name,
  label: name,
  alias: '',
  path: `/${name}`,
  source: '',
  icon: '',
  sort: 1,
  category: 1,
  action: 1,
  isOpen: 1,
  isShow: 1,
  isDeleted: 0,
  remark: '',
  type,
  menuNameTab: name,
  group: '',
  query: '',
  meta: { name, i18n: name, roles: [], isCached: true },
  ...(children.length > 0 && { children }),
})

test('§6 a change lists added and removed pages by name, without directories', () => {
  const before = { menus: [menu('1', 1, '用户中心', [menu('2', 2, '用户管理'), menu('3', 2, '部门')])], buttons: [] }
  const after = { menus: [menu('1', 1, '用户中心', [menu('2', 2, '用户管理')]), menu('4', 2, '角色')], buttons: [] }
  expect(permissionChange(before, after)).toEqual({
    added: [{ title: '角色', path: '/角色' }],
    removed: [{ title: '部门', path: '/部门' }],
    hasOtherButtons: false,
  })
  expect(permissionChange(before, before)).toBeNull()
})

test('§6 a change of buttons counts on remaining pages only, ignoring order', () => {
  const menus = [menu('1', 2, '用户管理')]
  const delivered = (...names: string[]) => ({ menus, buttons: holding(...names) })
  const change = { added: [], removed: [], hasOtherButtons: true }
  expect(permissionChange(delivered('view'), delivered('view', 'add'))).toEqual(change)
  expect(permissionChange(delivered('view'), { menus, buttons: [] })).toEqual(change)
  expect(permissionChange(delivered('view', 'add'), delivered('add', 'view'))).toBeNull()
  const gone = permissionChange(delivered('view'), { menus: [], buttons: [] })
  expect(gone).toMatchObject({ removed: [{ title: '用户管理' }], hasOtherButtons: false })
})
