// Processes as they are stored and read, with their cost and profit series.

import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { ProcessDetails, ProcessPoint, ProcessQuery, ProcessRow, ShownTerm } from '#contract/prices/processes.ts'
import { explainLack } from '#contract/prices/series-lacks.ts'
import type { Lack } from '#contract/prices/series-values.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { editorialScope, perEditorialScope, type Viewer } from '#server/core/access/scope.ts'
import { equals, list, nameHas } from '#server/core/lists/paging.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { isoMoment } from '#server/db/schema/columns.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { processes, processTerms, processVersions, series, seriesValues } from '#server/db/schema/prices/series.ts'
import { type Known, SINCE_EVER } from './series.queries.ts'

const newest = (column: string) =>
  sql.raw(`(select v.${column} from process_versions v
  where v.process_id = processes.id order by v.valid_from desc limit 1)`)

const namesOf = (side: 'input' | 'output') => sql<string>`coalesce((
  select string_agg(coalesce(i.name, s.name), '、' order by t.place) from ${processTerms} t
    left join ${quoteItems} i on i.id = t.quote_item_id left join ${series} s on s.id = t.input_id
    where t.version_id = ${newest('id')} and t.side = ${sql.raw(`'${side}'`)}), '')`

const last = (kind: 'cost' | 'profit', column: 'day' | 'value') => sql<string | null>`(
  select v.${sql.raw(column)}::text from ${series} s join ${seriesValues} v on v.series_id = s.id
    where s.process_id = ${processes.id} and s.kind = ${sql.raw(`'${kind}'`)} and v.superseded is null
    order by v.day desc limit 1)`

const row = {
  id: processes.id,
  version: processes.version,
  productId: processes.productId,
  productName: products.name,
  name: processes.name,
  unit: processes.unit,
  decimals: processes.decimals,
  validFrom: sql<string | null>`nullif(${newest('valid_from')}, ${sql.raw(`'${SINCE_EVER}'`)})::text`,
  outputs: namesOf('output'),
  inputs: namesOf('input'),
  lastDay: last('profit', 'day'),
  lastCost: last('cost', 'value'),
  lastProfit: last('profit', 'value'),
  updatedAt: processes.updatedAt,
}

const pages = perEditorialScope((scope, suffix) =>
  list<ProcessRow, ProcessQuery>({
    name: `processes${suffix}`,
    always: scope(processes.productId),
    filters: { name: nameHas(processes.name, 'name'), productId: equals(processes.productId, 'productId') },
    sorts: { name: sql`${processes.name} collate "zh-x-icu"`, updatedAt: processes.updatedAt },
    usual: sql`${products.sort}, ${products.id}`,
    tie: processes.id,
    fields: row,
    rows: (db) => db.select(row).from(processes).innerJoin(products, eq(products.id, processes.productId)),
    matches: (db, where) => db.select({ n: sql`1` }).from(processes).where(where),
  }),
)

export const pageOfProcesses = (db: Db, query: ProcessQuery, actor: Actor) =>
  pages(actor)(db, query, { viewerId: actor.id })

export type ProcessStored = typeof processes.$inferSelect

/** Locked; those out of scope are left out. */
export const lockProcesses = (tx: Tx, actor: Viewer, ids: readonly string[]): Promise<ProcessStored[]> =>
  tx
    .select()
    .from(processes)
    .where(and(sql`${processes.id} = any(${idArray(ids)})`, editorialScope(actor, processes.productId)))
    .orderBy(processes.id)
    .for('update')

type Version = { id: string; validFrom: string; byName: string; at: string; terms: ShownTerm[] }

/** Newest first. */
async function versionsOf(db: Executor, processId: string): Promise<Version[]> {
  const { rows } = await db.execute<Version>(sql`
    select v.id::text as id, v.valid_from::text as "validFrom", v.by_name as "byName", v.at::text as at,
        (select coalesce(json_agg(json_build_object('side', t.side, 'code', coalesce(i.code, s.code), 'name', t.name,
            'inputName', coalesce(i.name, s.name, ''), 'unit', coalesce(i.unit, s.unit, ''),
            'coefficient', t.coefficient::text, 'conversion', t.conversion::text, 'amount', t.amount::text)
            order by t.place), '[]')
          from ${processTerms} t left join ${quoteItems} i on i.id = t.quote_item_id
            left join ${series} s on s.id = t.input_id where t.version_id = v.id) as terms
      from ${processVersions} v where v.process_id = ${processId}::bigint order by v.valid_from desc`)
  return rows
}

export type OwnSeries = Record<'cost' | 'profit', { id: string; code: string }>

export async function seriesOfProcess(db: Executor, processId: string): Promise<OwnSeries> {
  const rows = await db
    .select({ id: series.id, code: series.code, kind: series.kind })
    .from(series)
    .where(eq(series.processId, processId))
  const of = (kind: 'cost' | 'profit') => {
    const found = rows.find((each) => each.kind === kind)
    if (!found) throw new Error(`process ${processId} has no series of its ${kind}`)
    return found
  }
  return { cost: of('cost'), profit: of('profit') }
}

