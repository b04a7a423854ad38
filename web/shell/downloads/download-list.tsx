// List of the download centre: one's own exports and imports, newest first, with progress, file, cancel and retry.
import { Drawer } from 'antd'
import { isImportJob } from '#contract/sheets.ts'
import type { JobRow } from '#contract/system/jobs.ts'
import { EmptyState } from '#web/kit/dialog/page-state.tsx'
import { ImportEnd } from '#web/kit/sheets/import-end.tsx'
import { JobView } from '#web/kit/sheets/job-progress.tsx'
import { formatAge, formatMoment } from '#web/lib/format.ts'

type DownloadListProps = {
  title: string
  /** Hint for an empty list. */
  none: string
  jobs: readonly JobRow[]
  open: boolean
  onClose: () => void
}

export default function DownloadList({ title, none, jobs, open, onClose }: DownloadListProps) {
  return (
    <Drawer title={title} open={open} size={440} onClose={onClose}>
      {jobs.length === 0 && <EmptyState hint={none} />}
      <ul className="download-list" lang="zh-CN">
        {jobs.map((job) => (
          <li key={job.id}>
            <JobView job={job} />
            <div className="download-list-foot">
              <time dateTime={job.createdAt} title={formatMoment(job.createdAt)}>
                {formatAge(job.createdAt)}
              </time>
              {isImportJob(job.name) && (job.state === 'done' || job.state === 'partly') && (
                <ImportEnd jobId={job.id} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </Drawer>
  )
}
