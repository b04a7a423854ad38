// One row of any table: stored, changed, and asked whose sub-product it is.
import { eq, sql } from 'drizzle-orm'
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { SubProductKey } from '../../../contract/sub-products.ts'
import type { Executor, Tx } from '../../db/connection.ts'

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
