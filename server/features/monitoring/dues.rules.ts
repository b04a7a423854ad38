// Plans the due rows of days from rules, calendars and their subjects.
import { addDays, eachDay } from '#contract/days.ts'
import { type Calendar, type DuePattern, isDueOn, type Recurrence, yearOf } from '#contract/monitoring/calendar-days.ts'
import { type DueTimes, momentsOf } from '#contract/monitoring/due-states.ts'
import { type AlertChannel, type DueKind, SETTLED_SHEET_DAYS } from '#contract/monitoring/monitoring-labels.ts'
import { type RuleLevel, rulesFor, type Subject } from '#contract/monitoring/nearest-rule.ts'
import { dueDays, type Rhythm } from '#server/features/push/reports/due.rules.ts'

export type Rule = {
  id: string
  kind: DueKind
  level: RuleLevel
  /** Category, product, quote item or series. */
  targetId: string | null
  /** Product of the news category. */
  productId: string | null
  wanted: number | null
  /** Null for prices: the item's; for reports: none. */
  calendarId: string | null
  frequency: Recurrence | null
  weekdays: number[]
  nth: number
  dueTime: string | null
  warnMinutes: number
  graceMinutes: number
  escalateMinutes: number | null
  ownerId: string | null
  deputyId: string | null
  channel: AlertChannel
}

/** A quote item or a series, with its own settings for what its rule leaves open. */
export type Watched = Subject & {
  kind: 'price' | 'series'
  calendarId: string | null
  frequency: Recurrence | null
  weekdays: number[]
  dueTime: string | null
  ownerId: string | null
  deputyId: string | null
  /** First day without values; null: active. */
  stoppedOn: string | null
  /** Made, or resumed, then: due from its next due time. Null: always. */
  activeSince: string | null
}

/** An order of customised reports: issue days are agreed with the customer and not moved by calendars. */
export type Order = Rhythm & { id: string }

/** An account of search marketing, whose sheet of the day before is due; its owner is asked before the rule's. */
export type Account = {
  id: string
  ownerId: string | null
  /** Days whose sheet was brought in before they were settled; `settledOn`: today, where it has been brought in again. */
  unsettled: readonly { day: string; settlesOn: string; settledOn: string | null }[]
}

/** A question of a member that was handed to somebody; `doneOn` null: open. */
export type HandedQuestion = {
  id: string
  ownerId: string
  productId: string | null
  handedAt: string
  doneOn: string | null
}

export type People = {
  /** People who can sign in. */
  working: ReadonlySet<string>
  isAway: (userId: string, day: string) => boolean
}

export type PlannedDue = {
  kind: DueKind
  subjectId: string
  day: string
  ruleId: string
  yearId: string | null
  productId: string | null
  wanted: number
  warnAt: string
  dueAt: string
  lateAt: string
  escalateAt: string | null
  channel: AlertChannel
  ownerId: string | null
  responsibleId: string | null
}

type Known = {
  rules: readonly Rule[]
  watched: readonly Watched[]
  orders: readonly Order[]
  accounts: readonly Account[]
  questions: readonly HandedQuestion[]
  calendars: ReadonlyMap<string, Calendar>
  people: People
}

const LATEST = 24 * 60 - 1
const iso = (ms: number) => new Date(ms).toISOString()

/** The owner, or the deputy while the owner is absent or has left; the owner where neither is available. */
function responsibleFor(
  { working, isAway }: People,
  { ownerId, deputyId }: Pick<Watched, 'ownerId' | 'deputyId'>,
  day: string,
): string | null {
  const there = [ownerId, deputyId].find((id) => id !== null && working.has(id) && !isAway(id, day))
  return there ?? ownerId
}

/** Memoised, as hundreds of items share a pattern. */
function createDueDays(calendars: Known['calendars']) {
  const known = new Map<string, boolean>()
  return (calendarId: string, day: string, pattern: DuePattern): boolean => {
    const key = `${calendarId} ${day} ${pattern.frequency} ${pattern.weekdays} ${pattern.nth}`
    const calendar = calendars.get(calendarId)
    const isDue = known.get(key) ?? (calendar !== undefined && isDueOn(calendar, day, pattern))
    known.set(key, isDue)
    return isDue
  }
}

type Settings = Pick<Watched, 'calendarId' | 'frequency' | 'weekdays' | 'dueTime' | 'ownerId' | 'deputyId'>

/** Effective settings of an item under its rule. */
export const settledBy = (rule: Rule, own: Settings): Settings => ({
  calendarId: rule.calendarId ?? own.calendarId,
  frequency: rule.frequency ?? own.frequency,
  weekdays: rule.frequency === null ? own.weekdays : rule.weekdays,
  dueTime: rule.dueTime ?? own.dueTime,
  ownerId: rule.ownerId ?? own.ownerId,
  deputyId: rule.ownerId === null ? (rule.deputyId ?? own.deputyId) : rule.deputyId,
})

