// Background jobs of everybody: progress and result, cancel and retry.
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Checkbox } from 'antd'
import { useEffect, useState } from 'react'
import type { Page } from '#contract/envelope.ts'
import { getAnyJob, isEnded, listServers, queryJobs, removeJobs, type SystemJobRow } from '#contract/system/jobs.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { filtersOf, selectFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { countOf } from '#web/kit/sheets/job-progress.rules.ts'
import { JobBar, JobStatus } from '#web/kit/sheets/job-progress.tsx'
import { useActive } from '#web/lib/active.ts'
import { useCall } from '#web/lib/query.ts'
import { durationOf, ownerOf, stateOptions } from './job-labels.ts'
import { useJobActs } from './use-job-acts.ts'
import './system.css'

const WIDTH = 640
const POLL_MS = 2_000

/** Details of one background job. */
function JobDetails({ job: listed, onClosed }: { job: SystemJobRow; onClosed: () => void }) {
  const read = useCall(
    getAnyJob,
    { id: listed.id },
    { staleTime: 0, refetchInterval: ({ state: { data } }) => (data && isEnded(data.state) ? false : POLL_MS) },
  )
  const job = { ...listed, ...read.data }
  const isWaiting = job.state === 'queued' && job.attempts > 0
  return (
    <DetailsDrawer title={job.title} size={WIDTH} onClosed={onClosed}>
      <Facts
        labelWidth={88}
        items={[
          ...factsOf(getAnyJob, job, {
            id: { label: '编号' },
            name: {},
            ownerName: { render: ownerOf },
            state: { render: () => <JobStatus job={job} /> },
            done: {
              render: () => (
                <div style={{ flex: 1 }}>
                  <JobBar job={job} />
                </div>
              ),
            },
            total: { render: () => countOf(job) || '—' },
            failed: { render: ({ failed }) => (failed > 0 ? `${failed} 行` : '—') },
            note: {},
            message: {},
            attempts: {},
            runAfter: { when: isWaiting },
            error: {},
            createdAt: {},
            startedAt: {},
            endedAt: {},
          }),
          { label: '用时', children: durationOf(job) },
        ]}
      />
    </DetailsDrawer>
  )
}

const shownJobs = { queryKey: [queryJobs.path], type: 'active' } as const

/** Polls the shown list. */
function useJobsPolling(): void {
  const client = useQueryClient()
  const isActive = useActive()
  useEffect(() => {
    if (!isActive) return
    const timer = setInterval(() => {
      const pages = client.getQueriesData<Page<SystemJobRow>>(shownJobs)
      const isMoving = pages.some(([, page]) => page?.records.some(({ state }) => !isEnded(state)))
      if (isMoving && document.visibilityState === 'visible') void client.refetchQueries(shownJobs)
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [client, isActive])
}

const filters = [
  ...filtersOf(queryJobs, ['title']),
  selectFilter('state', '状态', stateOptions),
  ...filtersOf(queryJobs, ['owner']),
]
const advanced = [dayRangeFilter('days', '日期', 'from', 'to')]

const columns = columnsOf(queryJobs, {
  title: { width: 220, opens: true },
  state: { width: 110, render: (job) => <JobStatus job={job} /> },
  done: { width: 170, render: (job) => <JobBar job={job} /> },
  ownerName: { width: 150, render: ownerOf },
  message: { width: 220 },
  attempts: { width: 110 },
  createdAt: {},
  startedAt: {},
  endedAt: {},
})

/** Says which processes do not share files with the others, or have a wrong clock. */
function ServerTroubles() {
  const { data = [] } = useCall(listServers, {}, { staleTime: 0 })
  const troubles = data.flatMap(({ name, sharesFiles, isClockOff, clockOffMs }) => [
    ...(sharesFiles
      ? []
      : [`${name} 与其他服务进程不共享文件目录，其他进程上传的文件无法打开：请共享文件目录或使用 S3 存储`]),
    ...(isClockOff ? [`${name} 的时钟与数据库相差 ${(Math.abs(clockOffMs) / 1000).toFixed(1)} 秒：请校准时间`] : []),
  ])
  if (troubles.length === 0) return null
  return (
    <Alert
      type="error"
      showIcon
      className="server-troubles"
      title={troubles.map((text) => <div key={text}>{text}</div>)}
    />
  )
}

const ofPeople = { withSystem: false }
const all = { withSystem: true }

export default function JobList() {
  const [withSystem, setWithSystem] = useState(false)
  const [shown, setShown] = useState<SystemJobRow>()
  const mayOpen = useIsAllowed()(getAnyJob)
  const { actionsOf, remove, confirmation } = useJobActs()
  useJobsPolling()
  return (
    <>
      <ServerTroubles />
      <ListPage
        endpoint={queryJobs}
        emptyHint="导入、导出和批量授权等任务会列在这里。"
        filters={filters}
        advanced={advanced}
        columns={columns}
        fixedFilters={withSystem ? all : ofPeople}
        toolbar={
          <Checkbox checked={withSystem} onChange={({ target }) => setWithSystem(target.checked)}>
            显示系统定时任务
          </Checkbox>
        }
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
