// Entries for acts: locked, with their item and the last published price; and written together with their revision.

import { type SQL, sql } from 'drizzle-orm'
import type { CorrectionCause, PriceOrigin, PriceStatus, RevisionAct } from '#contract/prices/price-labels.ts'
import type { SeenEntry, ShownEntry } from '#contract/prices/prices.ts'
import { textKey } from '#contract/text.ts'
import { editorialScope, type Viewer } from '#server/core/access/scope.ts'
import { type Author, personNameOf } from '#server/core/core.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { users } from '#server/db/schema/organisation.ts'
import { priceRevisions, prices, quoteItems } from '#server/db/schema/prices/prices.ts'
import { defined, isSameBasis, joinDefinition } from './definitions.queries.ts'
import { itemDaysJson, withItemDays } from './due-patterns.queries.ts'
import type { ItemRules } from './entries.rules.ts'

/** One cell of the grid: an item and a day. */
export type Place = { quoteItemId: string; day: string }

export type Stored = {
  id: string
  version: number
  status: PriceStatus
  low: string
  high: string
  average: string
  remark: string
  englishRemark: string
  origin: PriceOrigin
  isOutlier: boolean
  reason: string
  publication: string | null
  reviewing: string | null
}

/** A cell with everything that decides what may be entered there. */
export type Standing = {
  /** Index in the requested places, from 0. */
  at: number
  quoteItemId: string
  productId: string
  name: string
  day: string
  today: string
  item: ItemRules
  /** The last published price before the day. */
  last: { day: string; low: string; high: string; average: string } | null
  entry: Stored | null
}

