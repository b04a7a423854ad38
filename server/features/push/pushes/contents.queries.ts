// Contents of a push: published prices as known at a publication, names of its files, and its sender.
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { editorialScope, type Viewer } from '#server/core/access/scope.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { articles, articleVersions } from '#server/db/schema/articles/articles.ts'
import { userSendInfo } from '#server/db/schema/authorisation.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { fileContents, files } from '#server/db/schema/core/files.ts'
import { users } from '#server/db/schema/organisation.ts'
import { pricePublications, priceRevisions, quoteItems } from '#server/db/schema/prices/prices.ts'
import { pushArticles, pushPrices } from '#server/db/schema/push.ts'
import { basisSince, defined, isSameBasis, joinDefinition } from '#server/features/prices/definitions.queries.ts'

/** Most days since an item's last price for it to count as current. */
const CURRENT_DAYS = 120

export type ShownPrice = { revisionId: string; day: string; low: string; high: string; average: string }
export type ShownItem = {
  id: string
  productId: string
  product: string
  name: string
  market: string
  specification: string
  unit: string
  currency: string
  isTaxIncluded: boolean
  decimals: number
  /** First day of the unit of these prices, where the chart's days have earlier ones in another. */
  since: string | null
  /** Newest first. */
  prices: ShownPrice[]
}

/** The part of an item whose prices are recorded as sent. */
export type CarriedItem = { id: string; prices: readonly Pick<ShownPrice, 'revisionId' | 'day'>[] }

export async function newestPublication(db: Executor): Promise<string> {
  const { rows } = await db.execute<{ number: string }>(
    sql`select coalesce(max(number), 0)::text as number from ${pricePublications}`,
  )
  return rows[0]?.number ?? '0'
}

/** Items in the order of the ids, with prices as known at the publication: the chart's days, at least the last two. */
export async function readItems(
  db: Executor,
  quoteItemIds: readonly string[],
  { publication, chartDays }: { publication: string; chartDays: number },
): Promise<ShownItem[]> {
  const days = sql.raw(String(Math.max(CURRENT_DAYS, chartDays)))
  const { rows } = await db.execute<ShownItem>(sql`
    select i.id::text as id, i.product_id::text as "productId", p.name as product, i.name,
        ${defined('market')} as market, ${defined('specification')} as specification, ${defined('unit')} as unit,
        ${defined('currency')} as currency, ${defined('isTaxIncluded')} as "isTaxIncluded", ${defined('decimals')} as decimals,
        (select w.since::text from (select ${basisSince(sql`l.day`)} as since) w where exists (select from ${priceRevisions} r
          where r.quote_item_id = i.id and r.publication <= ${publication}::bigint
            and r.day > current_date - ${sql.raw(String(chartDays))} and r.day < w.since)) as since,
        coalesce((select json_agg(json_build_object('revisionId', s.id::text, 'day', s.day, 'low', s.low::text,
            'high', s.high::text, 'average', s.average::text) order by s.day desc)
          from (select distinct on (r.day) r.* from ${priceRevisions} r
            where r.quote_item_id = i.id and r.publication <= ${publication}::bigint
              and r.day between current_date - ${days} and current_date and ${isSameBasis(sql`r.day`, sql`l.day`)}
            order by r.day, r.publication desc) s
          where s.act <> 'cancelVerify' and (s.day > current_date - ${sql.raw(String(chartDays))}
            or s.day >= (select min(x.day) from (select b.day from ${priceRevisions} b where b.quote_item_id = i.id
              and b.publication <= ${publication}::bigint and b.day <= current_date group by b.day
              order by b.day desc limit 2) x))), '[]') as prices
      from unnest(${idArray(quoteItemIds)}) with ordinality as w(id, n)
      join ${quoteItems} i on i.id = w.id join ${products} p on p.id = i.product_id
      cross join lateral (select coalesce(max(r.day), current_date) as day from ${priceRevisions} r
        where r.quote_item_id = i.id and r.publication <= ${publication}::bigint and r.day <= current_date) l
      ${joinDefinition(sql`l.day`)} order by w.n`)
  return rows
}

/** Those in the viewer's editorial scope. */
export async function itemsInScope(db: Executor, viewer: Viewer, quoteItemIds: readonly string[]): Promise<string[]> {
  if (quoteItemIds.length === 0) return []
  const { rows } = await db.execute<{ id: string }>(sql`select i.id::text as id from ${quoteItems} i
    where i.id = any(${idArray(quoteItemIds)}) and ${editorialScope(viewer, sql`i.product_id`)}`)
  return rows.map(({ id }) => id)
}

export const countProducts = (db: Executor, productIds: readonly string[]): Promise<number> =>
  db.$count(products, inArray(products.id, [...productIds]))

type Contents = {
  /** Of a stored push: the versions of articles that its messages carry count too. */
  id?: string | undefined
  productIds: readonly string[]
  quoteItemIds: readonly string[]
  articleIds: readonly string[]
}

