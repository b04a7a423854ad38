// Rows of slices, and what distinguishes one slice from another: its sums, and a hash that is one in whatever order the rows come.
import { createHash } from 'node:crypto'
import type { SearchDevice } from '#contract/operations/search-labels.ts'
import type { SliceSums } from '#server/db/schema/operations.ts'

/** A row of a slice. Names below its level are empty; `device` and `region` are empty, `hour` is null where they do not cut the slice. */
export type Fact = {
  campaign: string
  group: string
  keyword: string
  word: string
  /** The source's own number; empty: unknown. */
  providerId: string
  matchType: string
  device: SearchDevice | ''
  region: string
  hour: number | null
  shows: number
  clicks: number
  /** Yuan, exact. */
  cost: string
  position: string | null
  reported: number
}

export type Tally = { sums: SliceSums; hash: string }

const factKeys = [
  ...(['campaign', 'group', 'keyword', 'word', 'providerId', 'matchType', 'device', 'region', 'hour'] as const),
  ...(['shows', 'clicks', 'cost', 'position', 'reported'] as const),
]
/** Amounts are one however many zeros they are written with. */
const lineOf = (fact: Fact) =>
  JSON.stringify(factKeys.map((key) => (key === 'cost' ? cents(fact.cost).toString() : fact[key])))

/** Cents, so that sums are exact. */
const cents = (cost: string) => {
  const [yuan = '0', part = ''] = cost.replace('-', '').split('.')
  const of = BigInt(yuan) * 100n + BigInt(part.padEnd(2, '0').slice(0, 2))
  return cost.startsWith('-') ? -of : of
}
const yuan = (of: bigint): string => (of < 0n ? `-${yuan(-of)}` : `${of / 100n}.${String(of % 100n).padStart(2, '0')}`)

const BITS = 256

/**
 * Adds rows up as they come, holding none. The hash is the sum of their hashes: sorting them, as another would want, needs
 * all of them at once.
 */
export function tallying(): { add: (fact: Fact) => void; end: () => Tally } {
  const sums = { rows: 0, shows: 0, clicks: 0, reported: 0 }
  let cost = 0n
  let hash = 0n
  return {
    add: (fact) => {
      sums.rows++
      sums.shows += fact.shows
      sums.clicks += fact.clicks
      sums.reported += fact.reported
      cost += cents(fact.cost)
      hash = BigInt.asUintN(BITS, hash + BigInt(`0x${createHash('sha256').update(lineOf(fact)).digest('hex')}`))
    },
    end: () => ({
      sums: { ...sums, cost: yuan(cost) },
      hash: Buffer.from(hash.toString(16).padStart(BITS / 4, '0'), 'hex').toString('base64url'),
    }),
  }
}

export function tallyOf(facts: readonly Fact[]): Tally {
  const tally = tallying()
  for (const fact of facts) tally.add(fact)
  return tally.end()
}

export const sumsOf = (facts: readonly Fact[]): SliceSums => tallyOf(facts).sums
