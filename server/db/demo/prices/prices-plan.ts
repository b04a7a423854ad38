// Who entered, verified and corrected what and when: two years of each quote item, up to what waits today.
import { type Calendar, isDueOn } from '#contract/monitoring/calendar-days.ts'
import type { Days } from '../members/customers-days.ts'
import { type Chance, createChance } from '../random.ts'
import { createMarkets, type Quote, seriesOf } from './prices-curves.ts'
import type { PlannedItem } from './prices-items.ts'

const SEED = 20_261_103
export const WINDOW_DAYS = 730
const MINUTE_MS = 60_000
const REMARKS = 0.03
const CORRECTIONS = 0.001
/** The last days have more of what people look at first. */
const RECENT_DAYS = 7
const RECENT_CORRECTIONS = 0.01

/** `since`: the day on which they were hired. */
export type Person = { id: string; name: string; since: string }
export type StoredItem = PlannedItem & {
  id: string
  decimals: number
  isRange: boolean
  desk: number
  analyst: Person
  /** Entered it before the analyst was there. */
  senior: Person
}

export type Publication = { number: number; at: string; by: Person; entries: number }
/** `day`: counted from the first of the window. */
export type Published = { item: StoredItem; day: number; quote: Quote; by: Person; remark: number; in: Publication }
export type Correction = {
  itemId: string
  day: string
  /** The figures published before, or those that wait for it. */
  low: number
  high: number
  cause: 'error' | 'later'
  reason: string
  by: Person
  at: string
  /** Null: it waits for review. */
  in: Publication | null
}
export type Unfinished = {
  itemId: string
  day: string
  low: number
  high: number
  isOutlier: boolean
  state: 'draft' | 'submitted' | 'overruled'
  opinion: string
  by: Person
  reviewer: Person
  at: string
}
export type Plan = {
  publications: Publication[]
  published: Published[]
  corrections: Correction[]
  unfinished: Unfinished[]
}

const corrections = {
  error: ['录入时错看一行', '低高价录反后补录有误', '小数位录错'],
  later: ['收盘后补充大户成交', '企业当晚追溯调价', '补充两家样本后重新核算'],
} as const
const opinions = ['与当日成交不符，请核实', '波动较大，请补充样本后再提交', '请注明调价企业']

/** Until when prices that are due by then are verified. */
const closings: Readonly<Record<string, string>> = {
  '11:00': '11:45',
  '11:30': '11:45',
  '14:30': '15:05',
  '16:00': '16:15',
}
const LAST_CLOSING = '17:45'
/** How far from its usual time a desk's review of a day was, minutes: most often somewhat before, now and then late. */
const drifts = [-20, -35, -25, -10, -40, -30, -15, -35, 5, -25, -40, -20, -30, 20, -35]
const driftOf = (desk: number, day: number) => drifts[(desk * 7 + day * 4) % drifts.length] ?? 0

const atShanghai = (day: string, time: string) => Date.parse(`${day}T${time}:00+08:00`)

/** Days of the window by how often an item is due. */
function createDueDays(calendar: Calendar, dayOf: (day: number) => string) {
  const known = new Map<string, number[]>()
  return ({ frequency, weekdays }: Pick<PlannedItem, 'frequency' | 'weekdays'>): number[] => {
    const key = `${frequency} ${weekdays}`
    const days =
      known.get(key) ??
      Array.from({ length: WINDOW_DAYS + 1 }, (_, day) => day).filter((day) =>
        isDueOn(calendar, dayOf(day), { frequency, weekdays, nth: -1 }),
      )
    known.set(key, days)
    return days
  }
}

/**
 * Draws the state of a recent day's price: published, in review, or not entered. Of today's most are published by the
 * time that they are due.
 */
function drawState(chance: Chance, isToday: boolean, isClosed: boolean): Unfinished['state'] | 'published' | 'missing' {
  const drawn = chance.between(1, 100)
  if (isToday && (!isClosed || drawn > 82))
    return drawn <= 6 || drawn > 94
      ? 'draft'
      : drawn <= 12 || drawn > 90
        ? 'submitted'
        : drawn <= 13
          ? 'overruled'
          : 'missing'
  if (isToday) return drawn <= 2 ? 'overruled' : 'published'
  return drawn <= 2 ? 'draft' : drawn <= 6 ? 'submitted' : drawn <= 8 ? 'overruled' : 'published'
}

