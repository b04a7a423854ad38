// Labels of background jobs.
import { jobStates, type SystemJobRow } from '#contract/system/jobs.ts'
import { jobLabels } from '#web/kit/sheets/job-progress.rules.ts'

export const stateOptions = jobStates.map((value) => ({ value, label: jobLabels[value].word }))

export const ownerOf = ({ ownerName, ownerUserName }: SystemJobRow): string =>
  ownerName === null ? '系统' : `${ownerName}（${ownerUserName}）`

const MINUTE_S = 60
const HOUR_S = 3_600

/** Duration of the last attempt; a dash until it has ended. */
export function durationOf({ startedAt, endedAt }: Pick<SystemJobRow, 'startedAt' | 'endedAt'>): string {
  if (!startedAt || !endedAt) return '—'
  const ms = Date.parse(endedAt) - Date.parse(startedAt)
  if (ms < 0) return '—'
  if (ms < 1_000) return '不到 1 秒'
  const seconds = Math.round(ms / 1_000)
  if (seconds < MINUTE_S) return `${seconds} 秒`
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S)
  if (seconds < HOUR_S) return `${minutes} 分 ${seconds % MINUTE_S} 秒`
  return `${Math.floor(seconds / HOUR_S)} 小时 ${minutes} 分`
}