const nothing: Settings = {
  calendarId: null,
  frequency: null,
  weekdays: [],
  dueTime: null,
  ownerId: null,
  deputyId: null,
}

/** The rule's minutes may not fit an item's own time near midnight. */
function timesOf({ warnMinutes, graceMinutes, escalateMinutes }: Rule, dueTime: string): DueTimes {
  const minutes = Number(dueTime.slice(0, 2)) * 60 + Number(dueTime.slice(3))
  return {
    dueTime,
    warnMinutes: Math.min(warnMinutes, minutes),
    graceMinutes: Math.min(graceMinutes, LATEST - minutes),
    escalateMinutes,
  }
}

const isAskedAgain = ({ day: of, settlesOn, settledOn }: Account['unsettled'][number], day: string): boolean =>
  settlesOn <= day && of >= addDays(day, -SETTLED_SHEET_DAYS) && (settledOn === null || settledOn >= day)

export function planDues(
  days: readonly string[],
  { rules, watched, orders, accounts, questions, calendars, people }: Known,
): PlannedDue[] {
  const isDueDay = createDueDays(calendars)
  const planned: PlannedDue[] = []

  const daysOf = (
    rule: Rule,
    { calendarId, frequency, weekdays }: Settings,
    until: string | null,
    within = days,
  ): readonly string[] => {
    if (frequency === null || calendarId === null) return []
    // an item's own pattern means the last open day of its period
    const nth = rule.frequency === null ? -1 : rule.nth
    return within.filter(
      (day) => (until === null || day < until) && isDueDay(calendarId, day, { frequency, weekdays, nth }),
    )
  }

  const plan = (
    rule: Rule,
    settings: Settings,
    due: Pick<PlannedDue, 'kind' | 'subjectId' | 'productId' | 'wanted'>,
    on: readonly string[],
    since: string | null = null,
  ) => {
    const { dueTime } = settings
    if (dueTime === null) return
    for (const day of on) {
      const { warnAt, dueAt, lateAt, escalateAt } = momentsOf(day, timesOf(rule, dueTime))
      if (since !== null && dueAt <= Date.parse(since)) continue
      planned.push({
        ...due,
        day,
        ruleId: rule.id,
        yearId: calendars.get(settings.calendarId ?? '')?.years.get(yearOf(day))?.version ?? null,
        warnAt: iso(warnAt),
        dueAt: iso(dueAt),
        lateAt: iso(lateAt),
        escalateAt: escalateAt === null ? null : iso(escalateAt),
        channel: rule.channel,
        ownerId: settings.ownerId,
        responsibleId: responsibleFor(people, settings, day),
      })
    }
  }

  const byKind = Map.groupBy(rules, ({ kind }) => kind)
  for (const each of watched) {
    const [rule] = rulesFor(byKind.get(each.kind) ?? [], each)
    if (!rule) continue
    const { kind, quoteItemId: subjectId, productId, activeSince } = each
    const settings = settledBy(rule, each)
    const on = daysOf(rule, settings, each.stoppedOn)
    plan(rule, settings, { kind, subjectId, productId, wanted: 1 }, on, activeSince)
  }
  for (const rule of rules) {
    const { kind, id: subjectId, productId, wanted } = rule
    if (kind === 'price' || kind === 'series') continue
    const settings = settledBy(rule, nothing)
    if (kind === 'report') {
      const [first = '', last = ''] = [days[0], days.at(-1)]
      for (const order of orders) {
        plan(rule, settings, { kind, subjectId: order.id, productId: null, wanted: 1 }, dueDays(order, first, last))
      }
    } else if (kind === 'sheet') {
      for (const { id: account, ownerId, unsettled } of accounts) {
        const own = { ...settings, ownerId: ownerId ?? settings.ownerId }
        const due = { subjectId: account, productId: null, wanted: 1 }
        const on = daysOf(rule, own, null)
        plan(rule, own, { ...due, kind }, on)
        plan(
          rule,
          own,
          { ...due, kind: 'settledSheet' },
          on.filter((day) => unsettled.some((each) => isAskedAgain(each, day))),
        )
      }
    } else if (kind === 'question') {
      for (const { id: question, ownerId, productId: of, handedAt, doneOn } of questions) {
        // nobody but its owner can read it
        const own = { ...settings, ownerId, deputyId: null }
        const due = { kind, subjectId: question, productId: of, wanted: 1 }
        const [today = ''] = days
        // one row at a time: the next one once a day has passed without an answer
        const from = doneOn ?? today
        const on = daysOf(rule, own, null, eachDay(from, days.at(-1) ?? from))
        const first = on.find((day) => momentsOf(day, timesOf(rule, own.dueTime ?? '')).dueAt > Date.parse(handedAt))
        if (first !== undefined && first >= today) plan(rule, own, due, [first])
      }
    } else plan(rule, settings, { kind, subjectId, productId, wanted: wanted ?? 1 }, daysOf(rule, settings, null))
  }
  return planned
}
