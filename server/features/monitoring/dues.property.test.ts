// Due rows of random rules, items and calendars, against a model that checks each day, item and rule in turn.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayOf, daysBetween, eachDay, minuteOf } from '#contract/days.ts'
import type { Calendar } from '#contract/monitoring/calendar-days.ts'
import { orderRhythms } from '#contract/push/report-labels.ts'
import { type Order, planDues, type Rule, type Watched } from './dues.rules.ts'

const days = eachDay('2026-09-21', '2026-10-20')
const holidays = new Map(eachDay('2026-10-01', '2026-10-07').map((day) => [day, false]))
const announced = (id: string, exceptions: Map<string, boolean>): Calendar => ({
  id,
  weekdays: [1, 2, 3, 4, 5],
  isYearly: true,
  years: new Map([[2026, { version: `${id}1`, days: exceptions }]]),
})
const calendars = new Map([
  // 2026-10-10 is a substitute Saturday
  ['1', announced('1', new Map([...holidays, ['2026-10-10', true]]))],
  ['2', announced('2', holidays)],
  ['3', { ...announced('3', new Map()), years: new Map() }],
])

const person = fc.constantFrom('10', '11', '12', null)
const pattern = {
  frequency: fc.constantFrom('workday', 'weekdays', 'tenDay', 'month', null),
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 3 }),
  dueTime: fc.constantFrom('09:30', '17:00', '23:50', null),
  ownerId: person,
  deputyId: person,
} as const

const rule: fc.Arbitrary<Rule> = fc.record({
  ...pattern,
  id: fc.constant(''),
  kind: fc.constantFrom('price', 'series', 'report', 'import'),
  level: fc.constantFrom('all', 'category', 'product', 'item'),
  targetId: fc.constantFrom('1', '2', '3'),
  productId: fc.constant(null),
  wanted: fc.constantFrom(null, 2),
  calendarId: fc.constantFrom('1', '2', '3'),
  nth: fc.constantFrom(-1, 1, 3),
  warnMinutes: fc.constantFrom(0, 30, 700),
  graceMinutes: fc.constantFrom(0, 20),
  escalateMinutes: fc.constantFrom(null, 60),
  channel: fc.constantFrom('notice', 'none'),
})
const watched: fc.Arbitrary<Watched> = fc.record({
  ...pattern,
  kind: fc.constantFrom('price', 'series'),
  quoteItemId: fc.constantFrom('1', '2', '3', '4'),
  productId: fc.constantFrom('1', '2'),
  calendarId: fc.constantFrom('1', '2'),
  activeSince: fc.constantFrom(null, '2026-10-09T04:00:00.000Z'),
  categoryIds: fc.constantFrom([], ['1'], ['1', '2']),
  stoppedOn: fc.constantFrom(null, '2026-10-08'),
})

const order: fc.Arbitrary<Order> = fc.record({
  id: fc.constantFrom('1', '2', '3'),
  rhythm: fc.constantFrom(...orderRhythms),
  startsOn: fc.constantFrom('2026-08-31', '2026-09-02', '2026-10-03'),
  endsOn: fc.constantFrom('2026-09-30', '2026-12-31'),
})

/**
 * Whether an issue is due on the day: whole weeks since the first, or whole months, clamped to the end of shorter
 * months.
 */
function isIssueDay({ rhythm, startsOn, endsOn }: Order, day: string): boolean {
  if (day < startsOn || day > endsOn) return false
  if (rhythm === 'once') return day === startsOn
  const since = daysBetween(startsOn, day)
  if (rhythm === 'weekly') return since % 7 === 0
  const [first, date] = [Number(startsOn.slice(8)), Number(day.slice(8))]
  const length = { '08': 31, '09': 30, '10': 31 }[day.slice(5, 7)] ?? 0
  const months = Number(day.slice(5, 7)) - Number(startsOn.slice(5, 7))
  return date === Math.min(first, length) && months % (rhythm === 'monthly' ? 1 : 3) === 0
}

function opensIn(calendarId: string, day: string): boolean {
  const weekday = new Date(day).getUTCDay()
  const usual = weekday >= 1 && weekday <= 5
  if (calendarId === '3') return usual
  if (day >= '2026-10-01' && day <= '2026-10-07') return false
  return usual || (calendarId === '1' && day === '2026-10-10')
}

function isDue(calendarId: string, day: string, frequency: string, weekdays: readonly number[], nth: number): boolean {
  if (!opensIn(calendarId, day)) return false
  if (frequency === 'workday') return true
  if (frequency === 'weekdays') return weekdays.includes(new Date(day).getUTCDay() || 7)
  const date = Number(day.slice(8))
  const ten = date <= 10 ? 0 : date <= 20 ? 1 : 2
  const inPeriod = eachDay(`${day.slice(0, 8)}01`, `${day.slice(0, 8)}${day.slice(5, 7) === '09' ? 30 : 31}`).filter(
    (each) => {
      const at = Number(each.slice(8))
      return opensIn(calendarId, each) && (frequency === 'month' || (at <= 10 ? 0 : at <= 20 ? 1 : 2) === ten)
    },
  )
  const ordered = nth > 0 ? inPeriod : inPeriod.toReversed()
  return (ordered[Math.abs(nth) - 1] ?? ordered.at(-1)) === day
}

