// The permission matrix: one row for all sub-products, or one for each.
import { describe, expect, it } from 'vitest'
import type { PermissionNode } from '#contract/organisation/roles.ts'
import { matrixOf, stateOf, toggleButtons } from './permission-matrix.rules.ts'

const node = (type: number, code: string, title: string, children: PermissionNode[] = []): PermissionNode => ({
  id: code,
  parentId: null,
  key: code,
  value: code,
  type,
  code,
  title,
  remark: '',
  isShow: 1,
  grantable: true,
  alias: type === 3 ? (code.split('.').at(-1) ?? '') : '',
  ...(children.length > 0 && { children }),
})
const page = (code: string, title: string, ...aliases: string[]) =>
  node(
    2,
    code,
    title,
    aliases.map((alias) => node(3, `${code}.${alias}`, alias)),
  )
const tree = [
  node(1, 'bigData', '大数据', [
    page('bigData.accounts', '账号管理', 'view', 'add'),
    page('bigData.orders', '订单', 'view'),
  ]),
  node(1, 'app', 'APP', [page('app.accounts', '账号管理', 'view', 'lock')]),
  node(1, 'others', '其他', [page('partnerList', '伙伴', 'view', 'edit')]),
]
const rowsOf = (isShared: boolean) => matrixOf(tree, isShared).rows

describe('the matrix of buttons', () => {
  it('has a row for each page with its parent menus, and a column for each alias', () => {
    expect(rowsOf(false).map(({ title, note }) => [title, note])).toEqual([
      ['账号管理', '大数据'],
      ['订单', '大数据'],
      ['账号管理', 'APP'],
      ['伙伴', '其他'],
    ])
    expect(matrixOf(tree, false).columns.map(({ alias }) => alias)).toEqual(['view', 'add', 'lock', 'edit'])
  })

  it('merges a page of several sub-products into one row with one check per alias', () => {
    const rows = rowsOf(true)
    expect(rows.map(({ title, note }) => [title, note])).toEqual([
      ['账号管理', '2 个子产品'],
      ['订单', '大数据'],
      ['伙伴', '其他'],
    ])
    const view = rows[0]?.cells.get('view') ?? []
    expect(view.map(({ key }) => key)).toEqual(['bigData.accounts.view', 'app.accounts.view'])
    expect(stateOf(view, new Set(['app.accounts.view']))).toBe('some')
    const all = toggleButtons(view, new Set(['app.accounts.view']))
    expect(stateOf(view, all)).toBe(true)
    expect(toggleButtons(view, all).size).toBe(0)
  })

  it('§6 does not toggle hidden buttons and those that the person cannot grant', () => {
    const [own, foreign] = [node(3, 'a.view', '查看'), { ...node(3, 'b.view', '查看'), grantable: false }]
    const hidden = { ...node(3, 'c.view', '查看'), isShow: 0 }
    expect([...toggleButtons([own, foreign, hidden], new Set(['b.view']))].toSorted()).toEqual(['a.view', 'b.view'])
    expect([...toggleButtons([own, foreign, hidden], new Set(['a.view', 'b.view']))]).toEqual(['b.view'])
  })
})
