// Prices as the price screen reads them: by product, quote item, day and status, the newest first.
import { eq, sql } from 'drizzle-orm'
import type { PriceQuery, PriceRow } from '../../../contract/prices.ts'
import type { Actor } from '../../core/actors.ts'
import { equals, list } from '../../core/paging.ts'
import { statement } from '../../core/statements.ts'
import type { Db } from '../../db/connection.ts'
import { products } from '../../db/schema/catalogue.ts'
import { prices, quoteItems } from '../../db/schema/prices.ts'

/** Values of `inScope` for one person. */
export type Scope = Record<string, unknown>

/** Editorial scope, in every query here: everybody with the right sees the prices of all products. */
const inScope = sql`true`
export const scopeOf = (_actor: Actor): Scope => ({})

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

export const pageOfPrices = list<PriceRow, PriceQuery>({
  name: 'prices',
  always: inScope,
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
  rows: (db, { where, orderBy, limit, offset }) =>
    selectRows(db).where(where).orderBy(orderBy).limit(limit).offset(offset),
  matches: (db, where) => db.select({ n: sql`1` }).from(prices).where(where),
})

const priceById = statement<PriceRow>('price_by_id', row, (db) =>
  selectRows(db).where(sql`${prices.id} = ${sql.placeholder('id')} and ${inScope}`),
)

export async function findPrice(db: Db, id: string, scope: Scope): Promise<PriceRow | undefined> {
  return (await priceById(db, { ...scope, id }))[0]
}
