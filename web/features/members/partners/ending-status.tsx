// The state of something that is switched on and off and may have a last day.
import { type AccountState, accountStateLabels } from '../../../../contract/members/members.ts'
import { Status } from '../../../kit/table/status.tsx'
import { optionsOf } from '../form-labels.ts'

export const stateOptions = optionsOf(accountStateLabels)

type EndingStatusProps = { status: AccountState; isExpired: boolean }

/** What must be undone first comes first. */
export function EndingStatus({ status, isExpired }: EndingStatusProps) {
  if (status === 'disabled') return <Status tone="idle">{accountStateLabels.disabled}</Status>
  return isExpired ? <Status tone="bad">已到期</Status> : <Status tone="good">{accountStateLabels.enabled}</Status>
}
