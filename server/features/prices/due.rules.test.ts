// On which days quote items are due.
import { describe, expect, it } from 'vitest'
import { isDueOn, nextWorkday } from './due.rules.ts'

const item = (frequency: 'workday' | 'weekdays' | 'tenDay' | 'month', weekdays: number[] = []) => ({
  frequency,
  weekdays,
})

describe('§1 a quote item is due', () => {
  it.each([
    ['2026-11-20', true], // Friday
    ['2026-11-21', false],
    ['2025-10-01', false], // National Day, a Wednesday
    ['2025-09-28', true], // a Sunday worked in place of the holiday
  ])('every workday: %s %s', (day, due) => {
    expect(isDueOn(day, item('workday'))).toBe(due)
  })

  it.each([
    ['2026-11-17', true], // Tuesday
    ['2026-11-18', false],
    ['2025-10-07', false], // a Tuesday within the holiday
  ])('on chosen weekdays, holidays excepted: %s %s', (day, due) => {
    expect(isDueOn(day, item('weekdays', [2, 5]))).toBe(due)
  })

  it.each([
    ['2026-11-10', true],
    ['2026-11-11', false],
    ['2026-11-20', true],
    ['2026-11-30', true],
    ['2026-01-30', true], // the 31st is a Saturday
    ['2026-01-31', false],
  ])('on the last workday of ten days: %s %s', (day, due) => {
    expect(isDueOn(day, item('tenDay'))).toBe(due)
  })

  it.each([
    ['2026-11-30', true],
    ['2026-11-20', false],
    ['2026-05-29', true], // the 30th and 31st are a weekend
  ])('on the last workday of a month: %s %s', (day, due) => {
    expect(isDueOn(day, item('month'))).toBe(due)
  })

  it('the next workday skips weekends and holidays', () => {
    expect(nextWorkday('2026-11-20')).toBe('2026-11-23')
    expect(nextWorkday('2025-09-30')).toBe('2025-10-09')
  })
})
