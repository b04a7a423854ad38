// On which days quote items are due.
import { describe, expect, it } from 'vitest'
import { type Calendar, isDueOn, nextOpenDay } from './calendar-days.ts'

const year = (days: Record<string, boolean>) => ({ version: '1', days: new Map(Object.entries(days)) })
const closed = ['01', '02', '03', '04', '05', '06', '07', '08'].map((day) => [`2025-10-${day}`, false])
/** With a part of the State Council's days of 2025. */
const workdays: Calendar = {
  id: '1',
  weekdays: [1, 2, 3, 4, 5],
  isYearly: true,
  years: new Map([[2025, year({ ...Object.fromEntries(closed), '2025-09-28': true })]]),
}

const item = (frequency: 'workday' | 'weekdays' | 'tenDay' | 'month', weekdays: number[] = []) => ({
  frequency,
  weekdays,
  nth: -1,
})

describe('§1 a quote item is due', () => {
  it.each([
    ['2026-11-20', true], // Friday
    ['2026-11-21', false],
    ['2025-10-01', false], // National Day, a Wednesday
    ['2025-09-28', true], // a Sunday worked in place of the holiday
  ])('every workday: %s %s', (day, due) => {
    expect(isDueOn(workdays, day, item('workday'))).toBe(due)
  })

  it.each([
    ['2026-11-17', true], // Tuesday
    ['2026-11-18', false],
    ['2025-10-07', false], // a Tuesday within the holiday
  ])('on chosen weekdays, holidays excepted: %s %s', (day, due) => {
    expect(isDueOn(workdays, day, item('weekdays', [2, 5]))).toBe(due)
  })

  it.each([
    ['2026-11-10', true],
    ['2026-11-11', false],
    ['2026-11-20', true],
    ['2026-11-30', true],
    ['2026-01-30', true], // the 31st is a Saturday
    ['2026-01-31', false],
  ])('on the last workday of ten days: %s %s', (day, due) => {
    expect(isDueOn(workdays, day, item('tenDay'))).toBe(due)
  })

  it.each([
    ['2026-11-30', true],
    ['2026-11-20', false],
    ['2026-05-29', true], // the 30th and 31st are a weekend
  ])('on the last workday of a month: %s %s', (day, due) => {
    expect(isDueOn(workdays, day, item('month'))).toBe(due)
  })

  it('the next workday skips weekends and holidays', () => {
    expect(nextOpenDay(workdays, '2026-11-20')).toBe('2026-11-23')
    expect(nextOpenDay(workdays, '2025-09-30')).toBe('2025-10-09')
  })
})
