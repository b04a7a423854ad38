// The visits by which somebody came to the public page. This browser keeps them, first-party, where its storage is allowed;
// of an address only allow-listed parameters, of the page before only its host.
import { MARK_MAX, TOUCHES_MAX, type Visit } from '#contract/members/registration-touches.ts'
import { readEntry, writeEntry } from '#web/lib/storage.ts'

const NAME = 'visits'
/** The same link again within this time is the same visit. */
const SAME_VISIT_MS = 30 * 60_000

/** What the search engines put into links as the number of a click. */
const CLICK_IDS = ['bd_vid', 'qhclickid', 'sogouclickid', 'msclkid', 'gclid']

const isVisit = (content: unknown): content is Visit =>
  typeof content === 'object' && content !== null && Object.values(content).every((value) => typeof value === 'string')
const isVisits = (content: unknown): content is Visit[] => Array.isArray(content) && content.every(isVisit)

/** A link within the console says nothing about where somebody came from. */
function referrerHost(): string {
  const { referrer: address } = document
  if (!URL.canParse(address)) return ''
  const { origin, hostname } = new URL(address)
  return origin === window.location.origin ? '' : hostname
}

function thisVisit(now: number): Visit {
  const query = new URLSearchParams(window.location.search)
  const param = (name: string) => (query.get(name) ?? '').slice(0, MARK_MAX)
  const marks = {
    source: param('utm_source'),
    medium: param('utm_medium'),
    campaign: param('utm_campaign'),
    term: param('utm_term'),
    clickId: CLICK_IDS.map(param).find((value) => value !== '') ?? '',
    referrerHost: referrerHost().slice(0, MARK_MAX),
    landingPath: window.location.pathname.slice(0, MARK_MAX),
  }
  return {
    at: new Date(now).toISOString(),
    ...Object.fromEntries(Object.entries(marks).filter(([, value]) => value !== '')),
  }
}

const isSame = ({ at: _, ...one }: Visit, { at: __, ...other }: Visit) => JSON.stringify(one) === JSON.stringify(other)

/** The visits that are known, this one the last; the first stays however many there are. */
export function readVisits(now = Date.now()): Visit[] {
  const known = readEntry('local', NAME, isVisits) ?? []
  const visit = thisVisit(now)
  const last = known.at(-1)
  if (last && isSame(last, visit) && now - Date.parse(last.at) < SAME_VISIT_MS) return known
  const all = [...known, visit]
  const visits = all.length > TOUCHES_MAX ? [...all.slice(0, 1), ...all.slice(1 - TOUCHES_MAX)] : all
  writeEntry('local', NAME, visits)
  return visits
}
