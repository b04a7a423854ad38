// Published entries of quote items, for quoting in texts.

import { type SQL, sql } from 'drizzle-orm'
import type { Edition } from '#contract/articles/article-labels.ts'
import type { BoundArticle } from '#contract/articles/bound-fields.ts'
import { chartsNamed, type FillSource, fillTemplate, itemsNamed } from '#contract/articles/template-fill.ts'
import {
  countOpen,
  openPlacesOf,
  openTemplate,
  type Refilled,
  refill,
  textsOf,
} from '#contract/articles/template-refill.ts'
import { readTemplate, type Template, type TemplateTexts } from '#contract/articles/template-text.ts'
import { type Course, FIGURES_FOUND, type FoundFigures } from '#contract/articles/templates.ts'
import { editorialScope, type Viewer } from '#server/core/access/scope.ts'
import { keyPart } from '#server/core/lists/paging.ts'
import type { Executor } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { priceRevisions, prices, quoteItems } from '#server/db/schema/prices/prices.ts'
import { basisSince, defined, isSameBasis, joinDefinition } from '#server/features/prices/definitions.queries.ts'

/** At the decimals of the day's definition. */
const rounded = (figure: 'low' | 'high' | 'average' | 'change') =>
  sql`round(e.${sql.identifier(figure)}, ${defined('decimals')})::text`

type Asked = { day: string; where: SQL; limit: number }

/** A single query: items in the viewer's scope, in their order, with the day's published entry. */
async function read(db: Executor, viewer: Viewer, { day, where, limit }: Asked) {
  const { rows } = await db.execute<FoundFigures & { productId: string }>(sql`
    select i.id::text as id, i.code, case when i.name = '' then p.name else i.name end as name, i.english_name as "englishName",
        p.id::text as "productId", p.name as "productName", ${defined('market')} as market, ${defined('unit')} as unit,
        case when e.id is null then null else json_build_object('id', e.id::text, 'publication', e.publication::text,
          'low', ${rounded('low')}, 'high', ${rounded('high')},
          'average', ${rounded('average')}, 'change', ${rounded('change')}, 'percent', e.percent::text) end as entry
      from ${quoteItems} i join ${products} p on p.id = i.product_id ${joinDefinition(sql`${day}::date`)}
      left join ${prices} e on e.quote_item_id = i.id and e.day = ${day}::date and e.publication is not null
      where ${where} and ${editorialScope(viewer, sql`i.product_id`)}
      order by p.sort, p.id, i.sort, i.id limit ${limit}`)
  return rows
}

const codesAre = (codes: readonly string[]) => sql`i.code = any(${sql.param([...codes])}::text[])`

type Search = { day: string; text?: string | undefined; productId?: string | undefined; codes?: string[] | undefined }

export async function searchFigures(db: Executor, viewer: Viewer, { day, text, productId, codes }: Search) {
  const part = keyPart(text ?? '')
  const conditions = [
    ...(codes ? [codesAre(codes)] : []),
    ...(productId ? [sql`i.product_id = ${productId}::bigint`] : []),
    ...(text?.trim()
      ? [
          sql`((text_key(i.name) like ${part} or i.spelling like ${part}) or text_key(i.code) like ${part} or (text_key(p.name) like ${part} or p.spelling like ${part}))`,
        ]
      : []),
  ]
  const where = sql.join([sql`true`, ...conditions], sql` and `)
  const rows = await read(db, viewer, { day, where, limit: codes?.length ?? FIGURES_FOUND })
  const found = rows.map(({ productId: _, ...row }) => row)
  if (!codes) return found
  const was = await replacedOf(
    db,
    found.map(({ id }) => id),
    day,
  )
  return found.map((row) => ({ ...row, was: was.get(row.id) ?? [] }))
}

type Replaced = NonNullable<FoundFigures['was']>

/** By item: the figures of a day that readers saw and that were corrected or taken back since. */
async function replacedOf(db: Executor, itemIds: readonly string[], day: string): Promise<Map<string, Replaced>> {
  const figure = (name: 'low' | 'high' | 'average') =>
    sql`round(r.${sql.identifier(name)}, ${defined('decimals')})::text`
  const { rows } = await db.execute<{ id: string; was: Replaced }>(sql`
    select i.id::text as id, json_agg(json_build_object('low', ${figure('low')}, 'high', ${figure('high')},
        'average', ${figure('average')}) order by r.publication) as was
      from ${quoteItems} i ${joinDefinition(sql`${day}::date`)}
      join ${priceRevisions} r on r.quote_item_id = i.id and r.day = ${day}::date and r.publication is not null
        and r.act = 'verify' and r.average is not null
      where i.id = any(${idArray(itemIds)})
        and not exists (select from ${prices} p where p.id = r.price_id and p.publication = r.publication)
      group by i.id`)
  return new Map(rows.map(({ id, was }) => [id, was]))
}

type CoursesAsked = { day: string; days: number; codes: readonly string[] }

