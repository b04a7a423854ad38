// Names that are checked, not constrained: rows of one name may come together when they change hands.
import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/connection.ts'

/** Until the commit, whoever looks whether a name of these rows is taken waits: the next one sees what this one adds. */
export const lockNames = (db: Executor, table: 'products' | 'quote_items' | 'visit_enterprises' | 'documents') =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`names of ${table}`}, 0))`)
