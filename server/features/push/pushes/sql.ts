// SQL fragments of the push queries.
import { type SQL, sql } from 'drizzle-orm'

export const ids = (values: readonly string[]): SQL => sql`${sql.param([...values])}::bigint[]`
