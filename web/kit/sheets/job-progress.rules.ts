// A job's state as text and percentage.
import { isEnded, type JobRow, type JobState } from '#contract/system/jobs.ts'
import type { Tone } from '../table/status.tsx'

export const jobLabels: Readonly<Record<JobState, { word: string; tone: Tone }>> = {
  queued: { word: '排队中', tone: 'idle' },
  running: { word: '执行中', tone: 'warning' },
  done: { word: '已完成', tone: 'good' },
  partly: { word: '部分完成', tone: 'warning' },
  failed: { word: '失败', tone: 'bad' },
  cancelled: { word: '已取消', tone: 'idle' },
}

type Standing = Pick<JobRow, 'state' | 'done' | 'total' | 'isCancelling'>

export const jobLabel = ({ state, isCancelling }: Standing): string =>
  state === 'running' && isCancelling ? '正在取消' : jobLabels[state].word

/** 0 to 100; null if unknown. A running job never shows 100. */
export function percentOf({ state, done, total }: Standing): number | null {
  if (state === 'done' || state === 'partly') return 100
  if (total <= 0) return state === 'running' ? null : 0
  return Math.min(99, Math.floor((done / total) * 100))
}

/** The text for the job's owner: progress or outcome, and after a failure where to get help. */
export function messageOf(job: Standing & Pick<JobRow, 'message' | 'note'>, isAdministrator: boolean): string {
  if (!isEnded(job.state)) return job.note || countOf(job)
  if (job.state !== 'failed') return job.message || countOf(job)
  return [job.message, isAdministrator ? '错误信息见“后台任务”' : '请联系管理员'].filter(Boolean).join('，')
}

const number = new Intl.NumberFormat('zh-CN')

/** `1,200 / 5,000`, or only the count if the total is unknown. */
export function countOf({ done, total }: Standing): string {
  if (total > 0) return `${number.format(done)} / ${number.format(total)}`
  return done > 0 ? number.format(done) : ''
}
