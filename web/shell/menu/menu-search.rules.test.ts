import { describe, expect, it } from 'vitest'
import { spell } from '#web/lib/pinyin.ts'
import type { MenuEntry } from '#web/lib/session/menu.rules.ts'
import { type FoundPage, indexMenu, pagesAt, searchMenu, trailOf, unspelled } from './menu-search.rules.ts'

let ids = 0
function entry(title: string, children: MenuEntry[] = []): MenuEntry {
  ids += 1
  const path = `/${title}-${ids}`
  const address = children.length > 0 ? path : `${path}/index`
  return {
    id: String(ids),
    code: title,
    title,
    path,
    address,
    icon: '',
    group: '',
    isCached: false,
    isNewWindow: false,
    children,
  }
}

const menu = [
  entry('首页'),
  entry('用户中心', [
    entry('账号中心', [entry('员工账号'), entry('登录失败日志'), entry('在线用户')]),
    entry('权限管理', [entry('角色管理'), entry('新增员工')]),
  ]),
  entry('数据', [entry('价格服务', [entry('查询衍生数据'), entry('API 数据')]), entry('行情长度')]),
]
const index = indexMenu(menu, spell)

const namesOf = (found: FoundPage[]) => found.map(({ page }) => page.entry.title)
const find = (query: string) => namesOf(searchMenu(index, query))
const marked = (found: FoundPage) =>
  trailOf(found).flatMap(({ title, mark }) => (mark ? [Array.from(title).slice(mark.from, mark.to).join('')] : []))

describe('issue "Ctrl+K finds acts by right, and pages by other usual names"', () => {
  const beside = new Map([
    ['员工账号', { others: ['用户管理', '员工账号'], adds: '账号' }],
    ['角色管理', { others: ['权限设置'] }],
  ])
  const withActs = indexMenu(menu, spell, ({ title }) => beside.get(title) ?? {})
  const found = (query: string) => searchMenu(withActs, query)

  it.each([
    ['用户管理', '员工账号', '用户管理'],
    ['yhgl', '员工账号', '用户管理'],
    ['yonghuguan', '员工账号', '用户管理'],
    ['权限设', '角色管理', '权限设置'],
  ])('%s finds %s, and says by which name', (query, title, other) => {
    expect(found(query)[0]).toMatchObject({ page: { entry: { title } }, other })
  })

  it.each(['新增账号', '新建账', 'tjzh', 'xinzengzhang'])('%s finds the act', (query) => {
    expect(found(query)[0]?.page.entry).toMatchObject({
      title: '新增账号',
      address: expect.stringMatching(/\/index\?act=add$/),
    })
  })

  it('offers acts by search alone, after the page, and remembers pages only', () => {
    expect(namesOf(searchMenu(withActs, ''))).toEqual(namesOf(searchMenu(index, '')))
    expect(namesOf(found('员工账号'))[0]).toBe('员工账号')
    const [staff] = found('员工账号')
    expect(pagesAt(withActs, [staff?.page.entry.path ?? ''])[0]?.page.isAct).toBe(false)
  })
})

describe('the menu search', () => {
  it.each([
    ['by name', '员工账', ['员工账号']],
    ['by a part of it', '失败', ['登录失败日志']],
    ['by pinyin', 'yuangongzhanghao', ['员工账号']],
    ['by incomplete pinyin', 'yuangongzh', ['员工账号']],
    ['by initials', 'dlsb', ['登录失败日志']],
    ['by initials and syllables combined', 'ygzhanghao', ['员工账号']],
    ['by an IME composition with apostrophes', 'jiao’se guan', ['角色管理']],
    ['whatever the case', 'api', ['API 数据']],
    ['a character by its common reading', 'juese', ['角色管理']],
    ['with letters and Chinese', 'api数据', ['API 数据']],
    ['a character with two readings by the one in its word', 'hangqingchangdu', ['行情长度']],
    ['nothing for an unknown word', 'xyz', []],
    ['nothing from the middle of a syllable', 'uangong', []],
  ])('§2 finds %s', (_how, query, titles) => {
    expect(find(query)).toEqual(titles)
  })

  it('§2 shows the breadcrumb path with the matched part', () => {
    const [found] = searchMenu(index, 'yuang')
    expect(
      found &&
        trailOf(found)
          .map(({ title }) => title)
          .join(' / '),
    ).toBe('用户中心 / 账号中心 / 员工账号')
    expect(found && marked(found)).toEqual(['员工'])
    expect(searchMenu(index, 'zhzx').map(marked)).toEqual([['账号中心'], ['账号中心'], ['账号中心']])
    expect(searchMenu(index, '登录').map(marked)).toEqual([['登录']])
    expect(searchMenu(index, '  ').flatMap(marked)).toEqual([])
  })

  it('§2 ranks name prefixes, names, initials, pinyin, then pages below a matching menu', () => {
    const ranked = indexMenu(
      [
        entry('da', [entry('一')]),
        entry('大豆', [entry('二')]),
        entry('三', [entry('到岸'), entry('答案'), entry('Panda'), entry('data')]),
      ],
      spell,
    )
    // 到岸 and 答案 both have the initials `da`, which rank before pinyin
    expect(namesOf(searchMenu(ranked, 'da'))).toEqual(['data', 'Panda', '到岸', '答案', '一', '二'])
    expect(namesOf(searchMenu(ranked, 'dao'))).toEqual(['到岸'])
  })

  it('§2 breaks ties by match position, title length and menu order', () => {
    const same = indexMenu([entry('报表设置'), entry('报表'), entry('月报表'), entry('年报表')], spell)
    expect(namesOf(searchMenu(same, '报表'))).toEqual(['报表', '报表设置', '月报表', '年报表'])
  })

  it('§2 lists all pages in menu order for an empty query, without folders', () => {
    expect(find('')).toEqual([
      '首页',
      '员工账号',
      '登录失败日志',
      '在线用户',
      '角色管理',
      '新增员工',
      '查询衍生数据',
      'API 数据',
      '行情长度',
    ])
  })

  it('finds names before pinyin is loaded', () => {
    const early = indexMenu(menu, unspelled)
    expect(namesOf(searchMenu(early, '员工'))).toEqual(['员工账号', '新增员工'])
    expect(searchMenu(early, 'yg')).toEqual([])
  })

  it('§3 finds pages by path and skips paths that are gone', () => {
    const path = searchMenu(index, '角色管理')[0]?.page.entry.path ?? ''
    expect(namesOf(pagesAt(index, ['/gone', path]))).toEqual(['角色管理'])
  })

  it('§2 is correct with 2,000 pages', () => {
    const areas = Array.from({ length: 20 }, (_area, area) =>
      entry(
        `区域${area}`,
        Array.from({ length: 100 }, (_page, page) => entry(`统计报表${area * 100 + page}号`)),
      ),
    )
    const large = indexMenu([...areas, entry('末页', [entry('唯一的设置')])], spell)
    expect(large).toHaveLength(2_001)
    expect(namesOf(searchMenu(large, 'wydsz'))).toEqual(['唯一的设置'])
    expect(namesOf(searchMenu(large, 'tongjibaobiao1999'))).toEqual(['统计报表1999号'])
    expect(searchMenu(large, 'tjbb')).toHaveLength(2_000)
    expect(namesOf(searchMenu(large, '区域7')).slice(0, 2)).toEqual(['统计报表700号', '统计报表701号'])
    expect(searchMenu(large, '区域7')).toHaveLength(100)
  })
})
