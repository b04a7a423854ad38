// Prices for other systems, from the revisions: as known at a publication, a query always has the same result.
import { eq, type SQL, sql } from 'drizzle-orm'
import type { PublishedPrice } from '#contract/prices/open-prices.ts'
import type { Db, Executor } from '#server/db/connection.ts'
import { priceRevisions, quoteItems } from '#server/db/schema/prices/prices.ts'
import { defined, joinDefinition } from './definitions.queries.ts'

export async function itemsByCode(
  db: Executor,
  isReadable: (productId: SQL) => SQL,
  codes: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ code: string; id: string }>(sql`
    select i.code, i.id::text as id from ${quoteItems} i
      where i.code = any(${sql.param([...codes])}::text[]) and ${isReadable(sql`i.product_id`)}`)
  return new Map(rows.map(({ code, id }) => [code, id]))
}

/** Of the item; 0 where nothing was ever published. */
export async function newestPublication(db: Db, quoteItemId: string): Promise<string> {
  const { rows } = await db.execute<{ number: string }>(sql`
    select coalesce(max(publication), 0)::text as number from ${priceRevisions}
      where quote_item_id = ${quoteItemId}::bigint`)
  return rows[0]?.number ?? '0'
}

type PublishedRange = { from: string; to: string; after: string | undefined; asKnownAt: string; limit: number }

/** Changes whenever what is said about the item does: its code, name or definitions. */
export async function itemVersion(db: Db, quoteItemId: string): Promise<number> {
  const [found] = await db
    .select({ version: quoteItems.version })
    .from(quoteItems)
    .where(eq(quoteItems.id, quoteItemId))
  return found?.version ?? 0
}

/** Oldest day first. */
export async function publishedOf(db: Db, quoteItemId: string, range: PublishedRange): Promise<PublishedPrice[]> {
  const { from, to, after = null, asKnownAt, limit } = range
  const { rows } = await db.execute<PublishedPrice>(sql`
    select i.code, seen.day::text as day, seen.low::text as low, seen.high::text as high,
        seen.average::text as average, ${defined('unit')} as unit,
        ${defined('currency')} as currency, seen.publication::text as publication,
        seen.replaces is not null as "isCorrected"
      from (select distinct on (day) * from ${priceRevisions}
        where quote_item_id = ${quoteItemId}::bigint and day between ${from}::date and ${to}::date
          and day > coalesce(${after}::date, '-infinity') and publication <= ${asKnownAt}::bigint
        order by day, publication desc) seen
      join ${quoteItems} i on i.id = seen.quote_item_id ${joinDefinition(sql`seen.day`)}
      where seen.act <> 'cancelVerify' order by seen.day limit ${limit}`)
  return rows
}
