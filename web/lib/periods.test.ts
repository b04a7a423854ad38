import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#contract/days.ts'
import { formatQuarter, formatWeek, monthOf, quarterOf, weekOf } from './periods.ts'

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('§5 a week is written as YYYY.MM.DD, from Monday to Sunday', () => {
  expect(formatWeek(weekOf('2026-11-21'))).toBe('2026.11.16 - 2026.11.22')
  expect(formatWeek(weekOf('2026-11-16'))).toBe('2026.11.16 - 2026.11.22')
  expect(formatWeek(weekOf('2026-11-22'))).toBe('2026.11.16 - 2026.11.22')
  expect(formatWeek(weekOf('2027-01-01'))).toBe('2026.12.28 - 2027.01.03')
})

test('§5 a quarter is written as YYYY.MM', () => {
  expect(formatQuarter(quarterOf('2026-11-21'))).toBe('2026.10 - 2026.12')
  expect(formatQuarter(quarterOf('2026-01-31'))).toBe('2026.01 - 2026.03')
  expect(quarterOf('2024-02-29')).toEqual({ from: '2024-01-01', to: '2024-03-31' })
})

test('§5 Unix times of 10 digits are treated as seconds, in weeks and quarters too', () => {
  // 2026-03-30 00:00 in Asia/Shanghai, still Sunday the 29th in UTC
  expect(formatWeek(weekOf(1_774_800_000))).toBe('2026.03.30 - 2026.04.05')
  expect(formatWeek(weekOf('1774800000'))).toBe(formatWeek(weekOf(1_774_800_000_000)))
  expect(formatQuarter(quarterOf(1_774_800_000))).toBe('2026.01 - 2026.03')
})

test('§5 an invalid date has no week and no quarter', () => {
  for (const value of [null, undefined, '', 'soon', '2026-13-45']) {
    expect(formatWeek(weekOf(value))).toBe('')
    expect(formatQuarter(quarterOf(value))).toBe('')
    expect(monthOf(value)).toBeNull()
  }
})

test('§5 week, month and quarter contain their day, and both ends give the same period', () => {
  fc.assert(
    fc.property(day, (each) => {
      for (const periodOf of [weekOf, monthOf, quarterOf]) {
        const period = periodOf(each)
        if (!period) throw new Error(`no period of ${each}`)
        expect(period.from <= each && each <= period.to).toBe(true)
        expect(periodOf(period.from)).toEqual(period)
        expect(periodOf(period.to)).toEqual(period)
        expect(periodOf(addDays(period.to, 1))?.from).toBe(addDays(period.to, 1))
      }
    }),
  )
})
