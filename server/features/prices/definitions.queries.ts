// The definition of a quote item on a day. Every query that shows a figure takes unit, currency, tax, kind, decimals, market
// and specification from here: the columns of the item itself hold since its last change only.
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { DatedDefinition } from '#contract/prices/definitions.ts'
import { type Definition, definitionKeys } from '#contract/prices/quote-items.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { prices, quoteItemDefinitions, quoteItems } from '#server/db/schema/prices/prices.ts'
import { priceUseItems, priceUses } from '#server/db/schema/prices/uses.ts'
import type { Period } from './definitions.rules.ts'

type Key = keyof Definition

const nameOf = (key: Key) => sql.identifier(quoteItemDefinitions[key].name)

/** The first end after `day`: the definition that ends there held on it. */
const endAfter = (item: SQL, day: SQL) => sql`(select min(u.until) from ${quoteItemDefinitions} u
  where u.quote_item_id = ${item} and u.until > ${day})`

/** The row of quote items that a query calls `i`. */
const I = sql`i`

/** Joins, as `d`, the earlier definition of the item that held on `day`; none where the item's own holds. */
export const joinDefinition = (day: SQL, item = I) => sql`left join ${quoteItemDefinitions} d
  on d.quote_item_id = ${item}.id and d.until = ${endAfter(sql`${item}.id`, day)}`

/** A field of the joined definition. */
export const defined = (key: Key, item = I) => sql`coalesce(d.${nameOf(key)}, ${item}.${nameOf(key)})`

/** The same for queries that are built on the tables. */
export const earlier = alias(quoteItemDefinitions, 'earlier')
export const isEarlierOn = (day: SQL | PgColumn) => sql`${earlier.quoteItemId} = ${quoteItems.id}
  and ${earlier.until} = ${endAfter(sql`${quoteItems.id}`, sql`${day}`)}`
export const definedOf = <K extends Key>(key: K) => sql<Definition[K]>`coalesce(${earlier[key]}, ${quoteItems[key]})`

/** Whether a name that an item had contains the pattern. */
export const formerly = (names: SQL | PgColumn, part: SQL) =>
  sql`exists (select from unnest(${names}) former where text_key(former) like ${part})`

const basisOf = (row: SQL) => sql`concat_ws(chr(9), ${row}.unit, ${row}.currency, ${row}.is_tax_included)`
const basisOn = (day: SQL, item: SQL) => sql`coalesce((select ${basisOf(sql`u`)} from ${quoteItemDefinitions} u
  where u.quote_item_id = ${item}.id and u.until > ${day} order by u.until limit 1), ${basisOf(item)})`

/** Whether figures of the item of two days, the earlier one first, are in the same unit, currency and tax. */
export const isSameBasis = (day: SQL, later: SQL, item = I) => sql`(not exists (select from ${quoteItemDefinitions} u
  where u.quote_item_id = ${item}.id and u.until > ${day} and u.until <= ${later})
    or ${basisOn(day, item)} = ${basisOn(later, item)})`

/** The first day of the unit, currency and tax that hold on `day`; null where they have always been the same. */
export const basisSince = (day: SQL, item = I) => sql`(select max(u.until) from ${quoteItemDefinitions} u
  where u.quote_item_id = ${item}.id and u.until <= ${day} and ${basisOf(sql`u`)} <> ${basisOn(day, item)})`

/** Definitions of item `i` that hold on `from` or later, the oldest first, as JSON. */
export const definitionsSince = (from: SQL) => sql`(select coalesce(json_agg(json_build_object('until', u.until,
    'unit', u.unit, 'decimals', u.decimals, 'currency', u.currency, 'isTaxIncluded', u.is_tax_included) order by u.until), '[]')
    from ${quoteItemDefinitions} u where u.quote_item_id = i.id and u.until > ${from})::jsonb
  || jsonb_build_array(jsonb_build_object('until', null, 'unit', i.unit, 'decimals', i.decimals, 'currency', i.currency,
    'isTaxIncluded', i.is_tax_included))`

type Item = Definition & { id: string }

const definitionOf = (row: Definition) =>
  Object.fromEntries(definitionKeys.map((key) => [key, row[key]])) as unknown as Definition

/** Oldest first. */
export async function periodsOf(db: Executor, item: Item): Promise<Period[]> {
  const stored = await db
    .select()
    .from(quoteItemDefinitions)
    .where(eq(quoteItemDefinitions.quoteItemId, item.id))
    .orderBy(asc(quoteItemDefinitions.until))
  return [
    ...stored.map(({ until, ...row }) => ({ ...definitionOf(row), until })),
    { ...definitionOf(item), until: null },
  ]
}

