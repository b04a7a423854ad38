// State of a row that can be disabled and may have a last day.
import { type AccountState, accountStateLabels } from '#contract/members/members.ts'
import { Status } from '#web/kit/table/status.tsx'

type EndingStatusProps = { status: AccountState; isExpired: boolean }

/** 已禁用 takes precedence over 已到期. */
export function EndingStatus({ status, isExpired }: EndingStatusProps) {
  if (status === 'disabled') return <Status tone="idle">{accountStateLabels.disabled}</Status>
  return isExpired ? <Status tone="bad">已到期</Status> : <Status tone="good">{accountStateLabels.enabled}</Status>
}
