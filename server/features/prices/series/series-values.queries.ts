// Values of derived series as they are stored: the inputs of formulas, current results, and their replacement.

import { sql } from 'drizzle-orm'
import { parseFormula } from '#contract/prices/formulas.ts'
import type { Series, SeriesChanges, SeriesResult } from '#contract/prices/series.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { prices, quoteItems } from '#server/db/schema/prices/prices.ts'
import { series, seriesFormulas, seriesInputs, seriesValues } from '#server/db/schema/prices/series.ts'

/** A series with its id, in the form that the engine computes. */
export type StoredSeries = Series & { id: string }

const ids = (values: Iterable<string>) => idArray([...values])

/** These series, and all whose formulas name these items or series, directly or through other series. */
export async function seriesAfter(
  db: Executor,
  { quoteItemIds = [], seriesIds = [] }: { quoteItemIds?: readonly string[]; seriesIds?: readonly string[] },
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive after(id) as (
      select series_id from ${seriesInputs} where quote_item_id = any(${ids(quoteItemIds)})
      union select unnest(${ids(seriesIds)})
      union select n.series_id from ${seriesInputs} n join after a on n.input_id = a.id)
    select id::text as id from after order by 1`)
  return rows.map(({ id }) => id)
}

/** Codes by item. */
export async function codesOf(db: Executor, of: readonly { quoteItemId: string }[]): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ id: string; code: string }>(sql`select id::text as id, code from ${quoteItems}
    where id = any(${ids(of.map(({ quoteItemId }) => quoteItemId))})`)
  return new Map(rows.map(({ id, code }) => [id, code]))
}

type Version = { from: string; formula: string }

/** By rising ids. Formulas were checked when they were saved. */
export async function loadSeries(db: Executor, seriesIds: readonly string[]): Promise<StoredSeries[]> {
  const { rows } = await db.execute<{
    id: string
    code: string
    decimals: number
    within: number
    until: string | null
    versions: Version[]
  }>(sql`
    select s.id::text as id, s.code, s.decimals, s.within_days as within, (s.stopped_on - 1)::text as until,
        (select json_agg(json_build_object('from', f.valid_from, 'formula', f.formula) order by f.valid_from)
          from ${seriesFormulas} f where f.series_id = s.id) as versions
      from ${series} s where s.id = any(${ids(seriesIds)}) order by s.id`)
  return rows.map(({ id, code, decimals, within, until, versions }) => ({
    id,
    code,
    until: until ?? undefined,
    versions: versions.map(({ from, formula: text }) => {
      const read = parseFormula(text, () => true)
      if ('problem' in read) throw new Error(`${code}: ${read.problem.message}`)
      return { from, formula: read.formula, decimals, within }
    }),
  }))
}

/** Rows of a code and one text of lines `day value`, which is faster to read for thousands of them. */
type Lines = { code: string; lines: string }
const DAY = 10
const parse = <T>(rows: readonly Lines[], read: (text: string) => T) =>
  new Map(
    rows.map(({ code, lines }) => [
      code,
      new Map(lines.split('\n').map((line) => [line.slice(0, DAY), read(line.slice(DAY + 1))] as const)),
    ]),
  )

/** Published values of these items and series from a day on, by code. */
export async function readInputs(
  db: Executor,
  codes: readonly string[],
  from: string,
): Promise<Map<string, Map<string, string>>> {
  const names = sql`${sql.param([...codes])}::text[]`
  const { rows } = await db.execute<Lines>(sql`
    select i.code, string_agg(p.day::text || ' ' || p.average::text, E'\n' order by p.day) as lines
      from ${quoteItems} i join ${prices} p on p.quote_item_id = i.id and p.day >= ${from}::date
        and p.publication is not null
      where i.code = any(${names}) group by i.id
    union all
    select s.code, string_agg(v.day::text || ' ' || v.value::text, E'\n' order by v.day)
      from ${series} s join ${seriesValues} v on v.series_id = s.id and v.day >= ${from}::date
        and v.superseded is null and v.value is not null
      where s.code = any(${names}) group by s.id`)
  return parse(rows, (text) => text)
}

/** The number of prices and values that `readInputs` would return, counted up to `most`. */
export async function countInputs(db: Executor, codes: readonly string[], from: string, most: number): Promise<number> {
  const names = sql`${sql.param([...codes])}::text[]`
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from (
    select 1 from ${quoteItems} i join ${prices} p on p.quote_item_id = i.id and p.day >= ${from}::date
      where i.code = any(${names})
    union all
    select 1 from ${series} s join ${seriesValues} v on v.series_id = s.id and v.day >= ${from}::date
        and v.superseded is null
      where s.code = any(${names}) limit ${most}) found`)
  return rows[0]?.n ?? 0
}

const resultOf = (text: string): SeriesResult => (text.startsWith('{') ? { lack: JSON.parse(text) } : { value: text })

/** Current results of these series from a day on, by code. */
export async function readResults(
  db: Executor,
  seriesIds: readonly string[],
  from: string,
): Promise<Map<string, Map<string, SeriesResult>>> {
  const { rows } = await db.execute<Lines>(sql`
    select s.code, string_agg(v.day::text || ' ' || coalesce(v.value::text, v.lack::text), E'\n' order by v.day) as lines
      from ${series} s join ${seriesValues} v on v.series_id = s.id and v.superseded is null and v.day >= ${from}::date
      where s.id = any(${ids(seriesIds)}) group by s.id`)
  return parse(rows, resultOf)
}

/** Replaces the current results that differ, under a publication. @returns the number of days */
export async function writeChanges(
  tx: Tx,
  publication: string,
  idOf: ReadonlyMap<string, string>,
  changes: SeriesChanges,
): Promise<number> {
  const rows = [...changes].flatMap(([code, days]) =>
    [...days].map(([day, result]) => ({ id: idOf.get(code), day, ...result })),
  )
  if (rows.length === 0) return 0
  const changed = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, day date, value numeric, lack jsonb)`
  await tx.execute(sql`update ${seriesValues} v set superseded = ${publication}::bigint from ${changed}
    where v.series_id = r.id and v.day = r.day and v.superseded is null`)
  await tx.execute(sql`insert into ${seriesValues} (series_id, day, publication, value, lack)
    select r.id, r.day, ${publication}::bigint, r.value, r.lack from ${changed}
      where num_nonnulls(r.value, r.lack) = 1 order by r.id, r.day`)
  return rows.length
}

export async function markRecomputing(tx: Tx, seriesIds: readonly string[], isRecomputing: boolean): Promise<void> {
  await tx.execute(sql`update ${series} set is_recomputing = ${isRecomputing} where id = any(${ids(seriesIds)})`)
}
