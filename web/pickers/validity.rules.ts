// The validity of an account or a grant from its dates: the server's `validityOf`, for rows that do not include it.
import { daysBetween } from '#contract/days.ts'
import {
  type AccountState,
  EXPIRING_DAYS,
  grantKindLabels,
  type NextGrant,
  type Validity,
} from '#contract/members/members.ts'

/** Days `YYYY-MM-DD`; if `endsOn` is null, nothing is granted. */
export type Dated = { startsOn: string | null; endsOn: string | null; status?: AccountState }

export function validityFor({ startsOn, endsOn, status = 'enabled' }: Dated, today: string): Validity {
  if (status === 'disabled') return 'disabled'
  if (endsOn === null) return 'none'
  if (endsOn < today) return 'expired'
  if (startsOn !== null && startsOn > today) return 'future'
  return daysBetween(today, endsOn) <= EXPIRING_DAYS ? 'expiring' : 'active'
}

/** The grant that follows the current one: 2027-01-01 起正式. */
export const nextText = ({ kind, startsOn }: NextGrant): string => `${startsOn} 起${grantKindLabels[kind]}`

/** The remaining time: 今天, 3 天. */
export function remaining(endsOn: string, today: string): string {
  const days = daysBetween(today, endsOn)
  return days === 0 ? '今天' : `${days} 天`
}
