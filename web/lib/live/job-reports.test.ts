import { beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import type { Page } from '#contract/envelope.ts'
import { getJob, type JobRow, queryOwnJobs } from '#contract/system/jobs.ts'
import { queryClient } from '../query.ts'
import { applyJobReport } from './job-reports.ts'

const row = (id: string): JobRow => ({
  id,
  name: 'test',
  title: '导出',
  state: 'running',
  done: 0,
  total: 0,
  note: '',
  failed: 0,
  message: '',
  fileUrl: null,
  attempts: 1,
  isCancelling: false,
  createdAt: '2026-11-20T09:00:00+08:00',
  startedAt: null,
  endedAt: null,
})
const report = { jobId: '1', done: 3, total: 9, state: 'running' as const, note: '第 3 行' }

let asked: MockInstance<typeof queryClient.invalidateQueries>
beforeEach(() => {
  queryClient.clear()
  applyJobReport({ ...report, state: 'done' })
  vi.restoreAllMocks()
  asked = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
})

it('updates the job and every cached list that contains it, and nothing else', () => {
  const page: Page<JobRow> = { records: [row('1'), row('2')], total: 2, current: 1, size: 14, pages: 1 }
  const other: Page<JobRow> = { ...page, records: [row('3')] }
  queryClient.setQueryData([getJob.path, { id: '1' }], row('1'))
  queryClient.setQueryData([queryOwnJobs.path, {}], page)
  queryClient.setQueryData([queryOwnJobs.path, { current: 2 }], other)
  applyJobReport(report)
  const moved = { done: 3, total: 9, note: '第 3 行' }
  expect(queryClient.getQueryData([getJob.path, { id: '1' }])).toMatchObject(moved)
  expect(queryClient.getQueryData<Page<JobRow>>([queryOwnJobs.path, {}])?.records).toMatchObject([moved, { done: 0 }])
  expect(queryClient.getQueryData([queryOwnJobs.path, { current: 2 }])).toBe(other)
})

it('refetches once for a new job and once for its end, not for each step', () => {
  applyJobReport(report)
  const once = asked.mock.calls.length
  expect(once).toBeGreaterThan(0)
  applyJobReport({ ...report, done: 4 })
  applyJobReport({ ...report, done: 5 })
  expect(asked).toHaveBeenCalledTimes(once)
  applyJobReport({ ...report, state: 'done' })
  expect(asked).toHaveBeenCalledTimes(2 * once)
})