/** Stores all periods but the last. @returns the last: the columns of the item itself */
export async function storePeriods(tx: Tx, quoteItemId: string, periods: readonly Period[]): Promise<Definition> {
  await tx.delete(quoteItemDefinitions).where(eq(quoteItemDefinitions.quoteItemId, quoteItemId))
  const earlierOnes = periods.flatMap(({ until, ...rest }) => (until === null ? [] : [{ ...rest, until, quoteItemId }]))
  if (earlierOnes.length > 0) await tx.insert(quoteItemDefinitions).values(earlierOnes)
  const last = periods.at(-1)
  if (!last) throw new Error('an item has a definition')
  return definitionOf(last)
}

/**
 * The earliest day, today or later, from which another definition can hold: nothing is entered there yet, and no definition
 * begins later. `isEntered`: there is anything that a change could relabel.
 */
export async function nextDefinitionDay(db: Executor, quoteItemId: string) {
  const { rows } = await db.execute<{ day: string; isEntered: boolean }>(sql`
    select greatest(current_date, e.day + 1, u.until)::text as day, e.day is not null as "isEntered"
      from (select max(p.day) as day from ${prices} p where p.quote_item_id = ${quoteItemId}::bigint) e,
        (select max(until) as until from ${quoteItemDefinitions} where quote_item_id = ${quoteItemId}::bigint) u`)
  return rows[0] ?? { day: '', isEntered: false }
}

/** The earliest day, past days too, from which another definition can hold; null where nothing is entered: any day. */
export async function freeSince(db: Executor, quoteItemId: string): Promise<string | null> {
  const { rows } = await db.execute<{ day: string | null }>(sql`
    select greatest((select max(p.day) + 1 from ${prices} p where p.quote_item_id = ${quoteItemId}::bigint),
      (select max(until) from ${quoteItemDefinitions} where quote_item_id = ${quoteItemId}::bigint))::text as day`)
  return rows[0]?.day ?? null
}

/** Each definition with the number of published days that it labels. */
export async function datedDefinitions(db: Executor, item: Item): Promise<DatedDefinition[]> {
  const periods = await periodsOf(db, item)
  const dated = periods.map((period, at) => ({ ...period, from: periods[at - 1]?.until ?? null }))
  const { rows } = await db.execute<{ n: number; count: number }>(sql`
    select w.n::int as n, count(p.id)::int as count
      from unnest(${sql.param(dated.map(({ from }) => from ?? '-infinity'))}::date[],
        ${sql.param(dated.map(({ until }) => until ?? 'infinity'))}::date[]) with ordinality as w(begins, ends, n)
      left join ${prices} p on p.quote_item_id = ${item.id}::bigint and p.publication is not null
        and p.day >= w.begins and p.day < w.ends group by w.n`)
  const counts = new Map(rows.map(({ n, count }) => [n, count]))
  return dated.map((each, at) => ({ ...each, prices: counts.get(at + 1) ?? 0 }))
}

export type Relabelled = {
  /** Published days whose definition changes. */
  days: string[]
  /** Drafts and entries in review among them. */
  unpublished: number
  /** Days with more decimals than the new definition has, and days with a range where it has single values. */
  tooFine: number
  ranges: number
}

/** Entries of the item within the span. */
export async function entriesWithin(
  db: Executor,
  quoteItemId: string,
  { from, until }: { from: string | null; until: string | null },
  { decimals, kind }: Definition,
): Promise<Relabelled> {
  const isTooFine = sql`scale(trim_scale(p.low)) > ${decimals}::int or scale(trim_scale(p.high)) > ${decimals}::int`
  const { rows } = await db.execute<Relabelled>(sql`
    select coalesce(json_agg(p.day order by p.day) filter (where p.publication is not null), '[]') as days,
        count(*) filter (where p.publication is null)::int as unpublished,
        count(*) filter (where ${isTooFine})::int as "tooFine",
        count(*) filter (where ${kind === 'single'} and p.low <> p.high)::int as ranges
      from ${prices} p where p.quote_item_id = ${quoteItemId}::bigint
        and p.day >= coalesce(${from}::date, '-infinity') and p.day < coalesce(${until}::date, 'infinity')`)
  return rows[0] ?? { days: [], unpublished: 0, tooFine: 0, ranges: 0 }
}

/** What carried figures of these days: exports, keys, articles, messages; newest first. */
export async function readersOf(db: Executor, quoteItemId: string, days: readonly string[]) {
  const { rows } = await db.execute<{ title: string; byName: string }>(sql`
    select u.title, u.by_name as "byName" from ${priceUseItems} i join ${priceUses} u on u.id = i.use_id
      where i.quote_item_id = ${quoteItemId}::bigint
        and i.days && (select range_agg(daterange(d, d, '[]')) from unnest(${sql.param([...days])}::date[]) d)
      order by u.id desc`)
  return rows
}

/** Entries of the item within the span, by id. */
export async function entryIdsWithin(
  db: Executor,
  quoteItemId: string,
  { from, until }: { from: string | null; until: string | null },
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id::text as id from ${prices} p where p.quote_item_id = ${quoteItemId}::bigint
      and p.day >= coalesce(${from}::date, '-infinity') and p.day < coalesce(${until}::date, 'infinity') order by p.id`)
  return rows.map(({ id }) => id)
}
