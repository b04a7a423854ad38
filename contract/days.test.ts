// Days: by the calendar, whatever the zone of the machine.
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, dayNumber, dayOf, daysBetween, dayText, eachDay, weekdayOf } from './days.ts'

describe('§5 days', () => {
  it('are those of Shanghai', () => {
    expect(dayOf('2026-03-01T15:59:59Z')).toBe('2026-03-01')
    expect(dayOf(Date.parse('2026-03-01T16:00:00Z'))).toBe('2026-03-02')
    expect(dayOf(new Date('2027-01-01T00:00:00+08:00'))).toBe('2027-01-01')
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
