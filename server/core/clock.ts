// The clock shared by all processes: the database's. A process whose own clock is off must not judge what another stored.
import { sql } from 'drizzle-orm'
import type { Executor } from '../db/connection.ts'

/** Seconds since 1970, by the database. */
export async function databaseSeconds(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ seconds: string }>(sql`select extract(epoch from clock_timestamp()) as seconds`)
  return Math.floor(Number(rows[0]?.seconds))
}
