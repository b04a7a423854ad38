// When pushes go out, by the calendar of mainland China.
import { describe, expect, it } from 'vitest'
import type { Calendar } from '#contract/monitoring/calendar-days.ts'
import { dueAt, isTooLate, nextSlot } from './pushes.rules.ts'

const days = {
  '2026-10-01': false,
  '2026-10-02': false,
  '2026-10-05': false,
  '2026-10-06': false,
  '2026-10-07': false,
  '2026-10-10': true,
}
const workdays: Calendar = {
  id: '1',
  weekdays: [1, 2, 3, 4, 5],
  isYearly: true,
  years: new Map([[2026, { version: '1', days: new Map(Object.entries(days)) }]]),
}
const at = (moment: string) => Date.parse(`${moment}:00+08:00`)

describe('pushes.md: each workday at', () => {
  it.each([
    ['on the day itself, before its time', '2026-11-23T08:59', '2026-11-23T09:00:00+08:00'],
    ['at its time on the next day', '2026-11-23T09:00', '2026-11-24T09:00:00+08:00'],
    ['not at a weekend', '2026-11-20T09:01', '2026-11-23T09:00:00+08:00'],
    ['not on a holiday', '2026-09-30T10:00', '2026-10-08T09:00:00+08:00'],
    ['on a Saturday that is worked', '2026-10-09T10:00', '2026-10-10T09:00:00+08:00'],
    ['by Shanghai where London still has yesterday', '2026-11-24T00:30', '2026-11-24T09:00:00+08:00'],
  ])('%s', (_, now, slot) => {
    expect(nextSlot(workdays, '09:00', at(now))).toBe(slot)
  })
})

describe('pushes.md: when', () => {
  const now = at('2026-11-23T08:00')
  it('sends now, at a time, each workday, or after publications only', () => {
    const timed = { sendAt: null, sendTime: '' }
    expect(Date.parse(dueAt(workdays, { ...timed, timing: 'now' }, now) ?? '')).toBe(now)
    const sendAt = '2026-11-25T07:00:00+08:00'
    expect(dueAt(workdays, { ...timed, timing: 'at', sendAt }, now)).toBe(sendAt)
    expect(dueAt(workdays, { ...timed, timing: 'workday', sendTime: '09:30' }, now)).toBe('2026-11-23T09:30:00+08:00')
    expect(dueAt(workdays, { ...timed, timing: 'verified' }, now)).toBeNull()
  })

  it('is too late after an hour', () => {
    expect(isTooLate('2026-11-23T07:00:00+08:00', now)).toBe(false)
    expect(isTooLate('2026-11-23T06:59:59+08:00', now)).toBe(true)
  })
})
