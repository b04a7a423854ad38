// Everybody's background jobs: how they go, how they ended; to be stopped and repeated.
import { useState } from 'react'
import { queryJobs, type SystemJobRow } from '../../../contract/system/jobs.ts'
import type { Column } from '../../kit/list/columns.ts'
import { dayRangeFilter } from '../../kit/list/day-range-filter.tsx'
import { selectFilter, textFilter } from '../../kit/list/filters.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { JobBar, JobStatus } from '../../kit/sheets/job-progress.tsx'
import { formatMoment } from '../../lib/format.ts'
import { JobDetails } from './job-details.tsx'
import { ownerOf, stateOptions } from './job-words.ts'
import { useJobActs } from './use-job-acts.ts'
import { useJobsWatched } from './use-jobs-watched.ts'

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
  const [opened, setOpened] = useState<SystemJobRow>()
  const { actionsOf, confirmation } = useJobActs()
  const shown = useJobsWatched(opened)
  return (
    <>
      <ListPage
        endpoint={queryJobs}
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ title, id }) => `${title}（${id}）`}
        rowActions={actionsOf}
        onOpen={setOpened}
      />
      {shown && <JobDetails job={shown} onClosed={() => setOpened(undefined)} />}
      {confirmation}
    </>
  )
}
