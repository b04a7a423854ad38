// The feed as it is stored, and where the feeds stand.
import { sql } from 'drizzle-orm'
import type { Change } from '#contract/entitlements/feed.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Db } from '#server/db/connection.ts'
import { isoMoment } from '#server/db/schema/columns.ts'
import { entitlementChanges, entitlementFeeds } from '#server/db/schema/entitlements.ts'

export type Feeds = { day: string; numbers: Map<SubProductKey, number> }

/** The day in Asia/Shanghai by the database's clock, and the newest number of each sub-product. */
export async function readFeeds(db: Db): Promise<Feeds> {
  const { rows } = await db.execute<{ day: string; numbers: Record<SubProductKey, number> | null }>(sql`
    select current_date::text as day, (select json_object_agg(sub_product, number) from ${entitlementFeeds}) as numbers`)
  const [row] = rows
  if (!row) throw new Error('the feeds were not read')
  return { day: row.day, numbers: new Map(Object.entries(row.numbers ?? {}) as [SubProductKey, number][]) }
}

export type FeedPage = { number: number; prunedTo: number; records: Change[] }

/** Changes after a number, and where the feed stands, of one moment. */
export function prepareChanges(db: Db) {
  const changes = db
    .select({
      number: sql<string>`${entitlementChanges.number}::text`,
      accountId: entitlementChanges.accountId,
      at: sql<string>`${entitlementChanges.at}::text`,
    })
    .from(entitlementChanges)
    .where(
      sql`${entitlementChanges.subProduct} = ${sql.placeholder('subProduct')}
        and ${entitlementChanges.number} > ${sql.placeholder('after')}::bigint`,
    )
    .orderBy(entitlementChanges.number)
    .limit(sql.placeholder('limit'))
    .prepare('entitlement_changes')
  const feed = db
    .select({
      number: sql<number>`${entitlementFeeds.number}::float8`,
      prunedTo: sql<number>`${entitlementFeeds.prunedTo}::float8`,
    })
    .from(entitlementFeeds)
    .where(sql`${entitlementFeeds.subProduct} = ${sql.placeholder('subProduct')}`)
    .prepare('entitlement_feed')
  return async (subProduct: SubProductKey, after: number, limit: number): Promise<FeedPage> => {
    const records = await changes.execute({ subProduct, after, limit })
    // read afterwards: what was pruned before the changes were read is known to be
    const [found] = await feed.execute({ subProduct })
    const { number = 0, prunedTo = 0 } = found ?? {}
    return { number, prunedTo, records: records.map((row) => ({ ...row, at: isoMoment(row.at) })) }
  }
}

/** Accounts that changed after one number and up to another, at most so many. */
export async function changedAccounts(
  db: Db,
  subProduct: SubProductKey,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: entitlementChanges.accountId })
    .from(entitlementChanges)
    .where(
      sql`${entitlementChanges.subProduct} = ${subProduct}
        and ${entitlementChanges.number} > ${after}::bigint and ${entitlementChanges.number} <= ${upTo}::bigint`,
    )
    .limit(limit)
  return rows.map(({ id }) => id)
}

/**
 * Deletes changes older than that, but each account's newest, which is its revision. The cursor up to which they are gone is raised in
 * the same transaction. @returns the number of deleted rows
 */
export function pruneChanges(db: Db, days: number): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`update ${entitlementFeeds} f set pruned_to = old.number from (
        select sub_product, max(number) as number from ${entitlementChanges}
          where at < now() - make_interval(days => ${days}) group by sub_product) old
      where old.sub_product = f.sub_product and old.number > f.pruned_to`)
    const { rowCount } = await tx.execute(sql`delete from ${entitlementChanges} c using ${entitlementFeeds} f
      where f.sub_product = c.sub_product and c.number <= f.pruned_to and exists (
        select from ${entitlementChanges} newer where newer.account_id = c.account_id and newer.number > c.number)`)
    return rowCount ?? 0
  })
}
