import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DATE_FORMAT } from '#contract/limits.ts'
import { type DateRange, inOrder, libraryFormat, presetsOf, printRange, readRange } from './date-range.rules.ts'

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const range: fc.Arbitrary<DateRange> = fc.record({ start: fc.option(day), end: fc.option(day) })

test('§5 if start is later than end they are swapped, and nothing else changes', () => {
  expect(inOrder({ start: '2026-11-21', end: '2026-11-02' })).toEqual({ start: '2026-11-02', end: '2026-11-21' })
  fc.assert(
    fc.property(range, (given) => {
      const { start, end } = inOrder(given)
      if (start && end) expect(start <= end).toBe(true)
      expect([start, end].sort()).toEqual([given.start, given.end].sort())
      expect(inOrder({ start, end })).toEqual({ start, end })
      if (!given.start || !given.end) expect({ start, end }).toEqual(given)
    }),
  )
})

test('§5 a range in an address may be reversed or open on one side; an invalid one is ignored', () => {
  expect(readRange('2026-11-30~2026-11-01')).toEqual({ start: '2026-11-01', end: '2026-11-30' })
  fc.assert(
    fc.property(range, (given) => {
      const isOpen = given.start === null && given.end === null
      expect(readRange(printRange(given))).toEqual(isOpen ? undefined : inOrder(given))
    }),
  )
  for (const text of [
    '',
    '~',
    '2026-11-01',
    '2026-11-31~',
    '2026-11-01~2026-11-02~',
    '2026-1-1~',
    'x~y',
    '~2026-02-29',
  ]) {
    expect(readRange(text)).toBeUndefined()
  }
})

test('§9 the default format is yyyy-MM-dd', () => {
  expect(DATE_FORMAT).toBe('yyyy-MM-dd')
  expect(libraryFormat(DATE_FORMAT)).toBe('YYYY-MM-DD')
  expect(libraryFormat('yyyy.MM.dd')).toBe('YYYY.MM.DD')
})

test('§2 the preset ranges follow the date in Asia/Shanghai', () => {
  // 00:30 on the 21st in Shanghai, still the 20th in UTC
  const offered = presetsOf(Date.parse('2026-11-21T00:30:00+08:00'))
  expect(offered.map(({ label, range: { start, end } }) => `${label} ${start} ${end}`)).toEqual([
    '今天 2026-11-21 2026-11-21',
    '近 7 天 2026-11-15 2026-11-21',
    '近 30 天 2026-10-23 2026-11-21',
    '本周 2026-11-16 2026-11-22',
    '本月 2026-11-01 2026-11-30',
    '本季度 2026-10-01 2026-12-31',
  ])
})

test('§5 the week preset’s hint has days as YYYY.MM.DD, the quarter’s has months as YYYY.MM', () => {
  const hints = new Map(presetsOf(Date.parse('2026-11-21T12:00:00+08:00')).map(({ label, hint }) => [label, hint]))
  expect(hints.get('本周')).toBe('2026.11.16 - 2026.11.22')
  expect(hints.get('本季度')).toBe('2026.10 - 2026.12')
})
