import { describe, expect, it } from 'vitest'
import type { AccessNode } from '#contract/organisation/access-explained.ts'
import { type AccessItem, accessItems, findAccess, foldersOf, itemAt } from './access-tree.rules.ts'

const button = (alias: 'view' | 'add' | 'delete', name: string, allowed: boolean) => ({ alias, name, allowed, by: [] })
const node = (code: string, name: string, type: 1 | 2, more: Partial<AccessNode> = {}): AccessNode => ({
  id: code,
  parentId: null,
  code,
  name,
  path: `/userControl/${code}`,
  type,
  allowed: true,
  by: ['销售'],
  buttons: [],
  ...more,
})
const items = accessItems([
  node('userControl', '用户中心', 1, {
    children: [
      node('userList', '用户管理', 2, { buttons: [button('view', '查看', true), button('delete', '删除', false)] }),
      node('department', '部门', 2, { allowed: false, buttons: [button('add', '新增', false)] }),
    ],
  }),
])
const keys = (found: readonly AccessItem[]): string[] => found.flatMap(({ key, children }) => [key, ...keys(children)])

describe('the tree of access', () => {
  it('has one kind of node for pages and buttons', () => {
    expect(keys(items)).toEqual([
      'userControl',
      'userList',
      'userList:view',
      'userList:delete',
      'department',
      'department:add',
    ])
    expect(itemAt(items, 'userList:delete')).toMatchObject({ page: 'userList', alias: 'delete', allowed: false })
    expect(itemAt(items, 'nothing')).toBeUndefined()
    expect(foldersOf(items)).toEqual(['userControl', 'userList', 'department'])
  })

  it.each([
    ['用户管理', ['userControl', 'userList', 'userList:view', 'userList:delete']],
    ['删除', ['userControl', 'userList', 'userList:delete']],
    ['DEPARTMENT:ADD', ['userControl', 'department', 'department:add']],
    ['/usercontrol/department', ['userControl', 'department', 'department:add']],
    ['没有的', []],
  ])('is searched by name, code and path: %s', (text, found) => {
    expect(keys(findAccess(items, text, false))).toEqual(found)
  })

  it('can show only what is allowed', () => {
    expect(keys(findAccess(items, '', true))).toEqual(['userControl', 'userList', 'userList:view'])
    expect(keys(findAccess(items, '删除', true))).toEqual([])
  })
})
