import { expect, test } from 'vitest'
import { formatAge, formatDay, formatFigure, formatMoment } from './format.ts'

const now = Date.parse('2026-03-10T12:00:00+08:00')

test('§9 a moment is shown in Asia/Shanghai', () => {
  expect(formatMoment('2026-03-09T16:05:00Z')).toBe('2026-03-10 00:05')
  expect(formatMoment('2026-03-10T00:05:00+08:00')).toBe('2026-03-10 00:05')
})

test('§5 Unix times of 10 digits are seconds', () => {
  expect(formatMoment(1_773_115_200)).toBe('2026-03-10 12:00')
  expect(formatMoment('1773115200')).toBe('2026-03-10 12:00')
  expect(formatMoment(1_773_115_200_000)).toBe('2026-03-10 12:00')
})

test('§9 an absent or invalid moment is a dash', () => {
  for (const value of [null, undefined, '', 'yesterday']) expect(formatMoment(value)).toBe('—')
})

test('§9 a day has no zone', () => {
  expect(formatDay('2026-03-10')).toBe('2026-03-10')
  expect(formatDay('2026-03-09T16:05:00Z')).toBe('2026-03-10')
})

test('§9 ages use the largest unit that fits', () => {
  expect(formatAge(now - 20_000, now)).toBe('刚刚')
  expect(formatAge(now - 5 * 60_000, now)).toBe('5 分钟前')
  expect(formatAge(now - 3 * 86_400_000, now)).toBe('3 天前')
  expect(formatAge(now + 2 * 3_600_000, now)).toBe('2 小时后')
  expect(formatAge(now - 400 * 86_400_000, now)).toBe('1 年前')
  expect(formatAge(null, now)).toBe('—')
})

test('§9 figures are grouped by thousands and keep their decimals', () => {
  expect(['0', '999', '1000', '-1234567', '12345.60', '0.00012'].map(formatFigure)).toEqual([
    '0',
    '999',
    '1,000',
    '-1,234,567',
    '12,345.60',
    '0.00012',
  ])
})
