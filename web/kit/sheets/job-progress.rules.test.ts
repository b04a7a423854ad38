import { expect, it } from 'vitest'
import { countOf, jobLabel, messageOf, percentOf } from './job-progress.rules.ts'

const job = { state: 'running', done: 0, total: 0, isCancelling: false } as const

it.each([
  [{ ...job, state: 'queued' as const }, 0],
  [job, null],
  [{ ...job, done: 7 }, null],
  [{ ...job, done: 1, total: 3 }, 33],
  [{ ...job, done: 3, total: 3 }, 99],
  [{ ...job, done: 5, total: 3 }, 99],
  [{ ...job, state: 'done' as const }, 100],
  [{ ...job, state: 'partly' as const, done: 1, total: 3 }, 100],
  [{ ...job, state: 'failed' as const, done: 1, total: 2 }, 50],
  [{ ...job, state: 'failed' as const }, 0],
])('gives the percentage of %j', (standing, percent) => {
  expect(percentOf(standing)).toBe(percent)
})

it('formats counts with thousands separators, and is empty without one', () => {
  expect(countOf({ ...job, done: 1_200, total: 5_000 })).toBe('1,200 / 5,000')
  expect(countOf({ ...job, done: 1_200 })).toBe('1,200')
  expect(countOf(job)).toBe('')
})

it('is labelled as cancelling while it still runs', () => {
  expect(jobLabel({ ...job, isCancelling: true })).toBe('正在取消')
  expect(jobLabel({ ...job, state: 'cancelled', isCancelling: false })).toBe('已取消')
})

it('after a failure refers people to an administrator, and administrators to 后台任务', () => {
  const failed = { ...job, state: 'failed' as const, note: '', message: '执行超时' }
  expect(messageOf(failed, false)).toBe('执行超时，请联系管理员')
  expect(messageOf(failed, true)).toBe('执行超时，错误信息见“后台任务”')
  expect(messageOf({ ...failed, state: 'partly' }, false)).toBe('执行超时')
  expect(messageOf({ ...failed, state: 'running', note: '第 3 行' }, false)).toBe('第 3 行')
})