export function planPrices(
  items: readonly StoredItem[],
  {
    days,
    calendar,
    reviewers,
    remarks,
  }: { days: Days; calendar: Calendar; reviewers: readonly Person[]; remarks: number },
): Plan {
  const chance = createChance(SEED)
  const nowMs = days.now.getTime()
  const dayOf = (day: number) => days.day(day - WINDOW_DAYS)
  const dueDays = createDueDays(calendar, dayOf)
  const workdays = dueDays({ frequency: 'workday', weekdays: [] })
  const lastWorkday = workdays.findLast((day) => day < WINDOW_DAYS) ?? 0
  const marketOf = createMarkets(WINDOW_DAYS + 1)
  const events = new Map<string, Publication & { atMs: number }>()
  const plan: Plan = { publications: [], published: [], corrections: [], unfinished: [] }

  const reviewerOn = (desk: number, day: number): Person => {
    const there = reviewers.filter(({ since }) => since < dayOf(day))
    const [first] = reviewers
    const found = there[(desk + Math.floor(day / 7)) % (there.length || 1)] ?? first
    if (!found) throw new Error('nobody reviews prices')
    return found
  }
  const publicationOf = (key: string, atMs: number, by: Person): Publication => {
    const event = events.get(key) ?? { number: 0, at: new Date(atMs).toISOString(), atMs, by, entries: 0 }
    event.entries += 1
    events.set(key, event)
    return event
  }
  const authorOf = ({ analyst, senior }: StoredItem, day: number) => (analyst.since < dayOf(day) ? analyst : senior)

  /** Some past prices were corrected, and some of the last days have corrections waiting for review. */
  const correct = ({ item, day, quote, by, in: first }: Published): void => {
    const isRecent = day > WINDOW_DAYS - RECENT_DAYS
    if (!chance.happens(isRecent ? RECENT_CORRECTIONS : CORRECTIONS)) return
    const off = item.step * chance.between(1, 6) * (chance.happens(0.5) ? 1 : -1)
    if (quote.low + off <= 0) return
    const next = workdays.find((each) => each > day) ?? WINDOW_DAYS
    const atMs = atShanghai(dayOf(next), '10:20') + chance.between(0, 40) * MINUTE_MS
    const isPending = atMs >= nowMs || (isRecent && chance.happens(0.3))
    const cause = chance.happens(0.6) ? 'error' : 'later'
    const moment = Math.max(Math.min(atMs, nowMs - chance.between(5, 60) * MINUTE_MS), Date.parse(first.at) + MINUTE_MS)
    plan.corrections.push({
      itemId: item.id,
      day: dayOf(day),
      low: quote.low + off,
      high: quote.high + off,
      cause,
      by,
      reason: chance.pick(corrections[cause]),
      at: new Date(isPending ? moment : atMs - 15 * MINUTE_MS).toISOString(),
      in: isPending ? null : publicationOf(`${item.id} ${day}`, atMs, reviewerOn(item.desk, next)),
    })
  }

  for (const item of items) {
    const last = WINDOW_DAYS - (item.stopped ?? -1)
    const due = dueDays(item).filter((day) => day >= WINDOW_DAYS - item.since && day < last)
    const { decimals, isRange } = item
    const quotes = seriesOf(item, { chance, market: marketOf(item), days: due, decimals, isRange })
    for (const [at, quote] of quotes.entries()) {
      const day = due[at] ?? 0
      const isToday = day === WINDOW_DAYS
      const by = authorOf(item, day)
      const closesMs =
        atShanghai(dayOf(day), closings[item.dueTime] ?? LAST_CLOSING) + driftOf(item.desk, day) * MINUTE_MS
      const state = isToday || day === lastWorkday ? drawState(chance, isToday, closesMs < nowMs) : 'published'
      if (state === 'published') {
        const publication = publicationOf(`${day} ${item.desk} ${closesMs}`, closesMs, reviewerOn(item.desk, day))
        const remark = chance.happens(REMARKS) ? chance.between(1, remarks) : 0
        const row = { item, day, quote, by, remark, in: publication }
        plan.published.push(row)
        correct(row)
      } else if (state !== 'missing') {
        plan.unfinished.push({
          itemId: item.id,
          day: dayOf(day),
          low: quote.low,
          high: quote.high,
          isOutlier: quote.isShock,
          state,
          by,
          opinion: state === 'overruled' ? chance.pick(opinions) : '',
          reviewer: reviewerOn(item.desk, day),
          at: new Date(Math.min(closesMs, nowMs - 30 * MINUTE_MS) - chance.between(20, 90) * MINUTE_MS).toISOString(),
        })
      }
    }
  }
  plan.publications = [...events.values()].sort((a, b) => a.atMs - b.atMs)
  for (const [at, event] of plan.publications.entries()) event.number = at + 1
  // As they were entered: day by day.
  plan.published.sort((a, b) => a.day - b.day)
  return plan
}
