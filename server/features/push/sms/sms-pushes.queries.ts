// Pushes by short message as they are stored, and the messages of each.
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { SmsLoadMessageQuery } from '#contract/push/sms-loads.ts'
import type { SmsMessage, SmsMessageQuery, SmsPushQuery, SmsPushRow } from '#contract/push/sms-pushes.ts'
import { wholeSms } from '#contract/push/sms-text.ts'
import { perSalesScope, type ScopeValues } from '#server/core/access/scope.ts'
import { endOfDay, equals, list, nameHas, startOfDay } from '#server/core/lists/paging.ts'
import { filled } from '#server/core/outbox/compose.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { messageBodies, messages } from '#server/db/schema/core/outbox.ts'
import { enterprises, members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { pushes, pushPrices, smsClasses } from '#server/db/schema/push.ts'
import { correctedOf } from '../pushes/contents.queries.ts'
import { pusher, pushFilters, pushRow, reviewer } from '../pushes/pushes.queries.ts'
import { smsOf } from './sms-contents.queries.ts'

const { placeholder } = sql

/** Parts for which the provider charges: those handed to it. */
const charged = sql`(select coalesce(sum(m.parts), 0) from ${messages} m where m.push_id = ${pushes.id}
  and m.state in ('sent', 'undelivered', 'unsure'))`

/** Counts corrected prices of a push that no correction has sent yet. */
const untold = (pushId: SQL) => sql`select count(*)::int from ${correctedOf(pushId)}
  and not exists (select from ${pushes} t join ${pushPrices} k on k.push_id = t.id where t.correction_of = ${pushId}
    and k.quote_item_id = c.quote_item_id and k.day = c.day and k.revision_id = now.id)`

const row = {
  ...pushRow,
  corrected: sql<number>`case when ${pushes.bodyId} is null or ${pushes.correctionOf} is not null then 0 else (${untold(sql`${pushes.id}`)}) end`,
  classId: sql<string>`${pushes.smsClassId}::text`,
  className: smsClasses.name,
  sms: pushes.sms,
  isAdvert: pushes.isAdvert,
  text: pushes.text,
  audience: pushes.audience,
  sendAt: pushes.sendAt,
  sendTime: pushes.sendTime,
  parts: sql<number>`${charged}::int`,
  cost: sql<string>`(${charged} * coalesce((${pushes.sms} ->> 'partPrice')::numeric, 0))::numeric(14, 2)::text`,
  isOwn: sql<boolean>`(${pushes.authorId} = ${placeholder('actorId')} or ${pushes.pusherId} is not distinct from ${placeholder('actorId')})`,
}
type Stored = Omit<SmsPushRow, 'subProduct'> & Pick<typeof pushes.$inferSelect, 'sms' | 'isAdvert'>

const stored = list<Stored, SmsPushQuery>({
  name: 'pushes_sms',
  always: sql`${pushes.kind} = 'sms'`,
  filters: { ...pushFilters, classId: equals(pushes.smsClassId, 'classId') },
  sorts: { updatedAt: pushes.updatedAt, startedAt: pushes.startedAt },
  usual: sql`${pushes.id} desc`,
  tie: pushes.id,
  fields: row,
  rows: (db) =>
    db
      .select(row)
      .from(pushes)
      .innerJoin(smsClasses, eq(smsClasses.id, pushes.smsClassId))
      .innerJoin(users, eq(users.id, pushes.authorId))
      .leftJoin(pusher, eq(pusher.id, pushes.pusherId))
      .leftJoin(reviewer, eq(reviewer.id, pushes.reviewerId)),
  matches: (db, where) => db.select({ n: sql`1` }).from(pushes).where(where),
})

const shown = ({ sms, isAdvert, text, ...push }: Stored): SmsPushRow => ({
  ...push,
  subProduct: smsOf({ sms }).subProduct,
  text: wholeSms({ sign: smsOf({ sms }).sign, text, isAdvert }),
})

export async function countUntold(tx: Tx, pushId: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(untold(sql`${pushId}::bigint`))
  return rows[0]?.count ?? 0
}

/** Whether an unsent correction exists: it takes the figures current when it is sent. */
export const hasOpenCorrection = async (tx: Tx, pushId: string): Promise<boolean> =>
  (await tx.$count(pushes, and(eq(pushes.correctionOf, pushId), isNull(pushes.bodyId)))) > 0

export async function listSmsPushes(db: Db, query: SmsPushQuery, actorId: string) {
  const page = await stored(db, query, { actorId })
  return { ...page, records: page.records.map(shown) }
}

export const eachSmsPush = async function* (db: Db, query: SmsPushQuery, { id }: { id: string }, limit: number) {
  for await (const rows of stored.each(db, query, { actorId: id }, limit)) yield rows.map(shown)
}

const messageRow = {
  id: messages.id,
  name: messages.recipientName,
  enterprise: sql<string>`coalesce(${enterprises.name}, '')`,
  address: sql<string>`overlay(${messages.address} placing '****' from 4 for 4)`,
  text: sql<string>`coalesce(${messageBodies.text}, '')`,
  fields: messages.fields,
  parts: messages.parts,
  state: messages.state,
  reason: messages.reason,
  at: sql<string | null>`coalesce(${messages.endedAt}, ${messages.handedAt})`.mapWith(messages.endedAt),
}

/** Guests of meetings belong to nobody: who sees all sees theirs. */
type Filters = Partial<SmsMessageQuery & SmsLoadMessageQuery>
const member = and(eq(members.id, messages.recipientId), eq(messages.recipientKind, 'member'))
const lists = perSalesScope((scope, suffix) =>
  list<SmsMessage & Pick<typeof messages.$inferSelect, 'fields'>, Filters>({
    name: `sms_messages${suffix}`,
    always: sql`${messages.channel} = 'sms' and ${scope(members.ownerId)}`,
    filters: {
      pushId: {
        where: sql`${messages.pushId} = (select p.id from ${pushes} p where p.kind = 'sms' and p.id = ${placeholder('pushId')})`,
      },
      classId: {
        where: sql`(${messages.pushId} in (select p.id from ${pushes} p where p.sms_class_id = ${placeholder('classId')})
          or ${messages.pushId} is null and ${messages.bodyId} in (select b.id from ${messageBodies} b
            where b.sms_class_id = ${placeholder('classId')}))`,
      },
      day: { where: sql`${messages.handedAt} >= ${startOfDay('day')} and ${messages.handedAt} < ${endOfDay('day')}` },
      state: equals(messages.state, 'state'),
      name: nameHas(messages.recipientName, 'name'),
    },
    sorts: { id: messages.id },
    usual: sql`${messages.id}`,
    tie: messages.id,
    fields: messageRow,
    rows: (db) =>
      db
        .select(messageRow)
        .from(messages)
        .leftJoin(members, member)
        .leftJoin(enterprises, eq(enterprises.id, members.enterpriseId))
        .leftJoin(messageBodies, eq(messageBodies.id, messages.bodyId)),
    matches: (db, where) => db.select({ n: sql`1` }).from(messages).leftJoin(members, member).where(where),
  }),
)

export async function listSmsMessages(db: Db, query: Filters, scope: ScopeValues) {
  const page = await lists(scope)(db, query, scope)
  return {
    ...page,
    records: page.records.map(({ fields, text, ...rest }) => ({ ...rest, text: filled(text, fields ?? {}) })),
  }
}

const failedOn = (day: string) => sql`m.state = 'failed' and m.channel = 'sms'
  and m.handed_at >= ${day}::date::timestamp at time zone 'Asia/Shanghai'
  and m.handed_at < (${day}::date + 1)::timestamp at time zone 'Asia/Shanghai'`

/** Queues failed messages of that day and class again. @returns how many */
export async function queueDayAgain(tx: Tx, { day, classId }: { day: string; classId: string }): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    with again as (update ${messages} m set state = 'queued', reason = '', ended_at = null, not_before = now(), attempts = 0
      from ${pushes} p where p.id = m.push_id and p.sms_class_id = ${classId}::bigint and p.state <> 'stopped'
        and ${failedOn(day)}
      returning m.push_id),
    open as (update ${pushes} p set state = 'sending', counts = null where p.id in (select push_id from again)),
    guests as (update ${messages} m set state = 'queued', reason = '', ended_at = null, not_before = now(), attempts = 0
      from ${messageBodies} b where b.id = m.body_id and m.push_id is null and b.sms_class_id = ${classId}::bigint
        and ${failedOn(day)}
      returning m.id)
    select ((select count(*) from again) + (select count(*) from guests))::int as count`)
  return rows[0]?.count ?? 0
}
