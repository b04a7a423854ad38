// Prices and their revisions in set-based inserts: columns are sent as arrays, and derived values computed in SQL.
import { sql } from 'drizzle-orm'
import { recalculateChanges } from '#server/features/prices/publications.queries.ts'
import type { Tx } from '../../connection.ts'
import { pricePublications, priceRevisions, prices, quoteItems } from '../../schema/prices/prices.ts'
import type { Correction, Publication, Published, Unfinished } from './prices-plan.ts'

/** `[中文, English]`, beginning at 1. */
export type Remarks = readonly (readonly [string, string])[]

/** A column as one parameter. */
const array = (values: readonly (string | number | boolean)[], type: string) =>
  sql`${`{${values.join()}}`}::${sql.raw(type)}[]`
const json = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`

export async function insertPublications(tx: Tx, publications: readonly Publication[]): Promise<void> {
  await tx.execute(sql`insert into ${pricePublications} (number, at, by_id, by_name, entries)
    select p.number, p.at, p.by, p.name, p.entries from jsonb_to_recordset(${json(
      publications.map(({ by, ...own }) => ({ ...own, by: by.id, name: by.name })),
    )}) as p(number bigint, at timestamptz, by bigint, name text, entries int)`)
}

const last = (figure: string) => sql.raw(`round(${figure}::numeric / power(10::numeric, i.decimals), i.decimals)`)

/** @param firstDay of the window, from which `day` counts */
export async function insertPublished(
  tx: Tx,
  rows: readonly Published[],
  { firstDay, remarks, reasons }: { firstDay: string; remarks: Remarks; reasons: readonly string[] },
): Promise<void> {
  const column = (pick: (row: Published) => string | number | boolean, type: string) => array(rows.map(pick), type)
  await tx.execute(sql`
    insert into ${prices} (quote_item_id, product_id, day, low, high, average, change, percent, version, status, remark,
        english_remark, is_outlier, reason, publication, entered_by_id, submitted_by_id, submitted_at, verified_by_id,
        verified_at, updated_at)
    with entered as (
      select i.id, i.product_id, i.decimals, q.n, ${firstDay}::date + q.day as day, q.remark, q.by, q.shock, q.publication,
          ${last('q.low')} as low, ${last('q.high')} as high, ${last('(q.low + q.high) / 2.0')} as average
        from unnest(${column(({ item }) => item.id, 'bigint')}, ${column(({ day }) => day, 'int')},
          ${column(({ quote }) => quote.low, 'bigint')}, ${column(({ quote }) => quote.high, 'bigint')},
          ${column(({ remark }) => remark, 'int')}, ${column(({ by }) => by.id, 'bigint')},
          ${column(({ quote }) => quote.isShock, 'boolean')}, ${column((row) => row.in.number, 'bigint')})
          with ordinality as q(item, day, low, high, remark, by, shock, publication, n)
        join ${quoteItems} i on i.id = q.item
    ),
    moved as (select t.*, lag(average) over (partition by id order by day) as before from entered t)
    select m.id, m.product_id, m.day, m.low, m.high, m.average, round(m.average - m.before, m.decimals),
        round((m.average - m.before) * 100 / nullif(abs(m.before), 0), 2), 3, 'verified', coalesce(r.zh, ''),
        coalesce(r.en, ''), m.shock, case when m.shock then (${sql.param([...reasons])}::text[])[1 + m.n % ${reasons.length}]
          else '' end, m.publication, m.by, m.by, p.at - interval '20 minutes', p.by_id, p.at, p.at
      from moved m join ${pricePublications} p on p.number = m.publication
      left join jsonb_to_recordset(${json(remarks.map(([zh, en], at) => ({ n: at + 1, zh, en })))})
        as r(n int, zh text, en text) on r.n = m.remark
      order by m.n`)
}

/**
 * Adds the revisions saved, submitted and verified; a corrected price gets the figures published first. Until the day
 * `wholeAfter` submissions are left out: they repeat what was saved, and would be a third of the rows.
 */
export async function insertRevisions(
  tx: Tx,
  corrections: readonly Correction[],
  { wholeAfter }: { wholeAfter: string },
): Promise<void> {
  const wrong = corrections
    .filter((each) => each.in)
    .map(({ itemId, day, low, high }) => ({ item: itemId, day, low, high }))
  await tx.execute(sql`
    insert into ${priceRevisions} (price_id, quote_item_id, day, number, act, low, high, average, remark, english_remark,
        origin, is_outlier, reason, publication, by_id, by_name, at)
    with wrong as (
      select w.item, w.day, ${last('w.low')} as low, ${last('w.high')} as high, ${last('(w.low + w.high) / 2.0')} as average
        from jsonb_to_recordset(${json(wrong)}) as w(item bigint, day date, low bigint, high bigint)
        join ${quoteItems} i on i.id = w.item
    )
    select e.id, e.quote_item_id, e.day, a.number, a.act, coalesce(w.low, e.low), coalesce(w.high, e.high),
        coalesce(w.average, e.average), e.remark, e.english_remark, e.origin, e.is_outlier, e.reason,
        case a.act when 'verify' then e.publication end, a.by, u.user_name, e.verified_at - a.before
      from ${prices} e left join wrong w on w.item = e.quote_item_id and w.day = e.day
      cross join lateral (values (1, 'save', e.entered_by_id, make_interval(mins => 24 + e.quote_item_id::int % 30)),
        (2, 'submit', e.submitted_by_id, interval '5 minutes'), (3, 'verify', e.verified_by_id, interval '0'))
        as a(number, act, by, before)
      join users u on u.id = a.by
      where a.act <> 'submit' or e.day > ${wholeAfter}::date or w.item is not null
      order by e.id, a.number`)
}

/**
 * Adds two revisions for a correction and updates the entry; an unreviewed one gets one revision and waits for review.
 */
export async function insertCorrections(tx: Tx, corrections: readonly Correction[]): Promise<void> {
  const rows = corrections.map(({ by, in: published, itemId, ...own }) => ({
    ...own,
    item: itemId,
    by: by.id,
    name: by.name,
    publication: published?.number ?? null,
    reviewer: published?.by.id ?? null,
    reviewer_name: published?.by.name ?? null,
    until: published?.at ?? null,
  }))
  const records = sql`jsonb_to_recordset(${json(rows)}) as c(item bigint, day date, low bigint, high bigint, cause text,
    reason text, by bigint, name text, at timestamptz, publication bigint, reviewer bigint, reviewer_name text, until timestamptz)
    join ${prices} e on e.quote_item_id = c.item and e.day = c.day join ${quoteItems} i on i.id = c.item`
  const figure = (published: string, waiting: string) =>
    sql`case when c.publication is null then ${last(waiting)} else ${sql.raw(published)} end`
  const figures = sql`${figure('e.low', 'c.low')}, ${figure('e.high', 'c.high')},
    ${figure('e.average', '(c.low + c.high) / 2.0')}`
  const columns = sql.raw(
    'price_id, quote_item_id, day, number, act, low, high, average, remark, english_remark, origin',
  )
  await tx.execute(sql`
    insert into ${priceRevisions} (${columns}, is_outlier, reason, cause, by_id, by_name, at)
    select e.id, e.quote_item_id, e.day, 4, 'correct', ${figures}, e.remark, e.english_remark, e.origin, e.is_outlier,
        c.reason, c.cause, c.by, c.name, c.at from ${records} order by c.at`)
  await tx.execute(sql`
    insert into ${priceRevisions} (${columns}, is_outlier, reason, publication, replaces, by_id, by_name, at)
    select e.id, e.quote_item_id, e.day, 5, 'verify', e.low, e.high, e.average, e.remark, e.english_remark, e.origin,
        e.is_outlier, c.reason, c.publication, r.id, c.reviewer, c.reviewer_name, c.until
      from ${records} join ${priceRevisions} r on r.quote_item_id = e.quote_item_id and r.day = e.day
        and r.publication = e.publication
      where c.publication is not null order by c.publication`)
  await tx.execute(sql`
    update ${prices} p set status = case when c.publication is null then p.status else 'corrected' end,
        version = case when c.publication is null then 4 else 5 end, reason = case when c.publication is null then p.reason else c.reason end,
        publication = coalesce(c.publication, p.publication), submitted_by_id = c.by, submitted_at = c.at,
        verified_by_id = coalesce(c.reviewer, p.verified_by_id), verified_at = coalesce(c.until, p.verified_at),
        updated_at = coalesce(c.until, c.at), reviewing = case when c.publication is null then (select r.id from ${priceRevisions} r
          where r.quote_item_id = e.quote_item_id and r.day = e.day and r.act = 'correct') end
      from ${records} where p.id = e.id`)
}

const acts = [
  { act: 'save', number: 1, states: ['draft', 'submitted', 'overruled'], after: 0 },
  { act: 'submit', number: 2, states: ['submitted', 'overruled'], after: 4 },
  { act: 'overrule', number: 3, states: ['overruled'], after: 16 },
] as const

/** Drafts, entries that wait for review, and overruled ones. */
export async function insertUnfinished(tx: Tx, rows: readonly Unfinished[], reason: string): Promise<void> {
  const records = rows.map(({ itemId, by, reviewer, isOutlier, ...own }) => ({
    ...own,
    item: itemId,
    by: by.id,
    name: by.name,
    reviewer: reviewer.id,
    reviewer_name: reviewer.name,
    outlier: isOutlier,
    reason: isOutlier ? reason : '',
    version: acts.filter(({ states }) => states.some((state) => state === own.state)).length,
  }))
  const entered = sql`jsonb_to_recordset(${json(records)}) as q(item bigint, day date, low bigint, high bigint, outlier boolean,
    reason text, state text, opinion text, by bigint, name text, reviewer bigint, reviewer_name text, version int, at timestamptz)`
  const { rows: stored } = await tx.execute<{ id: string }>(sql`
    insert into ${prices} (quote_item_id, product_id, day, low, high, average, version, status, is_outlier, reason, opinion,
        entered_by_id, submitted_by_id, submitted_at, updated_at)
    select i.id, i.product_id, q.day, ${last('q.low')}, ${last('q.high')}, ${last('(q.low + q.high) / 2.0')}, q.version,
        q.state, q.outlier, q.reason, q.opinion, q.by, case when q.version > 1 then q.by end,
        case when q.version > 1 then q.at + interval '4 minutes' end, q.at + make_interval(mins => 4 * (q.version - 1))
      from ${entered} join ${quoteItems} i on i.id = q.item order by q.at returning id::text as id`)
  const steps = acts.flatMap(({ states, ...act }) => states.map((state) => ({ ...act, state })))
  await tx.execute(sql`
    insert into ${priceRevisions} (price_id, quote_item_id, day, number, act, low, high, average, remark, english_remark,
        origin, is_outlier, reason, opinion, by_id, by_name, at)
    select e.id, e.quote_item_id, e.day, a.number, a.act, e.low, e.high, e.average, e.remark, e.english_remark, e.origin,
        e.is_outlier, e.reason, case a.act when 'overrule' then q.opinion else '' end,
        case a.act when 'overrule' then q.reviewer else q.by end, case a.act when 'overrule' then q.reviewer_name else q.name end,
        q.at + make_interval(mins => a.after)
      from ${entered} join ${prices} e on e.quote_item_id = q.item and e.day = q.day
      join jsonb_to_recordset(${json(steps)}) as a(act text, number int, state text, after int) on a.state = q.state
      order by e.id, a.number`)
  await tx.execute(sql`update ${prices} p set reviewing = r.id from ${priceRevisions} r
    where r.quote_item_id = p.quote_item_id and r.day = p.day and r.act = 'submit' and p.status = 'submitted'`)
  await recalculateChanges(
    tx,
    stored.map(({ id }) => id),
  )
}
