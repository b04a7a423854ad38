// What an answer may be made of, found as the asker.

import { type SQL, sql } from 'drizzle-orm'
import { textKey } from '#contract/text.ts'
import type { Executor } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { articles, articleTexts, articleVersions } from '#server/db/schema/articles/articles.ts'
import { products, regions } from '#server/db/schema/catalogue.ts'
import { priceRevisions, quoteItems } from '#server/db/schema/prices/prices.ts'
import { defined, isSameBasis, joinDefinition } from '#server/features/prices/definitions.queries.ts'
import { type Asker, isAnswered, isAnyReadable, isReadable } from './asker.ts'
import type { Candidate } from './question.rules.ts'

/** Items that are looked at for one question. */
const CANDIDATES = 2_000

/** Pairs of characters of a question, and its words of letters and digits, as parts that names may have. */
function partsOf(question: string): string[] {
  const key = textKey(question)
  const pairs = (key.match(/[\u3400-\u9fff]+/gu) ?? []).flatMap((run) =>
    Array.from({ length: Math.max(0, run.length - 1) }, (_, at) => run.slice(at, at + 2)),
  )
  return [...new Set([...pairs, ...(key.match(/[a-z0-9]{2,}/gu) ?? [])])].slice(0, 200)
}

/** Names of an item's region and of those that it lies in: looked up, as few items are found and joining reads all regions. */
const regionsOf = sql`coalesce((select array_remove(array[r.name, u.name, t.name], null) from ${regions} r
    left join ${regions} u on u.id = r.parent_id left join ${regions} t on t.id = u.parent_id
  where r.id = i.region_id), '{}')`

/** Items with those that the asker may not read marked. Of products that the assistant does not answer about there are none. */
async function itemsWhere(db: Executor, asker: Asker, where: SQL): Promise<Candidate[]> {
  const { rows } = await db.execute<Candidate>(sql`
    select i.id::text as "quoteItemId", i.code, p.id::text as "productId", p.name as "productName", i.name as "itemName",
        i.former_names as "formerNames", i.market, i.specification, i.brand, coalesce(p.spelling, '') as spelling,
        ${regionsOf} as regions, ${isReadable(asker, sql`p.id`)} as "isGranted"
      from ${quoteItems} i join ${products} p on p.id = i.product_id
      where ${isAnswered(asker, sql`p.id`)} and ${where}
      order by p.id, i.sort, i.id limit ${CANDIDATES}`)
  return rows
}

/** Items in whose names some part of the question stands. */
export async function candidatesFor(db: Executor, asker: Asker, question: string): Promise<Candidate[]> {
  const parts = partsOf(question)
  if (parts.length === 0) return []
  // parts are letters, digits and Chinese characters: none of them is a wildcard
  const inside = sql`${sql.param(parts.map((part) => `%${part}%`))}::text[]`
  const named = sql`select id from ${products} where name_key like any(${inside}) or spelling like any(${inside})`
  return itemsWhere(
    db,
    asker,
    sql`(p.id in (${named}) or lower(i.code) = any(${sql.param(parts)}::text[])
      or i.name_key like any(${inside}) or (i.former_names <> '{}' and exists (
        select from unnest(i.former_names) former where text_key(former) like any(${inside}))))`,
  )
}

/** Readable ones. */
export async function itemsCoded(db: Executor, asker: Asker, codes: readonly string[]): Promise<Candidate[]> {
  const found = await itemsWhere(db, asker, sql`i.code = any(${sql.param([...codes])}::text[])`)
  return found.filter(({ isGranted }) => isGranted)
}

export type DayPrice = {
  quoteItemId: string
  day: string
  low: string
  high: string
  average: string
  /** Against the last published day in the same unit; null where there is none. */
  change: string | null
  percent: string | null
  /** What the change is against; null where there is none. */
  before: { day: string; publication: string } | null
  unit: string
  publication: string
}

const NUMBERS = 400

