// What readers' browsers reported, written in one statement for many openings.
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { shareDays, shareSalts, shareVisits } from '#server/db/schema/sharing.ts'

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

const recordset = (rows: readonly object[], columns: string) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(${sql.raw(columns)})`

/**
 * The figures of the days touched are locked first, in the order of their keys: two processes that write at once wait for
 * each other in turn, and whoever comes second counts what the first has stored.
 */
export async function storeVisits(db: Db, visits: readonly Visit[], fetches: readonly Fetches[]): Promise<void> {
  const touched = [
    ...fetches.map(({ shareId, day, count }) => ({ share_id: shareId, day, count })),
    ...visits.map(({ shareId, day }) => ({ share_id: shareId, day, count: 0 })),
  ]
  if (touched.length === 0) return
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into ${shareDays} (share_id, day, fetches)
        select share_id, day, sum(count) from ${recordset(touched, 'share_id bigint, day date, count int')}
          group by share_id, day order by share_id, day
        on conflict (share_id, day) do update set fetches = share_days.fetches + excluded.fetches`)
    if (visits.length === 0) return
    const opened = visits.map(({ shareId, ...rest }) => ({ share_id: shareId, ...rest }))
    const columns = 'share_id bigint, visit text, day date, at timestamptz, visitor text, seconds int, host text'
    await tx.execute(sql`
      insert into ${shareVisits} (share_id, visit, day, at, visitor, seconds, host)
        select share_id, visit, day, at, visitor, seconds, host from ${recordset(opened, columns)}
        on conflict (share_id, visit) do update set seconds = greatest(share_visits.seconds, excluded.seconds)`)
    await tx.execute(sql`
      update ${shareDays} d
        set opens = f.opens, people = f.people, seconds = f.seconds, last_at = f.last_at
        from (select v.share_id, v.day, count(*) as opens, count(distinct v.visitor) as people,
              sum(v.seconds) as seconds, max(v.at) as last_at
            from ${shareVisits} v
            where (v.share_id, v.day) in (select share_id, day from ${recordset(opened, 'share_id bigint, day date')})
            group by v.share_id, v.day) f
        where d.share_id = f.share_id and d.day = f.day`)
  })
}
