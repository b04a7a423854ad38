import { expect, test } from 'vitest'
import type { MenuNode } from '#contract/organisation/users.ts'
import { findPage, type PageEntry, pathOf } from '../page.ts'
import { judgePage, leavesOf, menuOf, trailOf } from './menu.rules.ts'

const entry = (title: string, options: Partial<PageEntry> = {}): PageEntry => ({
  title,
  load: () => Promise.reject(new Error('not loaded here')),
  ...options,
})
const pages = {
  '/home': entry('首页'),
  '/404': entry('页面不存在', { public: true }),
  '/user/list': entry('用户'),
  '/user/create': entry('新增', { parent: '/user/list', access: { kind: 'can', menu: 'list', alias: 'add' } }),
  '/data/price': entry('价格'),
  '/data/price/batchAdd': entry('批量新增'),
  '/data/price/quote': entry('报价项'),
  '/send/:id': entry('发送'),
}

let ids = 0
function node(path: string, type: number, children: MenuNode[] = [], changes: Partial<MenuNode> = {}): MenuNode {
  ids++
  return {
    id: String(ids),
    parentId: null,
    code: path.split('/').at(-1) ?? '',
    name: `菜单${path}`,
    label: '',
    alias: '',
    path,
    source: '',
    icon: '',
    sort: ids,
    category: 0,
    action: 0,
    isOpen: 1,
    isShow: 1,
    isDeleted: 0,
    remark: '',
    type,
    menuNameTab: '',
    group: '',
    query: '',
    meta: { name: '', i18n: '', roles: [], isCached: false },
    ...(children.length > 0 ? { children } : {}),
    ...changes,
  }
}
const nobody = { isAdministrator: false, rights: new Set<string>() }
const paths = (rows: MenuNode[]) => leavesOf(menuOf(rows, pages)).map(({ path }) => path)

test('§2 the home entry comes first, even without a menu from the server', () => {
  expect(menuOf([], pages).map(({ address }) => address)).toEqual(['/home/index'])
  const rows = [node('/user', 1, [node('/user/list', 2)]), node('/home', 1, [node('/home/index', 2)])]
  expect(menuOf(rows, pages).map(({ path }) => path)).toEqual(['/home', '/user'])
})

test('§2 leaf paths get /index appended', () => {
  expect(leavesOf(menuOf([node('/user/list', 2)], pages)).at(-1)?.address).toBe('/user/list/index')
})

test('§2 a row whose page does not exist is not shown, nor a directory without pages', () => {
  expect(paths([node('/user', 1, [node('/user/list', 2), node('/user/unknown', 2)]), node('/x', 1)])).toEqual([
    '/home',
    '/user/list',
  ])
})

test('§3 buttons, hidden and deleted rows are not shown', () => {
  const rows = [
    node('/user/list', 3),
    node('/data/price', 2, [], { isShow: 0 }),
    node('/data/price', 2, [], { isDeleted: 1 }),
  ]
  expect(paths(rows)).toEqual(['/home'])
})

test('§3 the address ends with the row’s query, and neighbours keep their group', () => {
  const rows = [node('/user/list', 2, [], { query: 'tab=2', group: '常用' })]
  expect(menuOf(rows, pages).at(-1)).toMatchObject({ address: '/user/list/index?tab=2', group: '常用' })
})

test('§4 batch add, batch edit and English remark are not shown under the price menu', () => {
  const rows = [node('/data/price', 1, [node('/data/price/batchAdd', 2), node('/data/price/quote', 2)])]
  expect(paths(rows)).toEqual(['/home', '/data/price/quote'])
})

test('§2 the trail leads from the top menu to the page', () => {
  const menu = menuOf([node('/user', 1, [node('/user/list', 2)])], pages)
  expect(trailOf(menu, '/user/list').map(({ path }) => path)).toEqual(['/user', '/user/list'])
  expect(trailOf(menu, '/elsewhere')).toEqual([])
})

test('§2 a path is found with and without a trailing /index', () => {
  for (const path of ['/user/list', '/user/list/', '/user/list/index', '/user/list/index/']) {
    expect(findPage(pages, path)?.pattern).toBe('/user/list')
  }
  expect(pathOf('/')).toBe('/')
  expect(findPage(pages, '/send/5')?.pattern).toBe('/send/:id')
  for (const path of ['/send', '/send/5/6', '/toString', '/__proto__', '/nothing'])
    expect(findPage(pages, path)).toBeNull()
})

test('§4 a page needs its menu row, or its parent’s row and its own right', () => {
  const rows = [node('/user', 1, [node('/user/list', 2)])]
  const judge = (
    path: string,
    delivered = rows,
    holdings: { isAdministrator: boolean; rights: Set<string> } = nobody,
  ) => judgePage(findPage(pages, path), delivered, holdings)
  expect(judge('/nothing')).toBe('missing')
  expect(judge('/404')).toBe('open')
  expect(judge('/home')).toBe('open')
  expect(judge('/user/list')).toBe('open')
  expect(judge('/user/list', [])).toBe('forbidden')
  expect(judge('/user/create')).toBe('forbidden')
  const mayAdd = { isAdministrator: false, rights: new Set(['list:add']) }
  expect(judge('/user/create', rows, mayAdd)).toBe('open')
  expect(judge('/user/create', [], mayAdd)).toBe('forbidden')
})
