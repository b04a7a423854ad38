// How a complaint stands, and by when it is to be solved.
import { daysBetween } from '#contract/days.ts'
import type { ComplaintRow } from '#contract/service/complaints.ts'
import { Status } from '#web/kit/table/status.tsx'
import { serverToday } from '#web/lib/server-clock.ts'

export const complaintTones = { open: 'warning', working: 'idle', solved: 'good' } as const

/** The day by which it is to be solved, and how it stands today. */
export function SolveBy({ solveBy, state }: Pick<ComplaintRow, 'solveBy' | 'state'>) {
  if (solveBy === null) return '—'
  const days = daysBetween(serverToday(), solveBy)
  if (state === 'solved' || days > 0) return solveBy
  return <Status tone={days < 0 ? 'bad' : 'warning'}>{`${solveBy} ${days < 0 ? `逾期 ${-days} 天` : '今天'}`}</Status>
}
