// Decisions on keys to our data: whether one is good now, and which reports of calls are taken.
import { timingSafeEqual } from 'node:crypto'
import { addDays } from '../../../../contract/days.ts'
import { CALL_DAYS_BACK, type DataKeyFault, type DataSet } from '../../../../contract/members/data-keys.ts'
import { isAllowedFrom } from '../../../core/http/addresses.ts'
import type { Counted, Standing } from './data-keys.queries.ts'

const NO_HASH = '0'.repeat(64)

/** Also where there is no key the same comparison is made, in the same time. */
function isSameHash(stored: string | undefined, sent: string): boolean {
  const isSame = timingSafeEqual(Buffer.from(stored ?? NO_HASH), Buffer.from(sent))
  return stored !== undefined && isSame
}

type Attempt = { keyHash: string; address: string; dataSet?: DataSet | undefined }

/** Why the key is not good, the first reason that holds, or null. */
export function faultOf(standing: Standing | null, { keyHash, address, dataSet }: Attempt): DataKeyFault | null {
  if (!isSameHash(standing?.keyHash, keyHash) || !standing) return 'unknown'
  if (standing.isRevoked) return 'revoked'
  if (standing.isExpired) return 'expired'
  if (!standing.isEnabled) return 'accountDisabled'
  if (!standing.isGranted) return 'noGrant'
  if (!isAllowedFrom(standing.addresses, address)) return 'address'
  if (dataSet !== undefined && !standing.dataSets.includes(dataSet)) return 'dataSet'
  return standing.callsToday >= standing.dailyQuota ? 'quota' : null
}

/** Whether a report may still speak of that day. */
export const isReportable = (day: string, today: string): boolean =>
  day <= today && day >= addDays(today, -CALL_DAYS_BACK)

/** Rows of one key, day and data set together: a statement adds each of them once. */
export function summed(rows: readonly Counted[]): Counted[] {
  const byPlace = Map.groupBy(rows, ({ keyId, day, dataSet }) => `${keyId} ${day} ${dataSet}`)
  return [...byPlace.values()].flatMap((same) => {
    const [first] = same
    const sum = (of: (row: Counted) => number) => same.reduce((all, row) => all + of(row), 0)
    return first ? [{ ...first, calls: sum(({ calls }) => calls), refused: sum(({ refused }) => refused) }] : []
  })
}
