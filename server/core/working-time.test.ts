// Working time: minutes within working hours of workdays, the same in TypeScript and in SQL.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '#contract/days.ts'
import type { Calendar } from '#contract/monitoring/calendar-days.ts'
import { createChance } from '#server/db/demo/random.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { minuteOf, workDays, workingMinutes, workingMinutesBefore, workUntil } from './working-time.ts'

const days = new Map([
  ['2026-10-01', false],
  ['2026-10-10', true],
])
const calendar: Calendar = {
  id: '1',
  weekdays: [1, 2, 3, 4, 5],
  isYearly: true,
  years: new Map([[2026, { version: '1', days }]]),
}
const at = (text: string) => Date.parse(`${text}:00+08:00`)

describe('working time', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await cloneDatabase()
  })
  afterAll(() => database.close())

  it.each([
    ['2026-09-30T10:00', '2026-09-30T11:30', 90],
    ['2026-09-30T17:00', '2026-10-02T10:00', 120],
    ['2026-09-30T20:00', '2026-10-01T12:00', 0],
    ['2026-10-09T18:00', '2026-10-10T09:30', 30],
    ['2026-10-03T00:00', '2026-10-04T23:00', 0],
    ['2026-09-30T11:00', '2026-09-30T10:00', 0],
  ])(
    'operations.md "Screens" from %s to %s are %i minutes, without nights, weekends and holidays',
    (from, to, minutes) => {
      expect(workingMinutes(calendar, at(from), at(to))).toBe(minutes)
    },
  )

  it('operations.md "Screens" a registration is overdue once so much working time has passed', () => {
    const since = (now: string) => workingMinutesBefore(calendar, at(now), 240)
    expect(since('2026-09-30T14:00')).toBe(at('2026-09-30T10:00'))
    expect(since('2026-09-30T10:00')).toBe(at('2026-09-29T15:00'))
    expect(since('2026-10-04T10:00')).toBe(at('2026-10-02T14:00'))
    expect(since('2026-10-02T12:00')).toBe(at('2026-09-30T17:00'))
  })

  it('operations.md "Screens" SQL says the same of any two moments', async () => {
    const chance = createChance(20_261_101)
    const start = at('2026-09-20T00:00')
    const moments = Array.from({ length: 80 }, () => start + chance.between(0, 30 * 24 * 60) * 60_000).toSorted(
      (a, b) => a - b,
    )
    const pairs = moments.slice(1).map((to, n) => [moments[n] ?? start, to] as const)
    const expected = pairs.map(([from, to]) => workingMinutes(calendar, from, to))
    const text = (n: 0 | 1) => sql`${sql.param(pairs.map((pair) => new Date(pair[n]).toISOString()))}::timestamptz[]`
    const { rows } = await database.db.execute<{ minutes: number }>(sql`
      with ${workDays(calendar, '2026-09-19', dayOf(at('2026-10-22T00:00')))}
      select round(${workUntil(minuteOf(sql.raw('p.e')))} - ${workUntil(minuteOf(sql.raw('p.s')))})::int as minutes
        from unnest(${text(0)}, ${text(1)}) with ordinality p(s, e, n) order by p.n`)
    expect(rows.map(({ minutes }) => minutes)).toEqual(expected)
  })

  it('operations.md "Screens" SQL has no working time of a moment outside the days', async () => {
    const moments = ['2026-09-18T23:59', '2026-09-19T00:00', '2026-10-22T23:59', '2026-10-23T00:00']
    const { rows } = await database.db.execute<{ isKnown: boolean }>(sql`
      with ${workDays(calendar, '2026-09-19', '2026-10-22')}
      select ${workUntil(minuteOf(sql.raw('m')))} is not null as "isKnown"
        from unnest(${sql.param(moments.map((moment) => new Date(at(moment)).toISOString()))}::timestamptz[]) m`)
    expect(rows.map(({ isKnown }) => isKnown)).toEqual([false, true, true, false])
  })
})