/** Products for which recipients need grants: those of the push, of its quote items and of its articles. */
export async function productsOf(
  db: Executor,
  { id = '0', productIds, quoteItemIds, articleIds }: Contents,
): Promise<string[]> {
  if (quoteItemIds.length === 0 && articleIds.length === 0) return [...productIds]
  const { rows } = await db.execute<{ id: string }>(
    sql`select i.product_id::text as id from ${quoteItems} i where i.id = any(${idArray(quoteItemIds)})
      union select unnest(v.product_ids)::text from ${articles} a join ${articleVersions} v on v.id = a.published_id
        where a.id = any(${idArray(articleIds)})
      union select unnest(v.product_ids)::text from ${pushArticles} c join ${articleVersions} v on v.id = c.version_id
        where c.push_id = ${id}::bigint`,
  )
  return [...new Set([...productIds, ...rows.map(({ id }) => id)])]
}

/** Records the prices that a push carries, so that a correction finds it. */
export async function recordPrices(tx: Tx, pushId: string, items: readonly CarriedItem[]): Promise<void> {
  const carried = items.flatMap(({ id, prices }) =>
    prices.map(({ revisionId, day }) => ({ item: id, day, revision: revisionId })),
  )
  if (carried.length === 0) return
  await tx.execute(sql`
    insert into ${pushPrices} (push_id, quote_item_id, day, revision_id)
      select ${pushId}::bigint, item, day, revision
        from jsonb_to_recordset(${JSON.stringify(carried)}::jsonb) as c(item bigint, day date, revision bigint)
      on conflict do nothing`)
}

export type RangePrice = { low: string; high: string; average: string }
export type CorrectedPrice = {
  quoteItemId: string
  /** The one that readers see now, or that withdrew the price. */
  revisionId: string
  day: string
  was: RangePrice
  /** Null: withdrawn, readers see nothing. */
  is: RangePrice | null
  unit: string
  decimals: number
  product: string
  name: string
  market: string
  specification: string
}

/** Prices of a push (`c`, `was`) that have changed since (`now`). */
export const correctedOf = (pushId: SQL) => sql`${pushPrices} c join ${priceRevisions} was on was.id = c.revision_id
  cross join lateral (select r.id, r.act, r.low, r.high, r.average from ${priceRevisions} r
    where r.quote_item_id = c.quote_item_id and r.day = c.day and r.publication is not null
    order by r.publication desc limit 1) now
  where c.push_id = ${pushId} and now.id <> c.revision_id
    and (now.act = 'cancelVerify' or (now.low, now.high, now.average) is distinct from (was.low, was.high, was.average))`

/** Prices of the push that have changed since. */
export async function correctedPrices(db: Executor, pushId: string): Promise<CorrectedPrice[]> {
  const { rows } = await db.execute<CorrectedPrice>(sql`
    select x.item::text as "quoteItemId", x.revision::text as "revisionId", x.day::text as day, x.was, x.is, ${defined('unit')} as unit,
        ${defined('decimals')} as decimals, p.name as product, i.name, ${defined('market')} as market, ${defined('specification')} as specification
      from (select c.quote_item_id as item, now.id as revision, c.day,
          json_build_object('low', was.low::text, 'high', was.high::text, 'average', was.average::text) as was,
          case when now.act <> 'cancelVerify' then
            json_build_object('low', now.low::text, 'high', now.high::text, 'average', now.average::text) end as is
        from ${correctedOf(sql`${pushId}::bigint`)}) x
      join ${quoteItems} i on i.id = x.item join ${products} p on p.id = i.product_id ${joinDefinition(sql`x.day`)}
      order by x.day desc, i.id`)
  return rows
}

export type Sender = { name: string; email: string; telephone: string; address: string; signature: string }

/** The sender as set by the person (getUserSendInfo), else name, mail and mobile of the account. */
export async function senderOf(db: Executor, userId: string): Promise<Sender> {
  const { rows } = await db.execute<Sender>(sql`
    select coalesce(nullif(s.sender_name, ''), u.real_name) as name, u.email, coalesce(s.address, '') as address,
        coalesce(nullif(s.telephone, ''), u.mobile) as telephone, coalesce(s.signature, '') as signature
      from ${users} u left join ${userSendInfo} s on s.user_id = u.id where u.id = ${userId}::bigint`)
  const [found] = rows
  if (!found) throw new Error(`user ${userId} sends and is not there`)
  return found
}

export type AttachedFile = { id: string; name: string; size: number; type: string }

export async function attachedFiles(db: Executor, fileIds: readonly string[]): Promise<AttachedFile[]> {
  if (fileIds.length === 0) return []
  const { rows } = await db.execute<AttachedFile>(sql`
    select f.id::text as id, f.name, c.size::int as size, f.type from unnest(${idArray(fileIds)}) with ordinality as w(id, n)
      join ${files} f on f.id = w.id join ${fileContents} c on c.sha256 = f.sha256 order by w.n`)
  return rows
}

/** Mobile number of the person's account; empty where there is none. */
export async function mobileOf(db: Executor, userId: string): Promise<string> {
  const [found] = await db.select({ mobile: users.mobile }).from(users).where(eq(users.id, userId))
  return found?.mobile ?? ''
}
