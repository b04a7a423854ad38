import { expect, test } from 'vitest'
import type { MenuEntry } from '#web/lib/session/menu.rules.ts'
import { labelsOf } from './tab-labels.rules.ts'
import { type NewPage, noTabs, visit } from './tabs.rules.ts'

const entry = (title: string, path: string, children: MenuEntry[] = []) => ({ title, path, children }) as MenuEntry
const menu = [
  entry('应用管理', '/application', [
    entry('大数据', '/application/big', [entry('账号管理', '/big/accounts'), entry('访问统计', '/big/visits')]),
    entry('官网', '/application/site', [entry('账号管理', '/site/accounts')]),
  ]),
]
const page = (title: string, pathname: string): NewPage => ({
  key: pathname,
  title,
  isKept: true,
  place: { pathname, search: '', hash: '' },
})
const labels = (...pages: NewPage[]) => [
  ...labelsOf(pages.reduce((state, each) => visit(state, each), noTabs).tabs, menu).values(),
]
const [big, site, visits] = [
  page('账号管理', '/big/accounts'),
  page('账号管理', '/site/accounts'),
  page('访问统计', '/big/visits'),
]

test('a tab has the name of its page', () => {
  expect(labels(big, visits)).toEqual(['首页', '账号管理', '访问统计'])
})

test('tabs with the same title add their menu', () => {
  expect(labels(big, visits, site)).toEqual(['首页', '账号管理 · 大数据', '访问统计', '账号管理 · 官网'])
})

test('a page without a menu line keeps its title', () => {
  expect(labels(page('编辑', '/a'), page('编辑', '/b'))).toEqual(['首页', '编辑', '编辑'])
})
