// Decisions on data keys: whether one is valid now, and which reports of calls are accepted.
import { timingSafeEqual } from 'node:crypto'
import { addDays } from '#contract/days.ts'
import { CALL_DAYS_BACK, type DataKeyFault, type DataSet } from '#contract/members/data-keys.ts'
import { isAllowedFrom } from '#server/core/http/addresses.ts'
import type { Counted, Standing } from './data-keys.queries.ts'

const NO_HASH = '0'.repeat(64)

/** Compares in constant time, also where there is no key. */
function isSameHash(stored: string | undefined, sent: string): boolean {
  const isSame = timingSafeEqual(Buffer.from(stored ?? NO_HASH), Buffer.from(sent))
  return stored !== undefined && isSame
}

type Attempt = { keyHash: string; address: string; dataSet?: DataSet | undefined }

/** What is stored of a key. */
export type KeyFacts = Omit<Standing, 'keyHash'>

/** Why a key is refused, whatever is called and wherever from; or null. */
export function keyFault({ isRevoked, isExpired, isEnabled, isGranted }: KeyFacts): DataKeyFault | null {
  if (isRevoked) return 'revoked'
  if (isExpired) return 'expired'
  if (!isEnabled) return 'accountDisabled'
  return isGranted ? null : 'noGrant'
}

/** Why a key that is good may not read the data set now; or null. */
export function readFault(key: KeyFacts, dataSet: DataSet | undefined): DataKeyFault | null {
  if (dataSet !== undefined && !key.dataSets.includes(dataSet)) return 'dataSet'
  return key.callsToday >= key.dailyQuota ? 'quota' : null
}

/** The first reason why the key is refused, or null. */
export function faultOf(standing: Standing | null, { keyHash, address, dataSet }: Attempt): DataKeyFault | null {
  if (!isSameHash(standing?.keyHash, keyHash) || !standing) return 'unknown'
  const fault = keyFault(standing)
  if (fault !== null) return fault
  return isAllowedFrom(standing.addresses, address) ? readFault(standing, dataSet) : 'address'
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
