// Publication numbers, and what follows from one: changes against the previous price, and the usual change of items.

import { type SQL, sql } from 'drizzle-orm'
import type { Struck } from '#contract/prices/prices.ts'
import { type Author, personNameOf } from '#server/core/core.ts'
import { checkFields } from '#server/core/http/refusal.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { pricePublications, priceRevisions, prices, quoteItems } from '#server/db/schema/prices/prices.ts'
import { defined, isSameBasis, joinDefinition } from './definitions.queries.ts'

/**
 * Serialises publications, so that numbers rise in the order in which readers see them. Taken before any row lock, and
 * held until the commit.
 */
export async function lockPublications(tx: Tx): Promise<void> {
  // Two keys of an advisory lock that nothing else uses.
  await tx.execute(sql`select pg_advisory_xact_lock(1129270608, 1)`)
}

/** Refuses a publication that does not exist (yet): what it would show could still change. */
export async function checkKnownAt(db: Executor, asKnownAt: string | undefined): Promise<void> {
  if (asKnownAt === undefined) return
  const { rows } = await db.execute(sql`select from ${pricePublications} where number = ${asKnownAt}::bigint`)
  checkFields({ asKnownAt: rows.length === 0 ? '发布序号不存在' : null })
}

/**
 * The figures before the correction of entry `p`, as JSON, where it was corrected today or yesterday (Asia/Shanghai, as
 * in the database); else null, without reading revisions.
 */
export const struckOf = (
  p: SQL,
) => sql<Struck>`case when ${p}.status = 'corrected' and ${p}.verified_at >= current_date - 1 then
  (select json_build_object('low', b.low::text, 'high', b.high::text, 'average', b.average::text)
    from ${priceRevisions} r join ${priceRevisions} b on b.id = r.replaces
    where r.quote_item_id = ${p}.quote_item_id and r.day = ${p}.day and r.publication = ${p}.publication) end`

/** The next number, under `lockPublications`. */
export async function beginPublication(tx: Tx, by: Author, entries: number): Promise<string> {
  const { rows } = await tx.execute<{ number: string }>(sql`
    insert into ${pricePublications} (number, at, by_id, by_name, entries)
    select coalesce(max(number), 0) + 1, clock_timestamp(), ${by.id}::bigint, ${personNameOf(by)}, ${entries}::int
      from ${pricePublications} returning number`)
  const [row] = rows
  if (!row) throw new Error('no publication was begun')
  return row.number
}

/** Recomputes change and percent of these entries and of the next published one after each: none across a change of unit. */
export async function recalculateChanges(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    with these as (select id, quote_item_id, day from ${prices} where id = any(${idArray(ids)})),
    touched as (
      select id from these
      union
      select n.id from these t cross join lateral (
        select p.id from ${prices} p
          where p.quote_item_id = t.quote_item_id and p.day > t.day and p.publication is not null
          order by p.day limit 1) n
    ),
    reckoned as (
      select p.id, round(p.average - b.average, ${defined('decimals')}) as change,
          round((p.average - b.average) * 100 / nullif(abs(b.average), 0), 2) as percent
        from touched t join ${prices} p on p.id = t.id join ${quoteItems} i on i.id = p.quote_item_id
        left join lateral (
          select q.day, q.average from ${prices} q
            where q.quote_item_id = p.quote_item_id and q.day < p.day and q.publication is not null
            order by q.day desc limit 1) b on ${isSameBasis(sql`b.day`, sql`p.day`)}
        ${joinDefinition(sql`p.day`)}
    )
    update ${prices} p set change = r.change, percent = r.percent from reckoned r
      where r.id = p.id and (p.change, p.percent) is distinct from (r.change, r.percent)`)
}

/** Number of published changes from which the usual one is learnt, and the fewest that suffice. */
const LEARNT_MOVES = 60
const LEARNT_LEAST = 20

/** Stores median and median absolute deviation of the last published changes of these items. */
export async function learnUsual(tx: Tx, quoteItemIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    with moves as (
      select i.id, m.change from unnest(${idArray(quoteItemIds)}) as i(id) cross join lateral (
        select p.change from ${prices} p
          where p.quote_item_id = i.id and p.publication is not null and p.change is not null
          order by p.day desc limit ${LEARNT_MOVES}) m
    ),
    medians as (
      select id, percentile_disc(0.5) within group (order by change) as median from moves
        group by id having count(*) >= ${LEARNT_LEAST}
    ),
    deviations as (
      select m.id, d.median, percentile_disc(0.5) within group (order by abs(m.change - d.median)) as deviation
        from moves m join medians d on d.id = m.id group by m.id, d.median
    )
    update ${quoteItems} i set usual_median = d.median, usual_deviation = d.deviation from deviations d
      where i.id = d.id and (i.usual_median, i.usual_deviation) is distinct from (d.median, d.deviation)`)
}
