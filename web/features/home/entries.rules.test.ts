// Quick entries of the home page.
import { describe, expect, it } from 'vitest'
import type { QuickEntry } from '#contract/home/home.ts'
import type { MenuEntry } from '#web/lib/session/menu.rules.ts'
import { findPages, pagesOf, shownEntries } from './entries.rules.ts'

const line = (path: string, title: string, children: MenuEntry[] = []): MenuEntry => ({
  id: path,
  code: path,
  title,
  path,
  address: `${path}/index`,
  icon: '',
  group: '',
  isCached: true,
  isNewWindow: false,
  children,
})
const menu = [
  line('/home', '首页'),
  line('/user', '用户中心', [
    line('/user/accounts', '账号中心', [
      line('/user/accounts/list', '员工账号'),
      line('/user/accounts/logs', 'Visit 日志'),
    ]),
  ]),
  line(
    '/data',
    '数据管理',
    Array.from({ length: 8 }, (_, at) => line(`/data/${at}`, `页面${at}`)),
  ),
]
const chosen = (menuId: string): QuickEntry => ({
  menuId,
  code: menuId,
  name: '旧名',
  path: menuId,
  source: '',
  isOpen: 1,
  trail: [],
})
const titles = (entries: readonly { title: string }[]) => entries.map(({ title }) => title)

describe('quick entries', () => {
  it('are the pages of the menu with their top menu, without the home page and directories', () => {
    const pages = pagesOf(menu)
    expect(pages).toHaveLength(10)
    expect(pages[0]).toEqual({
      id: '/user/accounts/list',
      title: '员工账号',
      area: '用户中心',
      address: '/user/accounts/list/index',
      path: '/user/accounts/list',
      icon: '',
      isNewWindow: false,
    })
  })

  it('keep the chosen order with the menu’s titles; pages that are not in the menu are left out', () => {
    const shown = shownEntries([chosen('/data/1'), chosen('/gone'), chosen('/user/accounts/list')], pagesOf(menu))
    expect(titles(shown.entries)).toEqual(['页面1', '员工账号'])
    expect(shown.isSuggested).toBe(false)
  })

  it('suggest the first eight pages if none is chosen or left, and nothing without any page', () => {
    for (const none of [[], [chosen('/gone')]]) {
      const { entries, isSuggested } = shownEntries(none, pagesOf(menu))
      expect(titles(entries)).toEqual(['员工账号', 'Visit 日志', '页面0', '页面1', '页面2', '页面3', '页面4', '页面5'])
      expect(isSuggested).toBe(true)
    }
    expect(shownEntries([], pagesOf(menu.slice(0, 1)))).toEqual({ entries: [], isSuggested: false })
  })

  it('are found by title and area, ignoring case', () => {
    const find = (text: string) => titles(findPages(pagesOf(menu), text))
    expect(find(' visit ')).toEqual(['Visit 日志'])
    expect(find('用户中心')).toEqual(['员工账号', 'Visit 日志'])
    expect(find('.*')).toEqual([])
    expect(find('')).toHaveLength(10)
  })
})
