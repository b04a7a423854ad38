// Published entries of quote items, as texts quote them.
import { type SQL, sql } from 'drizzle-orm'
import { type FillSource, fillTemplate, itemsNamed } from '../../../contract/articles/template-fill.ts'
import { readTemplate, type TemplateTexts } from '../../../contract/articles/template-text.ts'
import { FIGURES_FOUND, type FoundFigures } from '../../../contract/articles/templates.ts'
import { editorialScope, type Viewer } from '../../core/access/scope.ts'
import { partOf } from '../../core/lists/paging.ts'
import type { Executor } from '../../db/connection.ts'
import { products } from '../../db/schema/catalogue.ts'
import { prices, quoteItems } from '../../db/schema/prices.ts'

type Asked = { day: string; where: SQL; limit: number }

/** One query, whatever is asked: items within the viewer's scope, in their order, with the day's published entry. */
async function read(db: Executor, viewer: Viewer, { day, where, limit }: Asked) {
  const { rows } = await db.execute<FoundFigures & { productId: string }>(sql`
    select i.id::text as id, i.code, case when i.name = '' then p.name else i.name end as name,
        p.id::text as "productId", p.name as "productName", i.market, i.unit,
        case when e.id is null then null else json_build_object('id', e.id::text, 'publication', e.publication::text,
          'low', round(e.low, i.decimals)::text, 'high', round(e.high, i.decimals)::text,
          'average', round(e.average, i.decimals)::text, 'change', round(e.change, i.decimals)::text,
          'percent', e.percent::text) end as entry
      from ${quoteItems} i join ${products} p on p.id = i.product_id
      left join ${prices} e on e.quote_item_id = i.id and e.day = ${day}::date and e.publication is not null
      where ${where} and ${editorialScope(viewer, sql`i.product_id`)}
      order by p.sort, p.id, i.sort, i.id limit ${limit}`)
  return rows
}

const codesAre = (codes: readonly string[]) => sql`i.code = any(${sql.param([...codes])}::text[])`

type Search = { day: string; text?: string | undefined; productId?: string | undefined; codes?: string[] | undefined }

export async function searchFigures(db: Executor, viewer: Viewer, { day, text, productId, codes }: Search) {
  const part = partOf(text ?? '')
  const conditions = [
    ...(codes ? [codesAre(codes)] : []),
    ...(productId ? [sql`i.product_id = ${productId}::bigint`] : []),
    ...(text?.trim() ? [sql`(i.name ilike ${part} or i.code ilike ${part} or p.name ilike ${part})`] : []),
  ]
  const where = sql.join([sql`true`, ...conditions], sql` and `)
  const rows = await read(db, viewer, { day, where, limit: codes?.length ?? FIGURES_FOUND })
  return rows.map(({ productId: _, ...row }) => row)
}

/** Items of a product that `#1` to `#99` and `本产品` can mean. */
const OWN_ITEMS = 99

/**
 * A template filled for each of the products: two queries, however many fields, tables and products there are. A product
 * out of scope is left out.
 */
export async function fillFor(
  db: Executor,
  viewer: Viewer,
  texts: TemplateTexts,
  productIds: readonly string[],
  day: string,
) {
  const template = readTemplate(texts)
  const { codes, own } = itemsNamed(template)
  const inList = sql`any(${sql.param([...productIds])}::bigint[])`
  const { rows: found } = await db.execute<{ id: string; name: string }>(sql`
    select p.id::text as id, p.name from ${products} p
      where p.id = ${inList} and ${editorialScope(viewer, sql`p.id`)}
      order by array_position(${sql.param([...productIds])}::bigint[], p.id)`)
  const named = codes.length > 0 ? codesAre(codes) : sql`false`
  const items =
    codes.length === 0 && !own
      ? []
      : await read(db, viewer, {
          day,
          where: own ? sql`(${named} or i.product_id = ${inList})` : named,
          limit: codes.length + productIds.length * OWN_ITEMS,
        })
  const byCode = new Map(items.map((item) => [item.code, item]))
  const byProduct = Map.groupBy(items, ({ productId }) => productId)
  const filled = found.map(({ id, name }) => {
    const ownCodes = (byProduct.get(id) ?? []).map(({ code }) => code)
    const source: FillSource = { product: name, day, items: byCode, own: ownCodes }
    return { productId: id, productName: name, ...fillTemplate(template, source) }
  })
  return { problems: template.problems, filled }
}
