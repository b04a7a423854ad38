// Figures of what sub-products ask, by minute, and how far they have read their feeds.
import { sql } from 'drizzle-orm'
import { refusals, type VerifyOutcome, type WhyNot } from '#contract/entitlements/entitlements.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Db } from '#server/db/connection.ts'
import { entitlementFeeds, entitlementFigures, entitlementReaders } from '#server/db/schema/entitlements.ts'

/** `checks`: calls; `allowed` and the reasons: answers. */
export type Figure = 'checks' | 'allowed' | WhyNot | `verify.${VerifyOutcome}`
export type Counted = { subProduct: SubProductKey; minute: string; what: Figure; count: number }
export type Reader = { subProduct: SubProductKey; after: number }

export async function addFigures(db: Db, counted: readonly Counted[], readers: readonly Reader[]): Promise<void> {
  if (counted.length > 0) {
    await db
      .insert(entitlementFigures)
      // in one order, so that processes that write at once cannot deadlock
      .values(counted.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)))
      .onConflictDoUpdate({
        target: [entitlementFigures.subProduct, entitlementFigures.minute, entitlementFigures.what],
        set: { count: sql`${entitlementFigures.count} + excluded.count` },
      })
  }
  if (readers.length > 0) {
    const rows = readers.map(({ subProduct, after }) => ({ subProduct, after: String(after) }))
    await db
      .insert(entitlementReaders)
      .values(rows.toSorted((one, other) => (one.subProduct < other.subProduct ? -1 : 1)))
      .onConflictDoUpdate({
        target: entitlementReaders.subProduct,
        set: { after: sql`excluded.after`, at: sql`now()` },
      })
  }
}

export const keyOf = ({ subProduct, minute, what }: Omit<Counted, 'count'>) => `${subProduct} ${minute} ${what}`

export type Figures = {
  /** Of the last hour; minutes without a call have none. */
  minutes: { minute: string; checks: number }[]
  /** Answers of the last 24 h. */
  allowed: number
  refused: { why: WhyNot; count: number }[]
  verified: { outcome: VerifyOutcome; count: number }[]
  /** Null: never read. `behind`: changes since its last cursor; `waitingSince`: of the oldest of them. */
  feed: { number: number; readAt: string; behind: number; waitingSince: string | null } | null
}

/** Figures of a sub-product; seconds old, as they are written once in a while. */
export async function readFigures(db: Db, subProduct: SubProductKey): Promise<Figures> {
  const f = entitlementFigures
  const { rows: minutes } = await db.execute<{ minute: string; checks: number }>(sql`
    select to_char(minute, 'HH24:MI') as minute, count as checks from ${f}
    where sub_product = ${subProduct} and what = 'checks' and minute > now() - interval '1 hour' order by ${f}.minute`)
  const { rows: sums } = await db.execute<{ what: Figure; count: number }>(sql`
    select what, sum(count)::int as count from ${f}
    where sub_product = ${subProduct} and minute > now() - interval '24 hours' group by what order by count desc, what`)
  const { rows: feeds } = await db.execute<NonNullable<Figures['feed']>>(sql`
    select f.number::float8 as number, to_json(r.at) as "readAt", greatest(f.number - r.after, 0)::float8 as behind,
      (select to_json(min(c.at)) from entitlement_changes c
        where c.sub_product = f.sub_product and c.number > r.after) as "waitingSince"
    from ${entitlementReaders} r join ${entitlementFeeds} f on f.sub_product = r.sub_product where r.sub_product = ${subProduct}`)
  const isRefusal = (what: Figure): what is WhyNot => refusals.some((why) => why === what)
  return {
    minutes,
    allowed: sums.find(({ what }) => what === 'allowed')?.count ?? 0,
    refused: sums.flatMap(({ what, count }) => (isRefusal(what) ? [{ why: what, count }] : [])),
    verified: sums.flatMap(({ what, count }) =>
      what.startsWith('verify.') ? [{ outcome: what.slice('verify.'.length) as VerifyOutcome, count }] : [],
    ),
    feed: feeds[0] ?? null,
  }
}
