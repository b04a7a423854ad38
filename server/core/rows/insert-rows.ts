// Many rows in one statement: they travel as one JSON value, which is quicker than a parameter for each of their columns.
import { getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/db/connection.ts'

const BATCH = 5_000

/** Stores rows; a column that only some of them name is null in the others. @returns their ids in the order of the rows; empty for a table without ids */
export async function insertRows<T extends PgTable>(
  tx: Tx,
  table: T,
  rows: readonly T['$inferInsert'][],
): Promise<string[]> {
  if (rows.length === 0) return []
  const all = getTableColumns(table)
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const nameOf = (key: string): string => {
    const column = all[key]
    if (!column) throw new Error(`no column ${key}`)
    return column.name
  }
  const names = sql.join(
    keys.map((key) => sql.identifier(nameOf(key))),
    sql`, `,
  )
  const returning = 'id' in all ? sql`returning id` : sql``
  const ids: string[] = []
  for (let at = 0; at < rows.length; at += BATCH) {
    const json = JSON.stringify(
      rows
        .slice(at, at + BATCH)
        .map((row: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [nameOf(key), row[key] ?? null]))),
    )
    const stored = await tx.execute<{ id: string }>(
      sql`insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, ${json}::json) ${returning}`,
    )
    for (const { id } of stored.rows) ids.push(id)
  }
  return ids
}