const asJson = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`

/** Rules of item `i` on a day, as `ItemRules`, in JSON: with `joinDefinition` and `withItemDays`. */
export const itemRules = sql`json_build_object('kind', ${defined('kind')}, 'decimals', ${defined('decimals')}, 'allowsNegative', i.allows_negative,
  'lowest', i.lowest::text, 'highest', i.highest::text, 'usualMove', i.usual_move::text,
  'usualMedian', i.usual_median::text, 'usualDeviation', i.usual_deviation::text, 'status', i.status,
  'stoppedOn', i.stopped_on, ${itemDaysJson})`

const entryFields = sql`json_build_object('id', e.id::text, 'version', e.version, 'status', e.status,
  'low', e.low::text, 'high', e.high::text, 'average', e.average::text, 'remark', e.remark,
  'englishRemark', e.english_remark, 'origin', e.origin, 'isOutlier', e.is_outlier, 'reason', e.reason,
  'publication', e.publication::text, 'reviewing', e.reviewing::text)`

const columnsOf = (at: SQL) => sql`${at} as at, i.id::text as "quoteItemId", i.product_id::text as "productId",
  i.name, ${itemRules} as item, case when b.average is null then null else
  json_build_object('day', b.day, 'low', b.low::text, 'high', b.high::text, 'average', b.average::text) end as last, current_date::text as today`

/** The last published price before the day, if it is in the same unit; and the definition of the day. */
const beforeDay = (day: SQL) => sql`left join lateral (
  select p.day, p.low, p.high, p.average from ${prices} p where p.quote_item_id = i.id and p.day < ${day} and p.publication is not null
    order by p.day desc limit 1) b on ${isSameBasis(sql`b.day`, day)} ${joinDefinition(day)}`

const asTable = (places: readonly Place[]) => {
  const items = sql.param(places.map(({ quoteItemId }) => quoteItemId))
  const days = sql.param(places.map(({ day }) => day))
  return sql`unnest(${items}::bigint[], ${days}::date[]) with ordinality as a(item, day, n)`
}

/** Locks the items, so that no definition changes meanwhile, and the entries of these places, then reads them; places out of scope are left out. */
export async function lockPlaces(tx: Tx, actor: Viewer, places: readonly Place[]): Promise<Standing[]> {
  await tx.execute(sql`select i.id from ${quoteItems} i
    where i.id = any(${idArray(places.map(({ quoteItemId }) => quoteItemId))}) order by i.id for key share`)
  await tx.execute(sql`select p.id from ${prices} p join ${asTable(places)} on p.quote_item_id = a.item
    and p.day = a.day order by p.id for update of p`)
  return readPlaces(tx, actor, places)
}

export async function readPlaces(db: Executor, actor: Viewer, places: readonly Place[]): Promise<Standing[]> {
  const { rows } = await db.execute<Standing>(sql`
    select ${columnsOf(sql`a.n::int - 1`)}, a.day::text as day,
        case when e.id is null then null else ${entryFields} end as entry
      from ${asTable(places)} join ${quoteItems} i on i.id = a.item and ${editorialScope(actor, sql`i.product_id`)}
      left join ${prices} e on e.quote_item_id = a.item and e.day = a.day ${beforeDay(sql`a.day`)} ${withItemDays}
      order by a.n`)
  return rows
}

/** Entry `e` as `ShownEntry`, in JSON. */
export const shownOf = (
  e: SQL,
) => sql<ShownEntry>`(select json_build_object('id', ${e}.id::text, 'version', ${e}.version,
    'status', ${e}.status, 'low', ${e}.low::text, 'high', ${e}.high::text, 'average', ${e}.average::text,
    'remark', ${e}.remark, 'englishRemark', ${e}.english_remark, 'reason', ${e}.reason, 'isOutlier', ${e}.is_outlier,
    'opinion', ${e}.opinion, 'byName', coalesce(w.name, ''), 'at', coalesce(w.at, ${e}.updated_at))
  from (select 1) one left join lateral (
    select r.at, coalesce(nullif(u.real_name, ''), r.by_name) as name
      from ${priceRevisions} r left join ${users} u on u.id = r.by_id
      where r.quote_item_id = ${e}.quote_item_id and r.day = ${e}.day and r.price_id = ${e}.id
      order by r.id desc limit 1) w on true)`

export const placeKey = ({ quoteItemId, day }: Place) => `${quoteItemId} ${day}`

/** The entries of these places, by `placeKey`. */
export async function shownAt(db: Executor, places: readonly Place[]): Promise<Map<string, ShownEntry>> {
  if (places.length === 0) return new Map()
  const { rows } = await db.execute<Place & { entry: ShownEntry }>(sql`
    select e.quote_item_id::text as "quoteItemId", e.day::text as day, ${shownOf(sql`e`)} as entry
      from ${asTable(places)} join ${prices} e on e.quote_item_id = a.item and e.day = a.day`)
  return new Map(rows.map((row) => [placeKey(row), row.entry]))
}

/** Low and high of entries at versions that they have left behind, by id. */
export async function figuresAt(
  db: Executor,
  seen: readonly (Place & SeenEntry)[],
): Promise<Map<string, { low: string; high: string }>> {
  if (seen.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; low: string; high: string }>(sql`
    select distinct on (s.id) s.id::text as id, r.low::text as low, r.high::text as high
      from jsonb_to_recordset(${asJson(seen)}) as s(id bigint, version int, "quoteItemId" bigint, day date)
      join ${priceRevisions} r on r.quote_item_id = s."quoteItemId" and r.day = s.day and r.price_id = s.id
        and r.number = s.version
      order by s.id, r.id desc`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Items in the actor's scope by the key of their code or name; ambiguous names are left out. */
export async function itemsByName(db: Executor, actor: Viewer, names: readonly string[]): Promise<Map<string, string>> {
  const keys = sql.param([...new Set(names.map(textKey))])
  const { rows } = await db.execute<{ id: string; code: string; name: string }>(sql`
    select i.id::text as id, i.code, i.name from ${quoteItems} i
      where (text_key(i.code) = any(${keys}::text[]) or text_key(i.name) = any(${keys}::text[]))
        and ${editorialScope(actor, sql`i.product_id`)}`)
  const alike = Map.groupBy(rows, ({ name }) => textKey(name))
  return new Map([
    ...[...alike].flatMap(([name, [first, ...others]]) =>
      first && others.length === 0 ? [[name, first.id] as const] : [],
    ),
    ...rows.map(({ code, id }) => [textKey(code), id] as const),
  ])
}

/** Most peers that are compared for a product and day. */
const PEERS = 50

export type Entered = Standing & {
  entry: Stored
  productName: string
  /** Moves of the product's other items that day, %. */
  peers: string[]
}

/** The next published entry after each: its change depends on them. */
const following = (condition: SQL) => sql`select n.id from ${prices} e cross join lateral (
  select p.id from ${prices} p
    where p.quote_item_id = e.quote_item_id and p.day > e.day and p.publication is not null
    order by p.day limit 1) n where ${condition}`

/**
 * Entries by id, locked by rising ids, as in every act, so that acts cannot deadlock. Those out of scope are left out.
 * `willPublish` also locks the next published entry of each.
 */
export async function lockEntries(
  tx: Tx,
  actor: Viewer,
  ids: readonly string[],
  { willPublish = false } = {},
): Promise<Entered[]> {
  const condition = sql`e.id = any(${idArray(ids)})`
  const affected = willPublish ? sql`(${condition} or e.id in (${following(condition)}))` : condition
  await tx.execute(sql`select e.id from ${prices} e where ${affected} order by e.id for update`)
  return readEntries(tx, actor, ids)
}

export async function readEntries(db: Executor, actor: Viewer, ids: readonly string[]): Promise<Entered[]> {
  const { rows } = await db.execute<Entered>(sql`
    select ${columnsOf(sql`0`)}, e.day::text as day, p.name as "productName", ${entryFields} as entry,
        array(select x.percent::text from ${prices} x where x.product_id = e.product_id and x.day = e.day
          and x.id <> e.id and x.percent is not null order by x.id limit ${PEERS}) as peers
      from ${prices} e join ${quoteItems} i on i.id = e.quote_item_id join ${products} p on p.id = e.product_id
      ${beforeDay(sql`e.day`)} ${withItemDays}
      where e.id = any(${idArray(ids)}) and ${editorialScope(actor, sql`e.product_id`)} order by e.id`)
  return rows
}

/** New values of an entry. Omitted fields keep theirs. */
export type EntryChange = {
  id: string
  low?: string
  high?: string
  average?: string
  change?: string | null
  percent?: string | null
  remark?: string
  englishRemark?: string
  origin?: PriceOrigin
  isOutlier?: boolean
  reason?: string
  status?: PriceStatus
}

export type NewEntry = Required<Omit<EntryChange, 'id' | 'status'>> & Place & { productId: string }

/** Inserts drafts. @returns the inserted ones: places that somebody else has filled meanwhile are missing */
export async function insertEntries(tx: Tx, by: Author, rows: readonly NewEntry[]) {
  if (rows.length === 0) return []
  const { rows: added } = await tx.execute<Place & { id: string }>(sql`
    insert into ${prices} (quote_item_id, product_id, day, low, high, average, change, percent, remark, english_remark,
        origin, is_outlier, reason, entered_by_id)
      select "quoteItemId", "productId", day, low, high, average, change, percent, remark, "englishRemark", origin,
        "isOutlier", reason, ${by.id}::bigint
      from jsonb_to_recordset(${asJson(rows)}) as r("quoteItemId" bigint, "productId" bigint, day date, low numeric,
        high numeric, average numeric, change numeric, percent numeric, remark text, "englishRemark" text, origin text,
        "isOutlier" boolean, reason text)
      order by "quoteItemId", day
      on conflict (quote_item_id, day) do nothing
      returning id::text as id, quote_item_id::text as "quoteItemId", day::text as day`)
  return added
}

/** Updates drafts; overruled ones become drafts again. */
export async function updateDrafts(tx: Tx, by: Author, rows: readonly Required<Omit<EntryChange, 'status'>>[]) {
  if (rows.length === 0) return
  await tx.execute(sql`
    update ${prices} p set low = r.low, high = r.high, average = r.average, change = r.change, percent = r.percent,
        remark = r.remark, english_remark = r."englishRemark", origin = r.origin, is_outlier = r."isOutlier",
        reason = r.reason, status = 'draft', opinion = '', entered_by_id = ${by.id}::bigint,
        version = p.version + 1, updated_at = now()
      from jsonb_to_recordset(${asJson(rows)}) as r(id bigint, low numeric, high numeric, average numeric,
        change numeric, percent numeric, remark text, "englishRemark" text, origin text, "isOutlier" boolean, reason text)
      where p.id = r.id`)
}

/** Values of a revision that differ from the entry as it is now. */
export type RevisionNote = {
  id: string
  act: RevisionAct
  /** Figures of a correction, as the entry keeps the published ones. */
  low?: string
  high?: string
  average?: string
  remark?: string
  isOutlier?: boolean
  reason?: string
  cause?: CorrectionCause
  opinion?: string
  publication?: string
  replaces?: string
  originDetail?: string
  heardId?: string
}

/** Adds a revision for each entry, from the stored entry. @returns the new revision by entry */
export async function record(tx: Tx, by: Author, notes: readonly RevisionNote[]): Promise<Map<string, string>> {
  if (notes.length === 0) return new Map()
  const { rows } = await tx.execute<{ id: string; priceId: string }>(sql`
    insert into ${priceRevisions} (price_id, quote_item_id, day, number, act, low, high, average, remark,
        english_remark, origin, origin_detail, is_outlier, reason, cause, opinion, publication, replaces,
        heard_id, by_id, by_name)
      select p.id, p.quote_item_id, p.day, p.version, r.act, coalesce(r.low, p.low), coalesce(r.high, p.high),
        coalesce(r.average, p.average), coalesce(r.remark, p.remark), p.english_remark, p.origin,
        coalesce(r."originDetail", ''), coalesce(r."isOutlier", p.is_outlier), coalesce(r.reason, p.reason), r.cause,
        coalesce(r.opinion, ''), r.publication, r.replaces, r."heardId", ${by.id}::bigint, ${personNameOf(by)}
      from jsonb_to_recordset(${asJson(notes)}) as r(id bigint, act text, low numeric, high numeric, average numeric,
        remark text, "isOutlier" boolean, reason text, cause text, opinion text, publication bigint, replaces bigint,
        "originDetail" text, "heardId" bigint)
      join ${prices} p on p.id = r.id
      returning id::text as id, price_id::text as "priceId"`)
  return new Map(rows.map(({ id, priceId }) => [priceId, id]))
}

/** Of these entries, those of which every revision is a draft that this person has saved. */
export async function savedOnlyBy(db: Executor, userId: string | null, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select e.id::text as id from ${prices} e
      where e.id = any(${idArray(ids)}) and not exists (select from ${priceRevisions} r
        where r.quote_item_id = e.quote_item_id and r.day = e.day and r.price_id = e.id
          and (r.act not in ('save', 'hear') or r.by_id is distinct from ${userId}::bigint))`)
  return new Set(rows.map(({ id }) => id))
}

