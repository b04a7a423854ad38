import { type SQL, sql } from 'drizzle-orm'

type Ids = readonly (string | null | undefined)[] | ReadonlySet<string>

/** Ids as one parameter: the statement keeps its text, whatever their number. */
export const idArray = (ids: Ids): SQL => sql`${sql.param([...ids])}::bigint[]`
