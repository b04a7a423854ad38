// A background job: state, progress and outcome, with buttons to cancel, retry and download its file.
import './job-progress.css'
import { Button } from 'antd'
import { cancelJob, getJob, isEnded, isRepeatable, type JobRow, queryOwnJobs, retryJob } from '#contract/system/jobs.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { usePermissions } from '#web/lib/session/permissions.ts'
import { ErrorState } from '../dialog/page-state.tsx'
import { Status } from '../table/status.tsx'
import { countOf, jobLabel, jobLabels, messageOf, percentOf } from './job-progress.rules.ts'

/** Polling interval, in case the live channel misses something, ms. */
const POLL_MS = 5_000

/** One of the person's own jobs, kept up to date by the live channel and by polling. */
export function useJob(id: string) {
  return useCall(
    getJob,
    { id },
    {
      call: { background: true },
      refetchInterval: ({ state: { data } }) => (data && isEnded(data.state) ? false : POLL_MS),
    },
  )
}

type BarJob = Pick<JobRow, 'title' | 'state' | 'done' | 'total' | 'isCancelling'>

/** Only the bar, for cells and small spaces. */
export function JobBar({ job }: { job: BarJob }) {
  const percent = percentOf(job)
  const count = countOf(job)
  return (
    <div className="job-bar">
      <div
        className="job-bar-track"
        role="progressbar"
        aria-label={`${job.title} 的进度`}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent !== null && { 'aria-valuenow': percent })}
        aria-valuetext={count || jobLabel(job)}
        data-state={job.state}
        data-unknown={percent === null || undefined}
      >
        <div className="job-bar-done" style={{ inlineSize: `${percent ?? 100}%` }} />
      </div>
      <span className="job-bar-count">{percent === null ? count : `${percent}%`}</span>
    </div>
  )
}

export function JobStatus({ job }: { job: BarJob }) {
  return <Status tone={jobLabels[job.state].tone}>{jobLabel(job)}</Status>
}

const shownIn = [getJob, queryOwnJobs]

/** Shows a job that is already loaded. */
export function JobView({ job }: { job: JobRow }) {
  const stop = useAct(cancelJob, { invalidates: shownIn })
  const repeat = useAct(retryJob, { invalidates: shownIn })
  const isOver = isEnded(job.state)
  const isAdministrator = usePermissions(({ holdings }) => holdings.isAdministrator)
  return (
    <section className="job" aria-label={job.title}>
      <div className="job-head">
        <strong className="job-title">{job.title}</strong>
        <JobStatus job={job} />
      </div>
      <JobBar job={job} />
      <div className="job-foot">
        <span className="job-message" role="status">
          {messageOf(job, isAdministrator)}
        </span>
        {job.fileUrl && (
          <Button type="link" size="small" href={job.fileUrl} download>
            下载文件
          </Button>
        )}
        {!isOver && (
          <Button
            type="link"
            size="small"
            disabled={job.isCancelling}
            loading={stop.pending}
            onClick={() => void stop.run({ id: job.id })}
          >
            取消
          </Button>
        )}
        {isRepeatable(job.state) && (
          <Button type="link" size="small" loading={repeat.pending} onClick={() => void repeat.run({ id: job.id })}>
            重试
          </Button>
        )}
      </div>
    </section>
  )
}

export function JobProgress({ id }: { id: string }) {
  const { data, error, refetch } = useJob(id)
  if (data) return <JobView job={data} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <div className="job" aria-busy="true" />
}
