// A keystroke in the menu search over 2,000 menus, against the simplest filter: names that include the text.

import { spell } from '#web/lib/pinyin.ts'
import type { MenuEntry } from '#web/lib/session/menu.rules.ts'
import { indexMenu, searchMenu } from '#web/shell/menu/menu-search.rules.ts'
import { factor, median, type Row } from './harness.ts'
import { sized } from './sized.ts'

const AREAS = 20
const PAGES = 100
const ROUNDS = sized(200, 1)
/** A frame of the screen is 16 ms; the search may take a small part of it. A plain filter takes hundredths of one. */
const MOST = 25

const words = ['用户', '账号', '价格', '数据', '行情', '统计', '报表', '管理', '设置', '记录', '详情', '日志']
/** Searches as they grow key by key, and one without a match. */
const typed = ['y', 'yo', 'yong', 'yonghu', 'yonghugl', 'jgtj', 'shuju', '用', '用户', '用户管理', '统计报表1', 'zzz']

const word = (n: number) => words[n % words.length] ?? ''

function entry(id: number, title: string, children: MenuEntry[]): MenuEntry {
  const path = `/${id}`
  return {
    id: path,
    code: path,
    title,
    path,
    address: path,
    icon: '',
    group: '',
    isCached: false,
    isNewWindow: false,
    children,
  }
}

const pageOf = (n: number) => entry(n, `${word(n)}${word(n * 7 + 1)}${word(n * 5 + 3)}${n}`, [])

function menu(): MenuEntry[] {
  return Array.from({ length: AREAS }, (_area, area) => {
    const pages = Array.from({ length: PAGES }, (_page, page) => pageOf(area * PAGES + page))
    return entry(100_000 + area, `${word(area)}中心`, pages)
  })
}

/** @returns the mean time of a search in `typed`, ms */
function keystroke(search: (text: string) => unknown): number {
  const since = performance.now()
  for (const text of typed) search(text)
  return (performance.now() - since) / typed.length
}

export async function measureMenuSearch(): Promise<Row[]> {
  const since = performance.now()
  const index = indexMenu(menu(), spell)
  const indexedInMs = performance.now() - since
  const names = index.map((page) => page.entry.title)
  const ours = (text: string) => searchMenu(index, text)
  const plain = (text: string) => names.filter((name) => name.includes(text))
  const turns: { own: number; peer: number }[] = []
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    const turn = { own: keystroke(ours), peer: keystroke(plain) }
    if (round >= ROUNDS) turns.push(turn) // the first half warms up
  }
  const own = median(turns.map((turn) => turn.own))
  const ratio = median(turns.map((turn) => turn.own / turn.peer))
  return [
    {
      what: `菜单搜索，${AREAS * PAGES} 个菜单，每次按键（索引一次 ${Math.round(indexedInMs)} ms）`,
      figure: `${own.toFixed(2)} ms`,
      against: `只按名称包含过滤 ${median(turns.map((turn) => turn.peer)).toFixed(3)} ms`,
      ratio: factor(ratio),
      toReach: `≤ ${MOST}`,
      isReached: ratio <= MOST,
      why: '除了名称，还要比对拼音、首字母和上级，并排序、标出命中的字',
    },
  ]
}
