// One row of any table: stored, changed, and asked whose sub-product it is.
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Executor, Tx } from '#server/db/connection.ts'

type Table = PgTable & { id: PgColumn }

/** @returns its id */
export async function insertRow<T extends Table>(tx: Tx, table: T, values: PgInsertValue<T>): Promise<string> {
  const [stored] = await tx.insert(table).values(values).returning({ id: table.id })
  return (stored as { id: string }).id
}

/** @returns the new version; 0 where there is no such row */
export async function updateRow<T extends Table & { version: PgColumn }>(
  tx: Tx,
  table: T,
  id: string,
  values: PgUpdateSetSource<T>,
): Promise<number> {
  const [stored] = await tx
    .update(table)
    .set({ ...values, version: sql`${table.version} + 1` })
    .where(eq(table.id, id))
    .returning({ version: table.version })
  return (stored as { version: number } | undefined)?.version ?? 0
}

export type VersionedTable = PgTable & { id: PgColumn; version: PgColumn }
type NewValues = { id: string; version: number; values: Readonly<Record<string, unknown>> }

/**
 * Many rows in one statement, each at the version it was read with. All have values of the same columns, named as the
 * table's properties.
 * @returns how many were still at that version
 */
export async function updateRows(tx: Tx, table: VersionedTable, rows: readonly NewValues[]): Promise<number> {
  const [first] = rows
  if (!first) return 0
  const columns = getTableColumns(table) as Record<string, PgColumn>
  const changed = Object.keys(first.values).flatMap((key) => (columns[key] ? [{ key, column: columns[key] }] : []))
  const name = (column: PgColumn) => sql.identifier(column.name)
  const values = rows.map(({ id, version, values: own }) => ({
    id,
    version,
    ...Object.fromEntries(changed.map(({ key, column }) => [column.name, own[key] ?? null])),
  }))
  const shape = changed.map(({ column }) => sql`${name(column)} ${sql.raw(column.getSQLType())}`)
  const assigned = changed.map(({ column }) => sql`${name(column)} = next.${name(column)}`)
  if (columns.updatedAt) assigned.push(sql`${name(columns.updatedAt)} = now()`)
  const { rowCount } =
    await tx.execute(sql`update ${table} set ${sql.join(assigned, sql`, `)}, version = ${table.version} + 1
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as next(id bigint, version integer, ${sql.join(shape, sql`, `)})
    where ${table.id} = next.id and ${table.version} = next.version`)
  return rowCount ?? 0
}

/** For a `canOn('row', …)`. */
export async function subProductOfRow<T extends Table & { subProduct: PgColumn }>(
  db: Executor,
  table: T,
  id: string,
): Promise<SubProductKey | null> {
  const [stored] = await db
    .select({ subProduct: table.subProduct })
    .from(table as PgTable)
    .where(eq(table.id, id))
  return (stored?.subProduct as SubProductKey | undefined) ?? null
}
