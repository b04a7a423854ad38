// Writes job reports of the live channel into the query cache, so progress bars move without polling.
import type { Page } from '#contract/envelope.ts'
import type { LivePayload } from '#contract/live/live.ts'
import { getAnyJob, getJob, isEnded, type JobRow, queryJobs, queryOwnJobs } from '#contract/system/jobs.ts'
import { queryClient } from '../query.ts'
import { onSignOut } from '../session/session.ts'

type Report = LivePayload<'job'>

const lists = [queryOwnJobs, queryJobs]
const single = [getJob, getAnyJob]

function withReport<Row extends JobRow>(row: Row, { jobId, ...report }: Report): Row {
  return row.id === jobId ? { ...row, ...report } : row
}

/** Running jobs that the queries were already invalidated for: further reports only update the cache. */
const known = new Set<string>()
onSignOut(() => known.clear())

export function applyJobReport(report: Report): void {
  for (const { path } of single) {
    queryClient.setQueryData<JobRow>([path, { id: report.jobId }], (row) => row && withReport(row, report))
  }
  for (const { path } of lists) {
    queryClient.setQueriesData<Page<JobRow>>({ queryKey: [path] }, (page) =>
      page?.records.some(({ id }) => id === report.jobId)
        ? { ...page, records: page.records.map((row) => withReport(row, report)) }
        : page,
    )
  }
  // Refetch for a new job and for its end: reports carry the progress only, not the whole row.
  if (isEnded(report.state)) known.delete(report.jobId)
  else if (known.has(report.jobId)) return
  else known.add(report.jobId)
  for (const { path } of [...single, ...lists]) void queryClient.invalidateQueries({ queryKey: [path] })
}
