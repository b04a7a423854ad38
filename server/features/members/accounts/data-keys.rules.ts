// Decisions on data keys: whether one is valid now, and which reports of calls are accepted.
import { timingSafeEqual } from 'node:crypto'
import { addDays } from '../../../../contract/days.ts'
import { CALL_DAYS_BACK, type DataKeyFault, type DataSet } from '../../../../contract/members/data-keys.ts'
import { isAllowedFrom } from '../../../core/http/addresses.ts'
import type { Counted, Standing } from './data-keys.queries.ts'

const NO_HASH = '0'.repeat(64)

/** Compares in constant time, also where there is no key. */
function isSameHash(stored: string | undefined, sent: string): boolean {
  const isSame = timingSafeEqual(Buffer.from(stored ?? NO_HASH), Buffer.from(sent))
  return stored !== undefined && isSame
}

type Attempt = { keyHash: string; address: string; dataSet?: DataSet | undefined }

/** The first reason why the key is refused, or null. */
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

/** Whether calls of that day may still be reported. */
export const isReportable = (day: string, today: string): boolean =>
  day <= today && day >= addDays(today, -CALL_DAYS_BACK)

/** Sums rows by key, day and data set, as an upsert accepts each only once. */
export function summed(rows: readonly Counted[]): Counted[] {
  const byPlace = Map.groupBy(rows, ({ keyId, day, dataSet }) => `${keyId} ${day} ${dataSet}`)
  return [...byPlace.values()].flatMap((same) => {
    const [first] = same
    const sum = (of: (row: Counted) => number) => same.reduce((all, row) => all + of(row), 0)
    return first ? [{ ...first, calls: sum(({ calls }) => calls), refused: sum(({ refused }) => refused) }] : []
  })
}
