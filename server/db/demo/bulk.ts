// Hundreds of thousands of rows at once: foreign keys are checked and indexes built once for all of them, not row by row.
import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../connection.ts'

type Part = { drop: string; make: string }

const isOwner = (table: SQL) =>
  sql`exists (select from pg_class t where t.oid = ${table} and pg_has_role(t.relowner, 'usage'))`

/**
 * Runs the work on tables without both, and makes them again as they were. For empty tables that nobody else uses yet. Only
 * their owner may, who fills a new database; to others the work takes longer.
 */
export async function inBulk(tx: Tx, tables: readonly PgTable[], work: () => Promise<void>): Promise<void> {
  const names = sql`${sql.param(tables.map(getTableName))}::text[]::regclass[]`
  const { rows: parts } = await tx.execute<Part>(sql`
    select format('drop index %s', x.indexrelid::regclass) as drop, pg_get_indexdef(x.indexrelid) as make
      from pg_index x where x.indrelid = any(${names}) and ${isOwner(sql`x.indrelid`)}
        and not exists (select from pg_constraint c where c.conindid = x.indexrelid and c.conrelid = x.indrelid)
    union all
    select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname),
        format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
      from pg_constraint c where c.contype = 'f' and c.conrelid = any(${names}) and ${isOwner(sql`c.conrelid`)}`)
  for (const { drop } of parts) await tx.execute(sql.raw(drop))
  await work()
  for (const { make } of parts) await tx.execute(sql.raw(make))
}