/** Published prices of readable items, as known at a publication; oldest day first. */
export async function pricesOf(
  db: Executor,
  asker: Asker,
  quoteItemIds: readonly string[],
  { from, to, asKnownAt }: { from: string; to: string; asKnownAt: string },
): Promise<DayPrice[]> {
  const { rows } = await db.execute<DayPrice>(sql`
    with seen as (select distinct on (r.quote_item_id, r.day) r.* from ${priceRevisions} r
        where r.quote_item_id = any(${idArray(quoteItemIds)})
          and r.day between ${from}::date - 40 and ${to}::date and r.publication <= ${asKnownAt}::bigint
        order by r.quote_item_id, r.day, r.publication desc),
      shown as (select s.*, lag(s.average) over w as before, lag(s.day) over w as day_before,
          lag(s.publication) over w as publication_before from seen s
        where s.act <> 'cancelVerify' window w as (partition by s.quote_item_id order by s.day))
    select i.id::text as "quoteItemId", s.day::text as day, round(s.low, ${defined('decimals')})::text as low,
        round(s.high, ${defined('decimals')})::text as high, round(s.average, ${defined('decimals')})::text as average,
        case when same.same then round(s.average - s.before, ${defined('decimals')})::text end as change,
        case when same.same and s.before <> 0 then round((s.average - s.before) * 100 / abs(s.before), 2)::text end as percent,
        case when same.same then json_build_object('day', s.day_before, 'publication', s.publication_before::text) end as before,
        ${defined('unit')} as unit, s.publication::text as publication
      from shown s join ${quoteItems} i on i.id = s.quote_item_id ${joinDefinition(sql`s.day`)}
        cross join lateral (select s.day_before is not null and ${isSameBasis(sql`s.day_before`, sql`s.day`)} as same) same
      where s.day >= ${from}::date and ${isReadable(asker, sql`i.product_id`)}
      order by s.day, s.quote_item_id limit ${NUMBERS}`)
  return rows
}

/** The last day up to `day` on which each item had a price, as known at a publication; items without one are left out. */
export async function lastDays(
  db: Executor,
  asker: Asker,
  quoteItemIds: readonly string[],
  { to, asKnownAt }: { to: string; asKnownAt: string },
) {
  const { rows } = await db.execute<{ quoteItemId: string; day: string }>(sql`
    select i.id::text as "quoteItemId", s.day::text as day from ${quoteItems} i
      cross join lateral (select x.day from (select distinct on (r.day) r.day, r.act from ${priceRevisions} r
          where r.quote_item_id = i.id and r.day <= ${to}::date and r.publication <= ${asKnownAt}::bigint
          order by r.day desc, r.publication desc) x
        where x.act <> 'cancelVerify' order by x.day desc limit 1) s
      where i.id = any(${idArray(quoteItemIds)}) and ${isReadable(asker, sql`i.product_id`)}`)
  return new Map(rows.map((row) => [row.quoteItemId, row.day]))
}

/** The newest publication at a moment: what readers could know when they asked. */
export async function newestPublicationAt(db: Executor, ms: number): Promise<string> {
  const { rows } = await db.execute<{ number: string }>(sql`select coalesce(max(number), 0)::text as number
    from price_publications where at <= ${new Date(ms).toISOString()}::timestamptz`)
  return rows[0]?.number ?? '0'
}

export type FoundPassage = { articleId: string; title: string; day: string; text: string }
type Reach = { most: number; from: string | null }

/** Articles that are ranked for one look, the newest: a word that is everywhere is in hundreds of thousands. */
const RANKED = 1_000

/** Published articles in the words' order of recency; rare words rank first. `from`: the first day; null: however old. */
export async function passagesFor(
  db: Executor,
  asker: Asker,
  words: string,
  { most, from }: Reach,
): Promise<FoundPassage[]> {
  // a parameter, not a row that is joined: so the planner knows how many articles have the words, and looks them up accordingly
  const { rows } = await db.execute<FoundPassage>(sql`
    with newest as (
      select a.id, a.published_at, v.title, v.text, x.grams
        from ${articles} a join ${articleTexts} x on x.article_id = a.id join ${articleVersions} v on v.id = a.published_id
        where x.grams @@ ${words}::tsquery and a.edition = 'zh' and a.published_id is not null
          and (${from}::date is null or a.published_at >= ${from}::date::timestamp at time zone 'Asia/Shanghai')
          and ${isAnyReadable(asker, sql`v.product_ids`)}
        order by a.published_at desc, a.id desc limit ${RANKED})
    select id::text as "articleId", title, (published_at at time zone 'Asia/Shanghai')::date::text as day, text from newest
      order by ts_rank_cd(grams, ${words}::tsquery) / (1 + extract(epoch from now() - published_at) / 864000) desc, id desc
      limit ${most}`)
  return rows
}
