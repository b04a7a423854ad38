// Labels of logs.
import { expect, it } from 'vitest'
import { formatSecond, formatSeconds } from './account-log-labels.ts'

it.each([
  [null, '—'],
  [0, '0 秒'],
  [59, '59 秒'],
  [60, '1 分'],
  [200, '3 分 20 秒'],
  [3_600, '1 小时'],
  [7_500, '2 小时 5 分'],
])('%s seconds are %s', (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text)
})

it('moments are shown to the second, with the time of day that the server sends', () => {
  expect(formatSecond('2026-11-20T17:48:13.12+08:00')).toBe('2026-11-20 17:48:13')
})
