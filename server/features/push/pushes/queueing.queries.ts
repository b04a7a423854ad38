// Queues the messages of a push, and records the use of its prices.
import { type SQL, sql } from 'drizzle-orm'
import type { LeftOutReason } from '#contract/push/push-labels.ts'
import type { Tx } from '#server/db/connection.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { recordUse } from '#server/features/prices/price-uses.queries.ts'
import { type AudienceCriteria, judged } from './audience.queries.ts'
import { type CarriedItem, recordPrices } from './contents.queries.ts'
import type { StoredPush } from './pushes.queries.ts'

/** What differs by channel; `fields` and `parts` are expressions on a row `j` of `judged`. */
type Sent = { cause: string; labels: Readonly<Record<LeftOutReason, string>>; fields: SQL; parts: SQL }

/** Why somebody gets no message, as text. */
const reasonOf = (labels: Sent['labels']) =>
  sql`case j.reason ${sql.join(
    Object.entries(labels).map(([reason, label]) => sql`when ${reason}::text then ${label}::text`),
    sql` `,
  )} end || case when j.reason = 'field' then '“' || j.field || '”' else '' end`

/**
 * Queues a message for each recipient, and stores one as withheld, with the reason, for everybody left out: one
 * statement. A push is queued once, under its lock, so that a conflict is an error; checking first would cost more.
 */
export async function queueMessagesOf(
  tx: Tx,
  pushId: string,
  bodyId: string,
  criteria: AudienceCriteria,
  { cause, labels, fields, parts }: Sent,
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into ${messages} (channel, address, recipient_kind, recipient_id, recipient_name, body_id, fields, parts, push_id,
        cause, about, state, reason, ended_at)
      select ${criteria.channel}, left(j.address, 128), 'member', j.member_id,
        j.name, ${bodyId}::bigint, ${fields}, ${parts}, ${pushId}::bigint, ${cause}, j.account_id::text,
        case when j.reason is null then 'queued' else 'withheld' end, coalesce(${reasonOf(labels)}, ''),
        case when j.reason is not null then now() end
      from ${judged(criteria)} j order by j.account_id`)
  return rowCount ?? 0
}

/** Records contents and uses, so that corrections find the push and prices list it. */
export async function recordPush(
  tx: Tx,
  push: StoredPush,
  { items, publication }: { items: readonly CarriedItem[]; publication: string },
  by: { id: string; name: string },
): Promise<void> {
  await recordPrices(tx, push.id, items)
  await recordUse(tx, {
    channel: push.kind === 'sms' ? 'sms' : 'email',
    targetId: push.id,
    title: push.title,
    by,
    publication,
    items: items.flatMap(({ id, prices }) =>
      prices.length > 0 ? [{ item: id, days: prices.map(({ day }) => day) }] : [],
    ),
  })
}
