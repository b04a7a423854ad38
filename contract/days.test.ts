// Days: by the calendar, whatever the zone of the machine.
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  dayNumber,
  dayOf,
  daysBetween,
  dayText,
  eachDay,
  isDay,
  isMoment,
  weekdayOf,
} from './days.ts'

describe('§5 days', () => {
  it('are those of Shanghai', () => {
    expect(dayOf('2026-03-01T15:59:59Z')).toBe('2026-03-01')
    expect(dayOf(Date.parse('2026-03-01T16:00:00Z'))).toBe('2026-03-02')
    expect(dayOf(new Date('2027-01-01T00:00:00+08:00'))).toBe('2027-01-01')
  })

  it('have an edge: years 1 to 9999, of the calendar', () => {
    for (const day of ['0001-01-01', '2024-02-29', '9999-12-31']) expect(isDay(day), day).toBe(true)
    for (const day of ['0000-12-31', '2026-02-29', '2026-02-30', '2026-13-01', '10000-01-01', '-001-01-01', ''])
      expect(isDay(day), day).toBe(false)
  })

  it('and so have moments, whose offset is one that PostgreSQL knows', () => {
    const right = ['0001-01-01T00:00:00Z', '2026-01-01T00:00:00+15:59', '2026-01-01T00:00:00.123-15:59']
    for (const text of [...right, '9999-12-31T15:59:59.999Z']) expect(isMoment(text), text).toBe(true)
    const outside = ['0001-01-01T00:00:00+00:01', '9999-12-31T16:00:00Z', '0000-12-31T23:59:59Z']
    const wrong = ['2026-01-01T00:00:00+16:00', '2026-02-30T00:00:00Z', '2016-12-31T23:59:60Z', '2026-01-01T00:00:00']
    for (const text of [...outside, ...wrong, '2026-01-01 00:00:00Z', '']) expect(isMoment(text), text).toBe(false)
  })

  it('are counted over months, years and leap days', () => {
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
    expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
    expect(daysBetween('2027-01-01', '2026-12-31')).toBe(-1)
    expect(eachDay('2026-12-31', '2027-01-02')).toEqual(['2026-12-31', '2027-01-01', '2027-01-02'])
    expect(eachDay('2027-01-02', '2027-01-01')).toEqual([])
  })

  it('begin the week on Monday', () => {
    expect(eachDay('2026-11-16', '2026-11-22').map(weekdayOf)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('in another month are clamped to its last day', () => {
    const inMonths = (day: string, months: number) => dayText(addMonths(dayNumber(day), months))
    expect(inMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(inMonths('2026-01-31', 2)).toBe('2026-03-31')
    expect(inMonths('2026-12-15', -12)).toBe('2025-12-15')
  })
})
