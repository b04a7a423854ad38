// Parts of statements that the queries of pushes share.
import { type SQL, sql } from 'drizzle-orm'

export const ids = (values: readonly string[]): SQL => sql`${sql.param([...values])}::bigint[]`
