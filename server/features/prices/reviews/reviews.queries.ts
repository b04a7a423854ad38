// Prices that wait for review, beside the published ones.
import { eq, sql } from 'drizzle-orm'
import { scoreMove } from '#contract/prices/outliers.ts'
import type { ReviewQuery, ReviewRow } from '#contract/prices/reviews.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { perEditorialScope } from '#server/core/access/scope.ts'
import { equals, list, oneOf } from '#server/core/lists/paging.ts'
import type { Db } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { users } from '#server/db/schema/organisation.ts'
import { priceRevisions, prices, quoteItems } from '#server/db/schema/prices/prices.ts'
import { priceUseItems } from '#server/db/schema/prices/uses.ts'
import { definedOf, earlier, isEarlierOn, isSameBasis } from '../definitions.queries.ts'
import { readEntries } from '../entries.queries.ts'
import { quotedItem } from '../prices.queries.ts'

/** Published averages in the small chart of a row. */
const TREND = 20

const isCorrection = sql<boolean>`${prices.publication} is not null`

type Listed = Omit<ReviewRow, 'score' | 'besidePeers'>

/** Figures in another unit are not compared. */
const isComparable = isSameBasis(sql`b.day`, sql`${prices.day}`, sql`${quoteItems}`)

/** For a correction the published entry itself, otherwise the last published one before. */
const before = sql`(select b.* from (select b.day, b.low, b.high, b.average from ${prices} b
  where b.quote_item_id = ${prices.quoteItemId} and b.publication is not null
    and (b.id = ${prices.id} or b.day < ${prices.day}) order by b.day desc limit 1) b where ${isComparable})`
const ofBefore = (column: string) => sql<string | null>`(select x.${sql.identifier(column)}::text from ${before} x)`

/** The last published average before the day, to which the waiting figures are compared. */
const previous = sql`(select b.average from (select b.day, b.average from ${prices} b
  where b.quote_item_id = ${prices.quoteItemId} and b.publication is not null and b.day < ${prices.day}
  order by b.day desc limit 1) b where ${isComparable})`

const row = {
  id: prices.id,
  revisionId: priceRevisions.id,
  day: prices.day,
  ...quotedItem,
  isCorrection,
  low: priceRevisions.low,
  high: priceRevisions.high,
  average: priceRevisions.average,
  change: sql<string | null>`round(${priceRevisions.average} - ${previous}, ${definedOf('decimals')})`,
  percent: sql<string | null>`round((${priceRevisions.average} - ${previous}) * 100 / nullif(abs(${previous}), 0), 2)`,
  remark: priceRevisions.remark,
  isOutlier: priceRevisions.isOutlier,
  reason: priceRevisions.reason,
  cause: priceRevisions.cause,
  beforeDay: ofBefore('day'),
  beforeLow: ofBefore('low'),
  beforeHigh: ofBefore('high'),
  beforeAverage: ofBefore('average'),
  uses: sql<number>`case when ${isCorrection} then (select count(*) from ${priceUseItems} i
    where i.quote_item_id = ${prices.quoteItemId} and i.days @> ${prices.day})::int else 0 end`,
  trend: sql<string[]>`array(select t.average::text from (select b.day, b.average from ${prices} b
    where b.quote_item_id = ${prices.quoteItemId} and b.publication is not null and b.day < ${prices.day}
      and ${isComparable} order by b.day desc limit ${sql.raw(String(TREND))}) t order by t.day)`,
  submittedById: prices.submittedById,
  submittedByName: users.realName,
  submittedAt: prices.submittedAt,
  isOwn: sql<boolean>`exists (select from ${priceRevisions} a where a.quote_item_id = ${prices.quoteItemId}
    and a.day = ${prices.day} and a.price_id = ${prices.id} and a.by_id = ${sql.placeholder('actorId')}
    and a.act in ('save', 'submit', 'correct')
    and a.id > coalesce((select p.id from ${priceRevisions} p where p.quote_item_id = ${prices.quoteItemId}
      and p.day = ${prices.day} and p.publication = ${prices.publication}), 0))`,
}

const reviews = perEditorialScope((scope, suffix) =>
  list<Listed, ReviewQuery>({
    name: `price_reviews${suffix}`,
    always: sql`${prices.reviewing} is not null and ${scope(prices.productId)}`,
    filters: {
      productId: equals(prices.productId, 'productId'),
      day: equals(prices.day, 'day'),
      submittedById: equals(prices.submittedById, 'submittedById'),
      kind: oneOf({ entry: sql`${prices.publication} is null`, correction: sql`${prices.publication} is not null` }),
      isOutlier: {
        where: sql`exists (select from ${priceRevisions} r
          where r.id = ${prices.reviewing} and r.is_outlier = ${sql.placeholder('isOutlier')})`,
      },
    },
    sorts: { day: prices.day },
    usual: sql`${prices.day} desc, ${prices.productId}, ${quoteItems.sort}`,
    tie: prices.id,
    fields: row,
    rows: (db) =>
      db
        .select(row)
        .from(prices)
        .innerJoin(priceRevisions, eq(priceRevisions.id, prices.reviewing))
        .innerJoin(quoteItems, eq(quoteItems.id, prices.quoteItemId))
        .leftJoin(earlier, isEarlierOn(prices.day))
        .innerJoin(products, eq(products.id, prices.productId))
        .leftJoin(users, eq(users.id, prices.submittedById)),
    matches: (db, where) => db.select({ n: sql`1` }).from(prices).where(where),
  }),
)

export const pageOfReviews = (db: Db, query: ReviewQuery, actor: Actor) =>
  reviews(actor)(db, query, { viewerId: actor.id, actorId: actor.id })

/** Adds the score of each change: against the item's own past, and beside other items of its product that day. */
export async function scoredReviews(db: Db, query: ReviewQuery, actor: Actor) {
  const page = await pageOfReviews(db, query, actor)
  const ids = page.records.map(({ id }) => id)
  const entered = new Map((await readEntries(db, actor, ids)).map((each) => [each.entry.id, each]))
  const records = page.records.map((row): ReviewRow => {
    const found = entered.get(row.id)
    if (!found) return { ...row, score: null, besidePeers: null }
    const { item, last, peers: peerPercents } = found
    const { score, besidePeers } = scoreMove({
      average: row.average,
      before: last?.average ?? null,
      item,
      peerPercents,
    })
    return { ...row, score, besidePeers }
  })
  return { ...page, records }
}
