// The processes that serve the console: each says that it is alive, where its files lie, and what its clock shows.
import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { servers } from '#server/db/schema/core/servers.ts'

/** Without a heartbeat for so long a process counts as gone. */
const GONE = sql`interval '1 minute'`

export type ServerRow = {
  id: string
  name: string
  storage: string
  clockOffMs: number
  startedAt: string
}

/** The living ones, the longest running first. */
export const livingServers = (db: Db): Promise<ServerRow[]> =>
  db
    .select({
      id: servers.id,
      name: servers.name,
      storage: servers.storage,
      clockOffMs: servers.clockOffMs,
      startedAt: servers.startedAt,
    })
    .from(servers)
    .where(sql`${servers.aliveAt} > now() - ${GONE}`)
    .orderBy(servers.startedAt, servers.id)

export async function describeAlive(db: Db, row: Omit<ServerRow, 'startedAt'>): Promise<void> {
  const { clockOffMs, storage } = row
  await db
    .insert(servers)
    .values(row)
    .onConflictDoUpdate({ target: servers.id, set: { clockOffMs, storage, aliveAt: sql`now()` } })
  await db.delete(servers).where(lt(servers.aliveAt, sql`now() - 2 * ${GONE}`))
}

export const leave = (db: Db, id: string) => db.delete(servers).where(eq(servers.id, id))

/** The database's clock, ms since 1970. */
export async function databaseMs(db: Db): Promise<number> {
  const { rows } = await db.execute<{ ms: string }>(sql`select (extract(epoch from clock_timestamp()) * 1000) as ms`)
  return Number(rows[0]?.ms)
}
