// The price list and single prices: by product, quote item, day and status, newest first.

import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Point, PriceQuery, PriceRow, Revision } from '#contract/prices/prices.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { editorialScope, perEditorialScope, productsInScope, type Viewer } from '#server/core/access/scope.ts'
import { equals, list, nameHas } from '#server/core/lists/paging.ts'
import { statement, type Values } from '#server/core/lists/statements.ts'
import type { Db } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { isoMoment } from '#server/db/schema/columns.ts'
import { users } from '#server/db/schema/organisation.ts'
import { priceRevisions, prices, quoteItems } from '#server/db/schema/prices/prices.ts'
import { defined, definedOf, earlier, isEarlierOn, joinDefinition } from './definitions.queries.ts'
import { struckOf } from './publications.queries.ts'

const submitters = alias(users, 'submitters')
const reviewers = alias(users, 'reviewers')

/** Fields of the quoted item, for rows that join `earlier` by `isEarlierOn(prices.day)`. */
export const quotedItem = {
  productId: prices.productId,
  productName: products.name,
  quoteItemId: prices.quoteItemId,
  itemName: quoteItems.name,
  market: definedOf('market'),
  specification: definedOf('specification'),
  unit: definedOf('unit'),
}

/** In the order in which the statements select them. */
export const priceFields = {
  id: prices.id,
  version: prices.version,
  day: prices.day,
  ...quotedItem,
  itemStatus: quoteItems.status,
  low: prices.low,
  high: prices.high,
  average: prices.average,
  struck: struckOf(sql`${prices}`),
  change: prices.change,
  percent: prices.percent,
  status: prices.status,
  remark: prices.remark,
  englishRemark: prices.englishRemark,
  isOutlier: prices.isOutlier,
  reason: prices.reason,
  opinion: prices.opinion,
  publication: prices.publication,
  reviewing: prices.reviewing,
  submittedByName: submitters.realName,
  verifiedByName: reviewers.realName,
  updatedAt: prices.updatedAt,
}

const selectRows = (db: Db) =>
  db
    .select(priceFields)
    .from(prices)
    .innerJoin(quoteItems, eq(quoteItems.id, prices.quoteItemId))
    .leftJoin(earlier, isEarlierOn(prices.day))
    .innerJoin(products, eq(products.id, prices.productId))
    .leftJoin(submitters, eq(submitters.id, prices.submittedById))
    .leftJoin(reviewers, eq(reviewers.id, prices.verifiedById))

async function knownProducts(db: Db, values: Values): Promise<SQL> {
  const ids = (await productsInScope(db, values)).map(({ id }) => id)
  return sql`${prices.productId} = any(${idArray(ids)})`
}

const pages = perEditorialScope((scope, suffix) =>
  list<PriceRow, PriceQuery>({
    name: `prices${suffix}`,
    always: scope(prices.productId),
    ...(suffix && { knownScope: knownProducts }),
    filters: {
      productId: equals(prices.productId, 'productId'),
      quoteItemId: equals(prices.quoteItemId, 'quoteItemId'),
      market: {
        ...nameHas(quoteItems.market, 'market'),
        where: sql`${prices.quoteItemId} in (select i.id from ${quoteItems} i where text_key(i.market) like ${sql.placeholder('market')})`,
      },
      from: { where: sql`${prices.day} >= ${sql.placeholder('from')}` },
      to: { where: sql`${prices.day} <= ${sql.placeholder('to')}` },
      status: equals(prices.status, 'status'),
      submittedById: equals(prices.submittedById, 'submittedById'),
      isReviewing: { where: sql`(${prices.reviewing} is not null) = ${sql.placeholder('isReviewing')}` },
    },
    sorts: { day: prices.day, updatedAt: prices.updatedAt },
    usual: sql`${prices.day} desc`,
    tie: prices.id,
    fields: priceFields,
    rows: (db) => selectRows(db),
    matches: (db, where) => db.select({ n: sql`1` }).from(prices).where(where),
  }),
)

/** Within the actor's editorial scope. */
export const pageOfPrices = (db: Db, query: PriceQuery, actor: Actor) => pages(actor)(db, query, { viewerId: actor.id })
export const eachPrice = {
  each: (db: Db, query: PriceQuery, { viewer }: { viewer: Viewer }, limit: number) =>
    pages(viewer).each(db, query, { viewerId: viewer.id }, limit),
}

const priceById = perEditorialScope((scope, suffix) =>
  statement<PriceRow>(`price_by_id${suffix}`, priceFields, (db) =>
    selectRows(db).where(sql`${prices.id} = ${sql.placeholder('id')} and ${scope(prices.productId)}`),
  ),
)

/** Undefined out of the actor's editorial scope. */
export async function findPrice(db: Db, id: string, actor: Actor): Promise<PriceRow | undefined> {
  return (await priceById(actor)(db, { id, viewerId: actor.id }))[0]
}

/** Newest first; empty where the entry is out of scope. */
export async function revisionsOf(db: Db, id: string, actor: Actor): Promise<Revision[]> {
  const { rows } = await db.execute<Revision>(sql`
    select r.id::text as id, r.number, r.act, r.low::text as low, r.high::text as high, r.average::text as average,
        r.remark, r.english_remark as "englishRemark", r.origin, r.origin_detail as "originDetail",
        r.is_outlier as "isOutlier", r.reason, r.cause, r.opinion, r.publication::text as publication,
        r.replaces::text as replaces, r.heard_id::text as "heardId", coalesce(nullif(u.real_name, ''), r.by_name) as "byName", r.at::text as at
      from ${prices} p join ${priceRevisions} r
        on r.quote_item_id = p.quote_item_id and r.day = p.day and r.price_id = p.id
      left join ${users} u on u.id = r.by_id
      where p.id = ${id}::bigint and ${editorialScope(actor, sql`p.product_id`)} order by r.id desc`)
  return rows.map(({ at, ...revision }) => ({ ...revision, at: isoMoment(at) }))
}

type TrendQuery = { quoteItemId: string; from: string; to: string; asKnownAt?: string | undefined }

/** Oldest day first: current published prices, or those that readers saw at a publication. */
export async function trendOf(db: Db, query: TrendQuery, actor: Actor): Promise<Point[]> {
  const { quoteItemId, from, to, asKnownAt } = query
  const within = sql`quote_item_id = ${quoteItemId}::bigint and day between ${from}::date and ${to}::date`
  const now = sql`select day, low, high, average, publication, status = 'corrected' as is_corrected,
      ${struckOf(sql`prices`)} as struck
    from ${prices} where ${within} and publication is not null`
  const then = sql`select day, low, high, average, publication, replaces is not null as is_corrected, null::json as struck
    from (select distinct on (day) * from ${priceRevisions} where ${within} and publication <= ${asKnownAt ?? '0'}::bigint
      order by day, publication desc) seen where act <> 'cancelVerify'`
  const { rows } = await db.execute<Point>(sql`
    select k.day::text as day, k.low::text as low, k.high::text as high, k.average::text as average,
        k.publication::text as publication, k.is_corrected as "isCorrected", k.struck, ${defined('unit')} as unit,
        ${defined('currency')} as currency, ${defined('isTaxIncluded')} as "isTaxIncluded"
      from (${asKnownAt === undefined ? now : then}) k
      join ${quoteItems} i on i.id = ${quoteItemId}::bigint and ${editorialScope(actor, sql`i.product_id`)}
      ${joinDefinition(sql`k.day`)} order by k.day`)
  return rows
}
