// Ranges of days for reading logs, and which reported rows are accepted.
import { describe, expect, it } from 'vitest'
import type { SentLog } from '#contract/members/account-logs.ts'
import { daysOf, monthsOf, sortOut } from './account-logs.rules.ts'

/** 02:00 of the 21st in Shanghai. */
const NOW = Date.parse('2026-11-20T18:00:00Z')

describe('days', () => {
  it.each([
    [{}, '2026-11-15', '2026-11-21'],
    [{ to: '2026-11-10' }, '2026-11-04', '2026-11-10'],
    [{ from: '2026-11-01' }, '2026-11-01', '2026-11-21'],
    [{ from: '2026-08-22', to: '2026-11-21' }, '2026-08-22', '2026-11-21'],
  ])('%j are %s to %s', (input, from, to) => {
    expect(daysOf(input, NOW)).toEqual({ from, to })
  })

  it.each([
    [{ from: '2026-08-21', to: '2026-11-21' }, '查询范围最多 92 天'],
    [{ from: '2026-11-22' }, '开始日期不能晚于结束日期'],
  ])('%j are refused: %s', (input, message) => {
    expect(() => daysOf(input, NOW)).toThrow(message)
  })
})

describe('months', () => {
  it.each([
    ['2026-11-15', '2026-11-21', '2026-11-01', '2026-12-01'],
    ['2026-10-31', '2026-11-01', '2026-10-01', '2026-12-01'],
  ])('%s to %s lie from %s until %s', (from, to, first, end) => {
    expect(monthsOf({ from, to }, NOW)).toEqual({ from: first, to: end })
  })

  it('go on over the end of a year', () => {
    const days = { from: '2026-12-31', to: '2027-01-02' }
    expect(monthsOf(days, Date.parse('2027-01-03T00:00:00Z'))).toEqual({ from: '2026-12-01', to: '2027-02-01' })
    const december = { from: '2026-12-01', to: '2026-12-31' }
    expect(monthsOf(december, Date.parse('2026-12-31T00:00:00Z'))).toEqual({ from: '2026-12-01', to: '2027-01-01' })
  })

  it.each([
    [{ from: '2026-09-30', to: '2026-11-21' }],
    [{ from: '2026-10-01', to: '2026-10-31' }],
    [{ from: '2026-12-01', to: '2026-12-02' }],
    [{ to: '2026-11-21' }],
  ])('are undefined for %j', (days) => {
    expect(monthsOf(days, NOW)).toBeUndefined()
  })
})

describe('reported rows', () => {
  const row = (at: string): SentLog => ({ loginName: ' a ', subProduct: 'app', kind: 'view', at })

  it('are accepted up to five minutes ahead and 390 days late, with defaults for what they leave out', () => {
    const { taken, refused } = sortOut([row('2026-11-21T02:05:00+08:00'), row('2025-10-26T18:00:00Z')], NOW)
    expect(refused).toEqual([])
    expect(taken[0]).toEqual({
      n: 0,
      loginName: 'a',
      subProduct: 'app',
      kind: 'view',
      at: '2026-11-20T18:05:00.000Z',
      module: '',
      detail: '',
      address: '',
      device: '',
      seconds: null,
    })
  })

  it.each([
    ['2026-11-20T18:05:01Z', '时间晚于当前时间'],
    ['2025-10-26T17:59:59Z', '时间早于 390 天前'],
    ['2026-11-20T23:59:60Z', '时间不正确'],
  ])('are refused at %s: %s', (at, reason) => {
    expect(sortOut([row('2026-11-20T00:00:00Z'), row(at)], NOW).refused).toEqual([
      { index: 1, loginName: ' a ', reason },
    ])
  })
})
