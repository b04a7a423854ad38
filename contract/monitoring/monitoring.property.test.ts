// Random calendars, patterns, rules and days against models that count one day, one minute, one rule after the other.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, eachDay } from '#contract/days.ts'
import { type Calendar, type DuePattern, isAnnounced, isDueOn } from './calendar-days.ts'
import { alertsAt, doneAt, dueStates, momentsOf, type Publishing, stateAt, timeProblems } from './due-states.ts'
import { ruleLevels, rulesFor } from './nearest-rule.ts'

const MINUTE = 60_000

const year = eachDay('2026-01-01', '2027-03-31')
const day = fc.constantFrom(...year)
const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 7 })
const calendar: fc.Arbitrary<Calendar> = fc
  .record({
    weekdays: fc.constantFrom([1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6], [7], []),
    isYearly: fc.boolean(),
    years: fc.uniqueArray(fc.constantFrom(2026, 2027), { maxLength: 2 }),
    exceptions: fc.dictionary(day, fc.boolean(), { maxKeys: 60 }),
  })
  .map(({ years, exceptions, ...rest }) => ({
    ...rest,
    id: '1',
    years: new Map(
      years.map((each) => [
        each,
        {
          version: String(each),
          days: new Map(Object.entries(exceptions).filter(([of]) => of.startsWith(String(each)))),
        },
      ]),
    ),
  }))
const nth = fc.integer({ min: -23, max: 23 }).filter((n) => n !== 0)
const pattern: fc.Arbitrary<DuePattern> = fc.record({
  frequency: fc.constantFrom('workday', 'weekdays', 'tenDay', 'month'),
  weekdays,
  nth,
})

/** The model's open days, by UTC dates. */
function opens({ weekdays: usual, years }: Calendar, of: string): boolean {
  const exception = years.get(new Date(of).getUTCFullYear())?.days.get(of)
  return exception === undefined ? usual.includes(new Date(of).getUTCDay() || 7) : exception
}

function dueInModel(of: Calendar, at: string, { frequency, weekdays: wanted, nth: n }: DuePattern): boolean {
  const date = new Date(at)
  if (!opens(of, at)) return false
  if (frequency === 'workday') return true
  if (frequency === 'weekdays') return wanted.includes(date.getUTCDay() || 7)
  const dates: number[] = []
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  const [from, to] =
    frequency === 'month'
      ? [1, last]
      : date.getUTCDate() <= 10
        ? [1, 10]
        : date.getUTCDate() <= 20
          ? [11, 20]
          : [21, last]
  for (let each = from; each <= to; each++) {
    if (opens(of, `${at.slice(0, 8)}${String(each).padStart(2, '0')}`)) dates.push(each)
  }
  const counted = n > 0 ? dates : dates.toReversed()
  return (counted[Math.abs(n) - 1] ?? counted.at(-1)) === date.getUTCDate()
}

it('a day is due as the model counts it, holidays and moved workdays included', () => {
  fc.assert(
    fc.property(calendar, day, pattern, (of, at, how) => {
      expect(isDueOn(of, at, how)).toBe(dueInModel(of, at, how))
    }),
    { numRuns: 2_000 },
  )
})

it('each period with an open day has exactly one n-th day', () => {
  fc.assert(
    fc.property(calendar, nth, fc.constantFrom('2026-01', '2026-02', '2026-10', '2027-02'), (of, n, month) => {
      const days = year.filter((each) => each.startsWith(month))
      const due = days.filter((each) => isDueOn(of, each, { frequency: 'month', weekdays: [], nth: n }))
      expect(due).toHaveLength(days.some((each) => opens(of, each)) ? 1 : 0)
    }),
  )
})

it('an unannounced year follows the usual week, and is reported as unannounced', () => {
  fc.assert(
    fc.property(calendar, (of) => {
      for (const each of [2026, 2027]) {
        if (isAnnounced(of, each) && of.isYearly) expect(of.years.has(each)).toBe(true)
        if (of.years.has(each)) continue
        const first = `${each}-01-04`
        const week = eachDay(first, addDays(first, 6)).filter((at) =>
          isDueOn(of, at, { frequency: 'workday', weekdays: [], nth: 1 }),
        )
        expect(week).toHaveLength(of.weekdays.length)
      }
    }),
  )
})

const times = fc
  .record({
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.integer({ min: 0, max: 59 }),
    warnMinutes: fc.integer({ min: 0, max: 200 }),
    graceMinutes: fc.integer({ min: 0, max: 120 }),
    escalateMinutes: fc.option(fc.integer({ min: 0, max: 120 })),
  })
  .map(({ hour, minute, ...rest }) => ({
    ...rest,
    dueTime: `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`,
  }))

it('deadlines stay within their day, or the field that leaves it is named', () => {
  fc.assert(
    fc.property(times, (of) => {
      const { warnAt, lateAt, escalateAt } = momentsOf('2026-11-23', of)
      const [start, end] = [Date.parse('2026-11-23T00:00:00+08:00'), Date.parse('2026-11-24T00:00:00+08:00')]
      const problems = timeProblems(of)
      expect(problems.warnMinutes !== null).toBe(warnAt < start)
      expect(problems.graceMinutes !== null).toBe(lateAt >= end)
      if (lateAt < end) expect(problems.escalateMinutes !== null).toBe(escalateAt !== null && escalateAt >= end)
    }),
  )
})