/** A revision that waits for review, as it would be published. */
export type Waiting = {
  id: string
  priceId: string
  act: RevisionAct
  low: string
  high: string
  average: string
  remark: string
  isOutlier: boolean
  reason: string
  /** Who has edited it since it was last published: they may not review it. */
  authorIds: string[]
  /** The published revision that it replaces. */
  replaces: string | null
}

export async function readWaiting(db: Executor, revisionIds: readonly string[]): Promise<Map<string, Waiting>> {
  if (revisionIds.length === 0) return new Map()
  const { rows } = await db.execute<Waiting>(sql`
    select r.id::text as id, r.price_id::text as "priceId", r.act, r.low::text as low, r.high::text as high,
        r.average::text as average, r.remark, r.is_outlier as "isOutlier", r.reason, published.id::text as replaces,
        array(select distinct a.by_id::text from ${priceRevisions} a
          where a.quote_item_id = r.quote_item_id and a.day = r.day and a.price_id = r.price_id
            and a.id > coalesce(published.id, 0) and a.act in ('save', 'submit', 'correct') and a.by_id is not null
        ) as "authorIds"
      from ${priceRevisions} r
      join ${prices} e on e.id = r.price_id
      left join ${priceRevisions} published on published.quote_item_id = r.quote_item_id and published.day = r.day
        and published.publication = e.publication
      where r.id = any(${idArray(revisionIds)})`)
  return new Map(rows.map((row) => [row.id, row]))
}
