// What readers' browsers reported, written in one statement for many openings.
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connection.ts'
import { shareFetches, shareSalts, shareVisits } from '../../db/schema/sharing.ts'

export type Visit = {
  shareId: string
  visit: string
  day: string
  /** ISO 8601 */
  at: string
  visitor: string
  seconds: number
  host: string
}
export type Fetches = { shareId: string; day: string; count: number }

/** The salt of a day, made by whichever process needs it first. */
export async function saltOf(db: Db, day: string): Promise<string> {
  await db
    .insert(shareSalts)
    .values({ day, salt: randomBytes(24).toString('base64url') })
    .onConflictDoNothing()
  const { rows } = await db.execute<{ salt: string }>(sql`select salt from ${shareSalts} where day = ${day}::date`)
  const salt = rows[0]?.salt
  if (salt === undefined) throw new Error('the day has no salt')
  return salt
}

/** In the order of their keys, so that two processes that write at once do not wait for each other in a circle. */
export async function storeVisits(db: Db, visits: readonly Visit[], fetches: readonly Fetches[]): Promise<void> {
  await db.transaction(async (tx) => {
    if (visits.length > 0)
      await tx.execute(sql`
        insert into ${shareVisits} (share_id, visit, day, at, visitor, seconds, host)
          select share_id, visit, day, at, visitor, seconds, host from jsonb_to_recordset(${JSON.stringify(
            visits.map(({ shareId, ...rest }) => ({ share_id: shareId, ...rest })),
          )}::jsonb) as g(share_id bigint, visit text, day date, at timestamptz, visitor text, seconds int, host text)
            order by share_id, visit
          on conflict (share_id, visit) do update set seconds = greatest(share_visits.seconds, excluded.seconds)`)
    if (fetches.length > 0)
      await tx.execute(sql`
        insert into ${shareFetches} (share_id, day, count)
          select share_id, day, count from jsonb_to_recordset(${JSON.stringify(
            fetches.map(({ shareId, ...rest }) => ({ share_id: shareId, ...rest })),
          )}::jsonb) as g(share_id bigint, day date, count int) order by share_id, day
          on conflict (share_id, day) do update set count = share_fetches.count + excluded.count`)
  })
}
