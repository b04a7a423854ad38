// Reports the progress of jobs to their owners, whichever process they are connected to: at most twice a second for each job.
import { isEnded } from '#contract/system/jobs.ts'
import type { Core } from '../core.ts'
import { collect } from './collect.ts'
import { findReports } from './jobs.queries.ts'
import { throttled } from './progress.ts'

/** A job that has ended is forgotten after this, ms: longer than its last report is held back. */
const FORGET_MS = 5_000

export function publishJobs({ db, bus, live, log }: Omit<Core, 'config' | 'actors'>): { stop: () => void } {
  const reports = new Map<string, (ids: string[]) => void>()
  const reading = collect(0, log, async (ids) => {
    for (const { ownerId, ...report } of await findReports(db, ids)) {
      live.tell([ownerId], 'job', report)
      if (!isEnded(report.state)) continue
      setTimeout(() => reports.delete(report.jobId), FORGET_MS).unref()
    }
  })
  bus.onChange((change) => {
    if (change.type !== 'jobs' && change.type !== 'queued' && change.type !== 'cancelling') return
    for (const id of change.ids) {
      const report = reports.get(id) ?? throttled(reading.add)
      reports.set(id, report)
      report([id])
    }
  })
  return { stop: reading.stop }
}
