// Where a registration came from, as it is stored, and whether a search engine was paid for it.
import type { StoredTouch, Touch, Visit } from '#contract/members/registration-touches.ts'
import type { SearchSource } from '#contract/operations/search-labels.ts'
import { checkFields } from '#server/core/http/refusal.ts'

/** The names that links give a search engine, as the first word of utm_source. */
const engines: Readonly<Record<SearchSource, readonly string[]>> = {
  baidu: ['baidu', 'bd', '百度', '百度推广', 'baidusem'],
  so360: ['360', 'so', 'so360', '360so', '360sem', 'haosou', '好搜', '360搜索', '360推广'],
  sogou: ['sogou', 'sg', '搜狗', '搜狗推广', 'sogousem'],
  bing: ['bing', '必应', '必应推广', 'bingads', 'bingsem', 'microsoft'],
  other: [],
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
    source,
    medium,
    campaign: text(touch?.campaign),
    term: text(touch?.term),
    referrer: withoutQuery(text(touch?.referrer)),
  }
  if (Object.values(stored).every((value) => value === '')) return null
  return { ...stored, engine: paidEngine(source, medium) }
}

/** A visit as it is stored. */
export type StoredVisit = Required<Visit> & { engine: SearchSource | null; referrer: string }

const MINUTE_MS = 60_000
/** Clocks of sites differ by as much. */
const CLOCK_MS = 5 * MINUTE_MS

/** Visits of a site's own call cannot be after the registration. Throws 400. */
export function checkVisits({ touches = [] }: { touches?: readonly Visit[] }, now: number): void {
  const isLate = touches.some(({ at }) => Date.parse(at) > now + CLOCK_MS)
  checkFields({ touches: isLate ? '访问时间不能晚于注册时间' : null })
}

/** The host of an address or of a host as it was typed; empty for anything else, such as an IP address. */
function hostOf(text: string): string {
  const address = text.includes('://') ? text : `https://${text}`
  const host = URL.canParse(address) ? new URL(address).hostname.toLowerCase() : ''
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(host) ? host : ''
}

/** The path alone of an address or path. */
function pathOf(text: string): string {
  const path = withoutQuery(text)
  if (!path.includes('://')) return path.startsWith('/') ? path : ''
  return URL.canParse(path) ? new URL(path).pathname : ''
}

const isMarked = ({ at: _, landingPath: __, ...marks }: Required<Visit>) =>
  Object.values(marks).some((value) => value !== '')

function visitOf({ at, ...visit }: Visit, now: number): Required<Visit> {
  const text = (value = '') => value.trim()
  return {
    // the clock of a visitor's device may be wrong: the lead is worth more than the minute
    at: new Date(Math.min(Date.parse(at), now)).toISOString(),
    source: text(visit.source),
    medium: text(visit.medium),
    campaign: text(visit.campaign),
    term: text(visit.term),
    clickId: text(visit.clickId),
    referrerHost: hostOf(text(visit.referrerHost)),
    landingPath: pathOf(text(visit.landingPath)),
  }
}

type Handed = { touches?: readonly Visit[]; firstTouch?: Touch; lastTouch?: Touch }

/** The visits of a registration in their order. Callers who know no moments name a first and a last one. */
export function visitsOf({ touches, firstTouch, lastTouch }: Handed, now: number): StoredVisit[] {
  if (touches !== undefined && touches.length > 0)
    return touches
      .map((touch) => visitOf(touch, now))
      .map((visit) => ({
        ...visit,
        engine: isMarked(visit) ? paidEngine(visit.source, visit.medium) : null,
        referrer: '',
      }))
      .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const at = new Date(now).toISOString()
  const [first, last] = [touchOf(firstTouch), touchOf(lastTouch)]
  const known = [first, last].filter((touch) => touch !== null)
  const isOne = known.length === 2 && JSON.stringify(first) === JSON.stringify(last)
  return (isOne ? known.slice(1) : known).map((touch) => ({
    at,
    ...touch,
    clickId: '',
    referrerHost: hostOf(touch.referrer),
    landingPath: '',
  }))
}

const touchIn = ({ source, medium, campaign, term, engine, referrer, referrerHost }: StoredVisit): StoredTouch => ({
  source,
  medium,
  campaign,
  term,
  engine,
  referrer: referrer || (referrerHost && `https://${referrerHost}`),
})

/** The first and the last visit; null without any. */
export function endsOf(visits: readonly StoredVisit[]): {
  firstTouch: StoredTouch | null
  lastTouch: StoredTouch | null
} {
  const [first, last] = [visits[0], visits.at(-1)]
  return { firstTouch: first ? touchIn(first) : null, lastTouch: last ? touchIn(last) : null }
}