/**
 * Published entries of each item in the `days` days up to `day`, those in the unit of that day: a line has one unit. Items
 * without any have an empty list.
 */
export async function coursesOf(db: Executor, viewer: Viewer, { day, days, codes }: CoursesAsked): Promise<Course[]> {
  const { rows } = await db.execute<Course>(sql`
    select i.code, case when i.name = '' then p.name else i.name end as name, i.english_name as "englishName",
        ${defined('unit')} as unit,
        (select w.since::text from (select ${basisSince(sql`${day}::date`)} as since) w where exists (select from ${prices} e
          where e.quote_item_id = i.id and e.publication is not null and e.day > ${day}::date - ${days}::int
            and e.day < w.since)) as since, coalesce((
        select json_agg(json_build_object('day', e.day, 'average', ${rounded('average')}, 'id', e.id::text,
          'publication', e.publication::text) order by e.day)
        from ${prices} e where e.quote_item_id = i.id and e.publication is not null and e.average is not null
          and e.day > ${day}::date - ${days}::int and e.day <= ${day}::date
          and ${isSameBasis(sql`e.day`, sql`${day}::date`)}), '[]') as points
      from ${quoteItems} i join ${products} p on p.id = i.product_id ${joinDefinition(sql`${day}::date`)}
      where ${codesAre(codes)} and ${editorialScope(viewer, sql`i.product_id`)} order by i.code`)
  return rows
}

/** Maximum of a product's items that `#1` to `#99` and `本产品` reach. */
const OWN_ITEMS = 99

type Courses = FillSource['courses']

async function coursesFor(
  db: Executor,
  viewer: Viewer,
  template: Template,
  owns: readonly (readonly string[])[],
  day: string,
): Promise<Courses> {
  const { refs, days } = chartsNamed(template)
  const codesOf = (ref: string) =>
    ref.startsWith('#') ? owns.map((own) => own[Number(ref.slice(1)) - 1] ?? '') : [ref]
  const codes = [...new Set([...refs].flatMap(codesOf))].filter((code) => code !== '')
  if (codes.length === 0) return new Map()
  return new Map((await coursesOf(db, viewer, { day, days, codes })).map((course) => [course.code, course]))
}

type Wanted = {
  template: Template
  /** Items besides those that the template names. */
  codes?: readonly string[]
  productIds: readonly string[]
  day: string
  edition: Edition
}

/**
 * What fills a template for each product: two queries, and one for charts, whatever the number of fields, tables and
 * products. Skips products out of scope. The English name of a product is that of its first quote item, up to a comma.
 */
async function sourcesFor(
  db: Executor,
  viewer: Viewer,
  { template, codes: others = [], productIds, day, edition }: Wanted,
): Promise<{ productName: string; source: FillSource }[]> {
  const { codes: inTemplate, own } = itemsNamed(template)
  const codes = [...new Set([...inTemplate, ...others])]
  const inList = sql`any(${idArray(productIds)})`
  const { rows: found } = await db.execute<{ id: string; name: string; english: string }>(sql`
    select p.id::text as id, p.name, coalesce((select split_part(i.english_name, ',', 1) from ${quoteItems} i
        where i.product_id = p.id and i.english_name <> '' order by i.sort, i.id limit 1), '') as english from ${products} p
      where p.id = ${inList} and ${editorialScope(viewer, sql`p.id`)}
      order by array_position(${idArray(productIds)}, p.id)`)
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
  const ownOf = (id: string) => (byProduct.get(id) ?? []).map(({ code }) => code)
  const courses = await coursesFor(db, viewer, template, productIds.map(ownOf), day)
  return found.map(({ id, name, english }) => {
    const product = edition === 'zh' ? name : english
    const source: FillSource = { edition, productId: id, product, day, items: byCode, own: ownOf(id), courses }
    return { productName: name, source }
  })
}

/** Fills a template for each product. */
export async function fillFor(
  db: Executor,
  viewer: Viewer,
  texts: TemplateTexts,
  productIds: readonly string[],
  day: string,
  edition: Edition = 'zh',
) {
  const template = readTemplate(texts)
  const sources = await sourcesFor(db, viewer, { template, productIds, day, edition })
  const filled = sources.map(({ productName, source }) => ({
    productId: source.productId,
    productName,
    ...fillTemplate(template, source),
  }))
  return { problems: template.problems, filled }
}

/** Fills the placeholders of an article whose prices are out. Those of products out of scope stay. */
export async function refillFor(
  db: Executor,
  viewer: Viewer,
  edition: Edition,
  article: BoundArticle,
): Promise<Refilled & { filled: number; left: number }> {
  const before = countOpen(article)
  let now: Refilled = textsOf(article)
  for (const { day, productId } of openPlacesOf(article)) {
    const { template, codes } = openTemplate(now, { day, productId })
    const [found] = await sourcesFor(db, viewer, { template, codes, productIds: [productId], day, edition })
    if (found) now = refill(now, found.source)
  }
  const left = countOpen(now)
  return { ...now, filled: before - left, left }
}
