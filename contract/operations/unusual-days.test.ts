// Unusual days of a trend.
import { expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import { unusualDays } from './unusual-days.ts'

/** From a Monday on; weekends have a third. */
const monday = '2026-03-02'
const month = Array.from({ length: 28 }, (_, at) => {
  const isWeekend = at % 7 > 4
  return { day: addDays(monday, at), value: (isWeekend ? 30 : 100) + (at % 3) }
})
const changed = (at: number, value: number | null) =>
  month.map((each, index) => (index === at ? { ...each, value } : each))

it('operations.md "unusual days (MAD, as prices)": a quiet weekend is none, a day beyond its own kind is one', () => {
  expect(unusualDays(month)).toEqual([])
  expect(unusualDays(changed(9, 160))).toEqual([addDays(monday, 9)])
  // as much as on a workday, on a Saturday
  expect(unusualDays(changed(5, 100))).toEqual([addDays(monday, 5)])
})

it('operations.md "unusual days (MAD, as prices)": says nothing of few days, of none, and of figures that stay at nothing', () => {
  expect(unusualDays(changed(9, null))).toEqual([])
  expect(unusualDays(month.slice(0, 7).map((each, at) => ({ ...each, value: at === 3 ? 900 : each.value })))).toEqual(
    [],
  )
  expect(unusualDays(month.map(({ day }) => ({ day, value: 0 })))).toEqual([])
})
