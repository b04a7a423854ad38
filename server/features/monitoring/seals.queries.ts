// Seals past days: stores the result of each row once, as known at the end of the day. Lateness is that of the submission.
import { sql } from 'drizzle-orm'
import type { Tx } from '#server/db/connection.ts'
import { sealedDays, sealedDues } from '#server/db/schema/monitoring.ts'
import { endOf, standingOn } from './due-states.queries.ts'

export async function sealDay(tx: Tx, day: string): Promise<void> {
  const of = sql`${day}::date`
  await tx.execute(sql`
    with ${standingOn(of, endOf(of), sql`true`)},
    sealed as (
      insert into ${sealedDues} (due_id, day, kind, product_id, responsible_id, state, done_at, late_minutes)
      select id, day, kind, product_id, responsible_id, state, done_at,
          ceil(extract(epoch from coalesce(submitted_at, done_at) - due_at) / 60)::int from standing
      returning 1
    )
    insert into ${sealedDays} (day, dues) select ${of}, (select count(*) from sealed)`)
}
