// The clock shared by all processes: the database's. A process whose own clock is off must not judge what another stored.
import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/connection.ts'

/** Milliseconds since 1970, by the database. */
export async function databaseNow(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ ms: string }>(sql`select extract(epoch from clock_timestamp()) * 1000 as ms`)
  return Math.floor(Number(rows[0]?.ms))
}

/** Seconds since 1970, by the database. */
export const databaseSeconds = async (db: Executor): Promise<number> => Math.floor((await databaseNow(db)) / 1_000)

/** `YYYY-MM-DD` in Shanghai, the zone of every connection, by the database. */
export async function databaseToday(db: Executor): Promise<string> {
  const { rows } = await db.execute<{ day: string }>(sql`select current_date::text as day`)
  return rows[0]?.day ?? ''
}
