// Rows from before names were unique by the key of texts (`namesake`): their lists find them, so that people merge or rename them.
import { getTableColumns, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Filter } from './paging.ts'

/**
 * Whether another live row has the name, typed otherwise; `within` are columns that must be the same too. Doubles are few: they are
 * found by themselves, not by comparing each name with all.
 */
export function doubled(table: PgTable, name: PgColumn, within: readonly PgColumn[] = []): Filter {
  const of = (row: string, column: PgColumn) => sql`${sql.identifier(row)}.${sql.identifier(column.name)}`
  const key = (row: string) => [sql`text_key(${of(row, name)})`, ...within.map((column) => of(row, column))]
  const row = (columns: readonly unknown[]) =>
    sql`(${sql.join(
      columns.map((each) => sql`${each}`),
      sql`, `,
    )})`
  const isLive = (row: string) =>
    'deletedAt' in getTableColumns(table) ? sql`${sql.identifier(row)}.deleted_at is null` : sql`true`
  return {
    where: sql`(${row([sql`text_key(${name})`, ...within])} in (select ${sql.join(key('d'), sql`, `)} from ${table} d
      where d.namesake > 0 and ${isLive('d')} and exists (select from ${table} o where ${row(key('o'))} = ${row(key('d'))}
        and o.id <> d.id and ${isLive('o')}))) = ${sql.placeholder('isDouble')}::boolean`,
  }
}