/** For its form and details; undefined out of scope. */
export async function findProcess(db: Executor, id: string, actor: Viewer): Promise<ProcessDetails | undefined> {
  const [stored] = await db
    .select(getTableColumns(processes))
    .from(processes)
    .where(and(eq(processes.id, id), editorialScope(actor, processes.productId)))
  if (!stored) return undefined
  const { updatedAt: _, ...own } = stored
  const versions = (await versionsOf(db, id)).map(({ id: __, validFrom, at, ...version }) => ({
    ...version,
    at: isoMoment(at),
    validFrom: validFrom === SINCE_EVER ? null : validFrom,
  }))
  const [current] = versions
  const { cost, profit } = await seriesOfProcess(db, id)
  return {
    ...own,
    terms: (current?.terms ?? []).map(({ inputName: ___, unit: ____, ...term }) => term),
    validFrom: current?.validFrom ?? null,
    replaced: [],
    versions,
    costCode: cost.code,
    profitCode: profit.code,
  }
}

export type NewTerm = Omit<typeof processTerms.$inferInsert, 'versionId' | 'place' | 'quoteItemId' | 'inputId'> & {
  of: Known | undefined
}

/** Stores the version from a day on in place of that of the same day and of the `replaced` later ones. */
export async function writeVersion(
  tx: Tx,
  processId: string,
  { validFrom, byName, replaced }: { validFrom: string; byName: string; replaced: readonly string[] },
  terms: readonly NewTerm[],
): Promise<void> {
  await tx.execute(sql`delete from ${processVersions} where process_id = ${processId}::bigint
    and valid_from = any(${sql.param([validFrom, ...replaced])}::date[])`)
  await insertVersions(tx, [{ processId, validFrom, byName, terms }])
}

type NewVersion = { processId: string; validFrom: string; byName: string; terms: readonly NewTerm[] }

/** Versions from days of which their processes have none. */
export async function insertVersions(tx: Tx, versions: readonly NewVersion[]): Promise<void> {
  const ids = await insertRows(
    tx,
    processVersions,
    versions.map(({ terms: _, ...version }) => version),
  )
  await insertRows(
    tx,
    processTerms,
    versions.flatMap(({ terms }, at) =>
      terms.map(({ of, ...own }, place) => ({
        ...own,
        versionId: ids[at] ?? '',
        place: place + 1,
        quoteItemId: of && !of.isSeries ? of.rowId : null,
        inputId: of?.isSeries ? of.rowId : null,
      })),
    ),
  )
}

/** Days from `from` on, and before `until`, that have a value or say why there is none. */
export async function countValues(tx: Tx, seriesId: string, from: string, until: string | null): Promise<number> {
  return tx.$count(
    seriesValues,
    sql`${seriesValues.seriesId} = ${seriesId}::bigint and ${seriesValues.superseded} is null
      and ${seriesValues.day} >= ${from}::date and ${seriesValues.day} < coalesce(${until}::date, 'infinity')`,
  )
}

/** Oldest day first. */
export async function valuesOfProcess(
  db: Executor,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<ProcessPoint[]> {
  const { cost, profit } = await seriesOfProcess(db, id)
  const { rows } = await db.execute<ProcessPoint & { lack: Lack | null }>(sql`
    select p.day::text as day, c.value::text as cost, p.value::text as profit, p.lack
      from ${seriesValues} p left join ${seriesValues} c
        on c.series_id = ${cost.id}::bigint and c.day = p.day and c.superseded is null
      where p.series_id = ${profit.id}::bigint and p.day between ${from}::date and ${to}::date and p.superseded is null
      order by p.day`)
  const names = new Map(
    (await versionsOf(db, id)).flatMap(({ terms }) =>
      terms.map(({ code, inputName }) => [code ?? '', inputName] as const),
    ),
  )
  return rows.map((point) => ({
    ...point,
    lack: point.lack && explainLack(point.lack, (code) => names.get(code) ?? code),
  }))
}

export type ExportedTerm = ShownTerm & { product: string; process: string; processUnit: string; validFrom: string }

/** The terms of the newest version of each process that the list finds. */
export const eachTerm = {
  async *each(
    db: Db,
    query: ProcessQuery,
    { viewer }: { viewer: Viewer },
    limit: number,
  ): AsyncGenerator<ExportedTerm[]> {
    for await (const some of pages(viewer).each(db, query, { viewerId: viewer.id }, limit)) {
      const terms: ExportedTerm[] = []
      for (const { id, productName, name, unit, validFrom } of some) {
        const [version] = await versionsOf(db, id)
        const own = { product: productName, process: name, processUnit: unit, validFrom: validFrom ?? '' }
        terms.push(...(version?.terms ?? []).map((term) => ({ ...term, ...own })))
      }
      yield terms
    }
  },
}

/** Products in the actor's scope by name; ambiguous names are left out. */
export async function productsByName(
  db: Executor,
  actor: Viewer,
  names: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ name: string; id: string }>(sql`
    select p.name, min(p.id)::text as id from ${products} p where p.name = any(${sql.param([...names])}::text[])
      and ${editorialScope(actor, sql`p.id`)} group by p.name having count(*) = 1`)
  return new Map(rows.map(({ name, id }) => [name, id]))
}
