// Button for one's own exports and imports; always shown, so that the bar does not shift when the first job comes.
import { DownloadOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { isEnded, type JobRow, queryOwnJobs } from '#contract/system/jobs.ts'
import { notify } from '#web/lib/notify.ts'
import { useCall } from '#web/lib/query.ts'
import './download-centre.css'

const DownloadList = lazy(() => import('./download-list.tsx'))

/** Delay of the first read, so that the first page loads before it, ms. */
const LATER_MS = 1_500
/** Polling interval while a job runs, in case the live channel misses something, ms. */
const POLL_MS = 5_000

function useOwnJobs(): readonly JobRow[] {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useCall(
    queryOwnJobs,
    {},
    {
      enabled: isDue,
      call: { hideErrorMsg: true, background: true },
      refetchInterval: ({ state }) => (state.data?.records.some((job) => !isEnded(job.state)) ? POLL_MS : false),
    },
  )
  return data?.records ?? []
}

/** Shows a toast once when a job that was seen running ends. */
function useEndToasts(jobs: readonly JobRow[]): void {
  const running = useRef(new Set<string>())
  useEffect(() => {
    for (const { id, state, title, message } of jobs) {
      if (!isEnded(state)) running.current.add(id)
      else if (running.current.delete(id)) {
        const text = message ? `${title}：${message}` : title
        if (state === 'done' || state === 'partly') notify.success(text)
        else if (state === 'failed') notify.error(text)
      }
    }
  }, [jobs])
}

/** @param label accessible name in the language of the bar; `none` is the hint for an empty list */
export function DownloadCentre({ label, none }: { label: string; none: string }) {
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const jobs = useOwnJobs()
  useEndToasts(jobs)
  const running = jobs.filter(({ state }) => !isEnded(state)).length
  const hasNew = jobs.some(({ id, fileUrl }) => fileUrl !== null && !seen.has(id))
  const open = () => {
    setWanted(true)
    setOpen(true)
    setSeen(new Set(jobs.map(({ id }) => id)))
  }
  return (
    <>
      <Tooltip title={label}>
        <Button type="text" aria-label={label} className="download-centre" icon={<DownloadOutlined />} onClick={open}>
          {running > 0 && <span className="download-centre-count">{running}</span>}
          {running === 0 && hasNew && <span className="download-centre-dot" />}
        </Button>
      </Tooltip>
      {isWanted && (
        <Suspense fallback={null}>
          <DownloadList title={label} none={none} jobs={jobs} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
