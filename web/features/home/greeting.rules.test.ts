import { expect, it } from 'vitest'
import { greetingAt } from './greeting.rules.ts'

it.each([
  ['2026-11-23T05:59:00+08:00', '夜深了'],
  ['2026-11-23T06:00:00+08:00', '早上好'],
  ['2026-11-22T23:30:00Z', '早上好'],
  ['2026-11-23T12:00:00+08:00', '中午好'],
  ['2026-11-23T00:00:00-05:00', '中午好'],
  ['2026-11-23T17:59:00+08:00', '下午好'],
  ['2026-11-23T18:00:00+08:00', '晚上好'],
  ['2026-11-23T16:30:00Z', '夜深了'],
])('at %s the greeting is %s', (moment, text) => {
  expect(greetingAt(new Date(moment))).toBe(text)
})
