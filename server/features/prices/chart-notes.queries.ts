// Notes on price charts as they are stored.
import { eq, type SQL, sql } from 'drizzle-orm'
import { type ChartNote, NOTES_SHOWN } from '#contract/prices/chart-notes.ts'
import type { DataColumn } from '#contract/prices/price-data.ts'
import { editorialScope, type Viewer } from '#server/core/access/scope.ts'
import type { Author } from '#server/core/core.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { users } from '#server/db/schema/organisation.ts'
import { chartNotes } from '#server/db/schema/prices/chart-notes.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { series } from '#server/db/schema/prices/series.ts'

/** The products of these items and series. */
function productsOf(columns: readonly DataColumn[]): SQL {
  const ids = (kind: DataColumn['kind']) =>
    sql.param(columns.flatMap((column) => (column.kind === kind ? [column.id] : [])))
  return sql`select product_id from ${quoteItems} where id = any(${ids('item')}::bigint[])
    union select product_id from ${series} where id = any(${ids('series')}::bigint[])`
}

type NotesRange = { columns: readonly DataColumn[]; from: string; to: string }

/** Within the viewer's scope, by day; only the newest where there are more than the limit. */
export async function notesOf(db: Executor, { columns, from, to }: NotesRange, viewer: Viewer): Promise<ChartNote[]> {
  const { rows } = await db.execute<ChartNote>(sql`
    select n.id::text as id, n.day::text as day, n.caption, p.name as "productName",
        coalesce(nullif(u.real_name, ''), n.by_name) as "byName"
      from ${chartNotes} n join ${products} p on p.id = n.product_id left join ${users} u on u.id = n.by_id
      where n.product_id in (${productsOf(columns)}) and n.day between ${from}::date and ${to}::date
        and ${editorialScope(viewer, sql`n.product_id`)}
      order by n.day desc, n.id desc limit ${NOTES_SHOWN}`)
  return rows.reverse()
}

/** The product of an item or series, in the viewer's scope. */
export async function productOf(db: Executor, column: DataColumn, viewer: Viewer) {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`select p.id::text as id, p.name from ${products} p
    where p.id in (${productsOf([column])}) and ${editorialScope(viewer, sql`p.id`)}`)
  return rows[0]
}

export async function insertNote(tx: Tx, by: Author, values: { productId: string; day: string; caption: string }) {
  const [added] = await tx
    .insert(chartNotes)
    .values({ ...values, byId: by.id, byName: by.name })
    .returning({ id: chartNotes.id })
  return added?.id ?? ''
}

/** Deletes a note. @returns its old content; undefined where there is none in the viewer's scope */
export async function deleteNote(tx: Tx, id: string, viewer: Viewer) {
  const [removed] = await tx
    .delete(chartNotes)
    .where(sql`${eq(chartNotes.id, id)} and ${editorialScope(viewer, chartNotes.productId)}`)
    .returning({ day: chartNotes.day, caption: chartNotes.caption })
  return removed
}
