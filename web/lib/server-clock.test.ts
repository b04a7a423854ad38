// Today is the server's day, whatever the computer's clock says.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { formatAge } from './format.ts'
import { serverToday } from './server-clock.ts'
import { noteServerTime, serverNow } from './server-time.ts'

const real = 'Fri, 27 Nov 2026 02:00:00 GMT'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  noteServerTime(new Date().toUTCString())
  vi.useRealTimers()
})

it('imports.md "Moments": a computer a year ahead has the day of the server', () => {
  vi.setSystemTime('2027-11-27T02:00:05Z')
  noteServerTime(real)
  expect(serverToday()).toBe('2026-11-27')
  vi.advanceTimersByTime(15 * 3_600_000)
  expect(serverToday()).toBe('2026-11-28')
  expect(formatAge('2026-11-27T16:00:00Z')).toBe('1 小时前')
})

it('imports.md "Moments": the way of a reply moves nothing, and a reply without a date neither', () => {
  vi.setSystemTime('2026-11-27T02:00:05Z')
  noteServerTime(real)
  noteServerTime(null)
  noteServerTime('soon')
  expect(serverNow()).toBe(Date.now())
})