const nearestFirst = ['item', 'product', 'category', 'all']

function nearest(rules: readonly Rule[], of: Watched): Rule | undefined {
  const concerns = (each: Rule) =>
    each.kind === of.kind &&
    (each.level === 'all' ||
      (each.level === 'item' && each.targetId === of.quoteItemId) ||
      (each.level === 'product' && each.targetId === of.productId) ||
      (each.level === 'category' && of.categoryIds.includes(each.targetId ?? '')))
  for (const level of nearestFirst) {
    const found = rules.filter((each) => each.level === level && concerns(each))
    const deepest = found.find(({ targetId }) => targetId === of.categoryIds.at(-1))
    if (found.length > 0) return level === 'category' ? (deepest ?? found[0]) : found[0]
  }
  return undefined
}

it('§2 a row for each day on which the narrowest rule expects the item, with its times and responsible person', () => {
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 5 }),
      fc.uniqueArray(watched, { maxLength: 5, selector: ({ kind, quoteItemId }) => `${kind}${quoteItemId}` }),
      fc.subarray(['10', '11', '12']),
      fc.uniqueArray(order, { maxLength: 3, selector: ({ id }) => id }),
      (drawn, items, working, orders) => {
        // some rules of prices leave the calendar to the item
        const rules = drawn.map((each, at) => ({
          ...each,
          id: String(100 + at),
          calendarId: each.kind === 'price' && each.nth === 1 ? null : each.calendarId,
        }))
        const people = {
          working: new Set(working),
          isAway: (id: string, day: string) => id === '10' && day > '2026-10-09',
        }
        const planned = planDues(days, {
          rules,
          watched: items,
          orders,
          accounts: [],
          questions: [],
          calendars,
          people,
        })
        const model: string[] = []
        for (const day of days) {
          for (const each of items) {
            const its = nearest(rules, each)
            const frequency = its && (its.frequency ?? each.frequency)
            const time = its && (its.dueTime ?? each.dueTime)
            if (!its || !frequency || !time || (each.stoppedOn !== null && day >= each.stoppedOn)) continue
            const own = its.frequency === null
            const calendarId = its.calendarId ?? each.calendarId ?? ''
            if (!isDue(calendarId, day, frequency, own ? each.weekdays : its.weekdays, own ? -1 : its.nth)) continue
            if (each.activeSince !== null && Date.parse(`${day}T${time}:00+08:00`) <= Date.parse(each.activeSince))
              continue
            const owner = its.ownerId ?? each.ownerId
            const deputy = its.ownerId === null ? (its.deputyId ?? each.deputyId) : its.deputyId
            const there = [owner, deputy].find(
              (id) => id !== null && working.includes(id) && !(id === '10' && day > '2026-10-09'),
            )
            model.push(`${each.kind} ${each.quoteItemId} ${day} ${its.id} ${time} ${there ?? owner}`)
          }
          for (const its of rules) {
            if ((its.kind !== 'import' && its.kind !== 'report') || !its.dueTime) continue
            const there = [its.ownerId, its.deputyId].find(
              (id) => id !== null && working.includes(id) && !(id === '10' && day > '2026-10-09'),
            )
            const expected = `${day} ${its.id} ${its.dueTime} ${there ?? its.ownerId}`
            if (its.kind === 'report') {
              for (const each of orders) if (isIssueDay(each, day)) model.push(`report ${each.id} ${expected}`)
            } else if (its.frequency && isDue(its.calendarId ?? '', day, its.frequency, its.weekdays, its.nth)) {
              model.push(`import ${its.id} ${expected}`)
            }
          }
        }
        const expected = planned.map(
          ({ kind, subjectId, day, ruleId, dueAt, responsibleId }) =>
            `${kind} ${subjectId} ${day} ${ruleId} ${minuteOf(dueAt).slice(11)} ${responsibleId}`,
        )
        expect(expected.toSorted()).toEqual(model.toSorted())
        for (const { kind, subjectId, day, warnAt, dueAt, lateAt, yearId, ruleId } of planned) {
          expect([warnAt, dueAt, lateAt].every((at) => dayOf(at) === day)).toBe(true)
          expect(warnAt <= dueAt && dueAt <= lateAt).toBe(true)
          const of =
            rules.find(({ id }) => id === ruleId)?.calendarId ??
            items.find((each) => each.kind === kind && each.quoteItemId === subjectId)?.calendarId
          expect(yearId).toBe(of === '3' ? null : `${of}1`)
        }
      },
    ),
    { numRuns: 500 },
  )
})
