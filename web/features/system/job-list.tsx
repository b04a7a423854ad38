// Everybody's background jobs: how they go, how they ended; to be stopped and repeated.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Page } from '../../../contract/envelope.ts'
import { getAnyJob, isEnded, queryJobs, removeJobs, type SystemJobRow } from '../../../contract/system/jobs.ts'
import { useIsAllowed } from '../../kit/can.tsx'
import type { Column } from '../../kit/list/columns.ts'
import { dayRangeFilter } from '../../kit/list/day-range-filter.tsx'
import { selectFilter, textFilter } from '../../kit/list/filters.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { JobBar, JobStatus } from '../../kit/sheets/job-progress.tsx'
import { useActive } from '../../lib/active.ts'
import { formatMoment } from '../../lib/format.ts'
import { JobDetails } from './job-details.tsx'
import { ownerOf, stateOptions } from './job-labels.ts'
import { useJobActs } from './use-job-acts.ts'

const EVERY_MS = 2_000
const shownJobs = { queryKey: [queryJobs.path], type: 'active' } as const

/** Keeps the shown list fresh. */
function useJobsWatched(): void {
  const client = useQueryClient()
  const isActive = useActive()
  useEffect(() => {
    if (!isActive) return
    const timer = setInterval(() => {
      const pages = client.getQueriesData<Page<SystemJobRow>>(shownJobs)
      const isMoving = pages.some(([, page]) => page?.records.some(({ state }) => !isEnded(state)))
      if (isMoving && document.visibilityState === 'visible') void client.refetchQueries(shownJobs)
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [client, isActive])
}

const filters = [
  textFilter('title', '任务', 64),
  selectFilter('state', '状态', stateOptions),
  textFilter('owner', '发起人', 64),
]
const advanced = [dayRangeFilter('days', '日期', 'from', 'to')]

const columns: readonly Column<SystemJobRow>[] = [
  { key: 'title', label: '任务', width: 220, opens: true },
  { key: 'state', label: '状态', width: 110, render: (job) => <JobStatus job={job} /> },
  { key: 'done', label: '进度', width: 170, render: (job) => <JobBar job={job} /> },
  { key: 'ownerName', label: '发起人', width: 150, render: ownerOf },
  { key: 'message', label: '结果', width: 220 },
  { key: 'attempts', label: '执行次数', width: 110, align: 'right' },
  { key: 'createdAt', label: '创建时间', width: 150, render: ({ createdAt }) => formatMoment(createdAt) },
  { key: 'startedAt', label: '开始时间', width: 150, render: ({ startedAt }) => formatMoment(startedAt) },
  { key: 'endedAt', label: '结束时间', width: 150, render: ({ endedAt }) => formatMoment(endedAt) },
]

export default function JobList() {
  const [shown, setShown] = useState<SystemJobRow>()
  const mayOpen = useIsAllowed()(getAnyJob)
  const { actionsOf, remove, confirmation } = useJobActs()
  useJobsWatched()
  return (
    <>
      <ListPage
        endpoint={queryJobs}
        emptyHint="导入、导出和批量授权等任务会列在这里。"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ title, id }) => `${title}（${id}）`}
        rowActions={actionsOf}
        onOpen={mayOpen ? setShown : undefined}
        batchActs={[{ label: '删除', call: removeJobs, isDanger: true, run: remove }]}
      />
      {shown && <JobDetails job={shown} onClosed={() => setShown(undefined)} />}
      {confirmation}
    </>
  )
}