const MINUTES = 60
const happening = fc.record({
  what: fc.constantFrom('a', 'b', 'c'),
  minute: fc.integer({ min: 0, max: MINUTES }),
  isPublished: fc.boolean(),
})

/** Steps through the hour minute by minute: what is readable, and since when. */
function liveThrough(events: readonly Publishing[], wanted: number, moment: number): number | null {
  let since: number | null = null
  const there = new Map<string, number>()
  for (let at = 0; at <= moment; at += MINUTE) {
    for (const event of events.filter((each) => each.at === at)) {
      if (event.isPublished) there.set(event.what, there.get(event.what) ?? at)
      else there.delete(event.what)
    }
    const starts = [...there.values()].sort((a, b) => a - b)
    since = starts.length >= wanted ? (starts[wanted - 1] ?? null) : null
  }
  return since
}

it('is done since enough of it has been there without a break, as known at the moment', () => {
  fc.assert(
    fc.property(
      fc.array(happening, { maxLength: 12 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: MINUTES }),
      (drawn, wanted, minute) => {
        const events = drawn
          .toSorted((a, b) => a.minute - b.minute)
          .map(({ minute: at, ...rest }) => ({ ...rest, at: at * MINUTE }))
        expect(doneAt(events, wanted, minute * MINUTE)).toBe(liveThrough(events, wanted, minute * MINUTE))
      },
    ),
    { numRuns: 1_000 },
  )
})

it('has one state at any time, and never goes from done in time to late', () => {
  fc.assert(
    fc.property(
      times,
      fc.option(fc.integer({ min: 0, max: 1_439 })),
      fc.nat(300),
      fc.boolean(),
      (of, done, before, isExcused) => {
        const moments = momentsOf('2026-11-23', of)
        const start = Date.parse('2026-11-23T00:00:00+08:00')
        const finished = done === null ? null : start + done * MINUTE
        // what is submitted in time and passed later is done in time
        const submitted = finished === null ? null : finished - before * MINUTE
        const seen = Array.from({ length: 24 * 6 }, (_, at) => {
          const moment = start + at * 10 * MINUTE
          const known = finished !== null && finished <= moment ? finished : null
          const submittedAt = submitted !== null && submitted <= moment ? submitted : null
          return stateAt(moments, { doneAt: known, submittedAt, isExcused }, moment)
        })
        expect(seen.every((state) => dueStates.includes(state))).toBe(true)
        const firstDone = seen.indexOf('done')
        if (firstDone >= 0) expect(new Set(seen.slice(firstDone))).toEqual(new Set(['done']))
        if (isExcused) expect(seen).not.toContain('late')
        if (finished !== null && submitted !== null && submitted > moments.lateAt) expect(seen).not.toContain('done')
        const isInTime = submitted !== null && submitted <= moments.lateAt
        if (isInTime) expect(seen.filter((state) => state === 'late' || state === 'doneLate')).toEqual([])
        if (!isInTime) expect(seen).not.toContain('reviewing')
      },
    ),
  )
})

it('the responsible person gets one level at a time, in order, and their superior only after the grace', () => {
  fc.assert(
    fc.property(times, (of) => {
      const moments = momentsOf('2026-11-23', of)
      const start = moments.dueAt - 300 * MINUTE
      const alerts = Array.from({ length: 700 }, (_, at) => alertsAt(moments, start + at * MINUTE))
      const own = alerts.flatMap((levels) => levels.filter((level) => level !== 'upwards'))
      expect(alerts.every((levels) => levels.length <= 2)).toBe(true)
      const order = ['before', 'at', 'after']
      expect(own.map((level) => order.indexOf(level))).toEqual(
        own.map((level) => order.indexOf(level)).toSorted((a, b) => a - b),
      )
      const above = alerts.findIndex((levels) => levels.includes('upwards'))
      if (of.escalateMinutes === null) expect(above).toBe(-1)
      else expect(alerts[above]).toContain('after')
    }),
  )
})

const rule = fc.record({
  level: fc.constantFrom(...ruleLevels),
  targetId: fc.constantFrom('1', '2', '3'),
})

it('of several rules the most specific one holds', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 8 }), (drawn) => {
      const rules = drawn.map((each, at) => ({ ...each, id: String(at + 1) }))
      const subject = { quoteItemId: '1', productId: '2', categoryIds: ['1', '3'] }
      const firstOf = (level: string, targetId?: string) =>
        rules.find((each) => each.level === level && (targetId === undefined || each.targetId === targetId))
      const model =
        firstOf('item', '1') ??
        firstOf('product', '2') ??
        firstOf('category', '3') ??
        firstOf('category', '1') ??
        firstOf('all')
      expect(rulesFor(rules, subject)[0]).toEqual(model)
    }),
  )
})
