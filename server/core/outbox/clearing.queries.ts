// Removes content and addresses of old messages; recipient, time and state stay.
import { sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/connection.ts'
import { fileUses } from '#server/db/schema/core/files.ts'
import { messageBodies, messages } from '#server/db/schema/core/outbox.ts'
import { pushes } from '#server/db/schema/push.ts'

const before = (months: number) => sql`now() - make_interval(months => ${months})`

/** Finished messages of that age lose their address, text and fields. @returns how many of at most `limit` */
export async function clearMessages(db: Db, months: number, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with old as (select id from ${messages} where ended_at < ${before(months)} and cleared_at is null
      and state not in ('queued', 'sending') order by ended_at limit ${limit} for update skip locked)
    update ${messages} m set address = '', subject = '', body = '', link = '', fields = null, receipt_at = null, cleared_at = now()
      from old where m.id = old.id`)
  return rowCount ?? 0
}

/** Bodies without a message that still has its own: their files are free to go. Subjects stay, unfilled. */
export async function clearBodies(tx: Tx, months: number): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update ${messageBodies} b set text = '', html = '', links = '{}', attachment_ids = '{}', pictures = '{}', cleared_at = now()
      where b.cleared_at is null and b.created_at < ${before(months)} and not exists (select from ${pushes} p
        join ${messages} m on m.push_id = p.id where p.body_id = b.id and m.cleared_at is null)
      returning b.id::text as id`)
  if (rows.length > 0)
    await tx.execute(sql`delete from ${fileUses} where target_type = 'messageBody'
      and target_id = any(${sql.param(rows.map(({ id }) => id))}::text[])`)
  return rows.length
}
