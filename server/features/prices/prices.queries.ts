// Prices as the price screen reads them: by product, quote item, day and status, the newest first.
import { eq, sql } from 'drizzle-orm'
import type { PriceQuery, PriceRow } from '../../../contract/prices/prices.ts'
import type { Actor } from '../../core/access/actors.ts'
import { perEditorialScope } from '../../core/access/scope.ts'
import { equals, list } from '../../core/lists/paging.ts'
import { statement } from '../../core/lists/statements.ts'
import type { Db } from '../../db/connection.ts'
import { products } from '../../db/schema/catalogue.ts'
import { prices, quoteItems } from '../../db/schema/prices.ts'

const row = {
  id: prices.id,
  version: prices.version,
  day: prices.day,
  productId: prices.productId,
  productName: products.name,
  quoteItemId: prices.quoteItemId,
  market: quoteItems.market,
  specification: quoteItems.specification,
  unit: quoteItems.unit,
  low: prices.low,
  high: prices.high,
  average: prices.average,
  change: prices.change,
  percent: prices.percent,
  status: prices.status,
  remark: prices.remark,
  englishRemark: prices.englishRemark,
  updatedAt: prices.updatedAt,
}

const selectRows = (db: Db) =>
  db
    .select(row)
    .from(prices)
    .innerJoin(quoteItems, eq(quoteItems.id, prices.quoteItemId))
    .innerJoin(products, eq(products.id, prices.productId))

const pages = perEditorialScope((scope, suffix) =>
  list<PriceRow, PriceQuery>({
    name: `prices${suffix}`,
    always: scope(prices.productId),
    filters: {
      productId: equals(prices.productId, 'productId'),
      quoteItemId: equals(prices.quoteItemId, 'quoteItemId'),
      from: { where: sql`${prices.day} >= ${sql.placeholder('from')}` },
      to: { where: sql`${prices.day} <= ${sql.placeholder('to')}` },
      status: equals(prices.status, 'status'),
    },
    sorts: { day: prices.day },
    usual: sql`${prices.day} desc`,
    tie: prices.id,
    fields: row,
    rows: (db) => selectRows(db),
    matches: (db, where) => db.select({ n: sql`1` }).from(prices).where(where),
  }),
)

/** Within the actor's editorial scope. */
export const pageOfPrices = (db: Db, query: PriceQuery, actor: Actor) => pages(actor)(db, query, { viewerId: actor.id })

const priceById = perEditorialScope((scope, suffix) =>
  statement<PriceRow>(`price_by_id${suffix}`, row, (db) =>
    selectRows(db).where(sql`${prices.id} = ${sql.placeholder('id')} and ${scope(prices.productId)}`),
  ),
)

/** Nothing where it is out of the actor's editorial scope. */
export async function findPrice(db: Db, id: string, actor: Actor): Promise<PriceRow | undefined> {
  return (await priceById(actor)(db, { id, viewerId: actor.id }))[0]
}
