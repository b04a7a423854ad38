// Where a registration came from, as it is stored, and whether a search engine was paid for it.
import type { StoredTouch, Touch } from '../../../../contract/members/registration-touches.ts'
import type { SearchSource } from '../../../../contract/operations/search-labels.ts'

/** The names that links give a search engine, as the first word of utm_source. */
const engines: Readonly<Record<SearchSource, readonly string[]>> = {
  baidu: ['baidu', 'bd', '百度', '百度推广', 'baidusem'],
  so360: ['360', 'so', 'so360', '360so', '360sem', 'haosou', '好搜', '360搜索', '360推广'],
  sogou: ['sogou', 'sg', '搜狗', '搜狗推广', 'sogousem'],
  bing: ['bing', '必应', '必应推广', 'bingads', 'bingsem', 'microsoft'],
}
const engineOf = new Map(
  Object.entries(engines).flatMap(([engine, names]) => names.map((name) => [name, engine as SearchSource] as const)),
)

/** Mediums of paid search. A link without one counts as paid: nobody else puts marks on a search engine's links. */
const paid = new Set(['', 'cpc', 'ppc', 'sem', 'paid', 'paidsearch', 'paid-search', '竞价', '推广', '付费'])

/** The search engine that was paid for a visit. A referrer alone never tells: unpaid results have it too. */
function paidEngine(source: string, medium: string): SearchSource | null {
  if (!paid.has(medium.toLowerCase())) return null
  const [first = ''] = source.toLowerCase().split(/[^a-z0-9\u4e00-\u9fff]+/)
  return engineOf.get(first) ?? null
}

/** Without its query, which may hold what is nobody's business. */
const withoutQuery = (address: string) => address.replace(/[?#].*$/s, '')

/** Null where nothing is known. */
export function touchOf(touch: Touch | undefined): StoredTouch | null {
  const text = (value = '') => value.trim()
  const [source, medium] = [text(touch?.source), text(touch?.medium)]
  const stored = {
    ...{ source, medium, campaign: text(touch?.campaign), term: text(touch?.term) },
    referrer: withoutQuery(text(touch?.referrer)),
  }
  if (Object.values(stored).every((value) => value === '')) return null
  return { ...stored, engine: paidEngine(source, medium) }
}

/** Both touches of a registration: where one is known, it is the other too. */
export function touchesOf({ firstTouch, lastTouch }: { firstTouch?: Touch; lastTouch?: Touch }) {
  const [first, last] = [touchOf(firstTouch), touchOf(lastTouch)]
  return { firstTouch: first ?? last, lastTouch: last ?? first }
}
