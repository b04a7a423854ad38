import { expect, it } from 'vitest'
import { parseQuiet, quietUntil, SMS_QUIET } from './quiet.rules.ts'

const until = (moment: string, quiet = { from: 22 * 60, to: 7 * 60 + 30 }) =>
  quietUntil(new Date(moment), quiet)?.toISOString() ?? null

it('over midnight: quiet from the evening to the morning after', () => {
  expect(until('2026-01-05T21:59:00+08:00')).toBeNull()
  expect(until('2026-01-05T22:00:00+08:00')).toBe('2026-01-05T23:30:00.000Z')
  expect(until('2026-01-06T03:00:00+08:00')).toBe('2026-01-05T23:30:00.000Z')
  expect(until('2026-01-06T07:29:59+08:00')).toBe('2026-01-05T23:30:00.000Z')
  expect(until('2026-01-06T07:30:00+08:00')).toBeNull()
})

it('within a day', () => {
  const noon = { from: 12 * 60, to: 13 * 60 }
  expect(until('2026-01-05T11:59:00+08:00', noon)).toBeNull()
  expect(until('2026-01-05T12:30:00+08:00', noon)).toBe('2026-01-05T05:00:00.000Z')
})

it('commercial short messages go from 8 to 21 h', () => {
  expect(until('2026-01-05T07:59:00+08:00', SMS_QUIET)).toBe('2026-01-05T00:00:00.000Z')
  expect(until('2026-01-05T08:00:00+08:00', SMS_QUIET)).toBeNull()
  expect(until('2026-01-05T20:59:00+08:00', SMS_QUIET)).toBeNull()
  expect(until('2026-01-05T21:00:00+08:00', SMS_QUIET)).toBe('2026-01-06T00:00:00.000Z')
})

it('is written as hours, or switched off', () => {
  expect(parseQuiet('22:00-07:30')).toEqual({ from: 1_320, to: 450 })
  expect(parseQuiet('off')).toBeNull()
  expect(() => parseQuiet('22-7')).toThrow('22:00-07:30')
  expect(() => parseQuiet('24:00-07:30')).toThrow('22:00-07:30')
})
