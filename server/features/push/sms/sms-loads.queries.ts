// Messages handed to the provider of short messages, counted by day and class.
import { sql } from 'drizzle-orm'
import { addDays, dayOf, daysBetween } from '#contract/days.ts'
import { SMS_LOAD_DAYS, SMS_LOAD_DAYS_MAX, type SmsLoadQuery, type SmsLoadRow } from '#contract/push/sms-loads.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { endOfDay, list, startOfDay } from '#server/core/lists/paging.ts'
import type { Db } from '#server/db/connection.ts'
import { messageBodies, messages } from '#server/db/schema/core/outbox.ts'
import { pushes, smsClasses } from '#server/db/schema/push.ts'

const { placeholder } = sql
const inState = (...states: string[]) =>
  sql.raw(`count(*) filter (where m.state in (${states.map((state) => `'${state}'`).join(', ')}))::int`)

const loads = sql`(
  select c.id as sms_class_id, (m.handed_at at time zone 'Asia/Shanghai')::date as day, c.name, count(*)::int as total,
      ${inState('queued', 'sending')} as sending, ${inState('sent')} as sent, ${inState('failed')} as failed,
      ${inState('undelivered')} as undelivered, ${inState('unsure')} as unsure,
      coalesce(sum(m.parts) filter (where m.state in ('sent', 'undelivered', 'unsure')), 0)::int as parts,
      coalesce(sum(m.parts * coalesce((p.sms ->> 'partPrice')::numeric, b.part_price)) filter (where m.state in ('sent', 'undelivered', 'unsure')), 0) as cost
    from ${messages} m left join ${pushes} p on p.id = m.push_id and p.kind = 'sms'
    left join ${messageBodies} b on b.id = m.body_id and m.push_id is null
    join ${smsClasses} c on c.id = coalesce(p.sms_class_id, b.sms_class_id)
    where m.channel = 'sms' and m.handed_at >= ${startOfDay('from')} and m.handed_at < ${endOfDay('to')}
    group by c.id, day, c.name) l`

const row = {
  id: sql<string>`l.day || ':' || l.sms_class_id`,
  day: sql<string>`l.day::text`,
  classId: sql<string>`l.sms_class_id::text`,
  className: sql<string>`l.name`,
  total: sql<number>`l.total`,
  sending: sql<number>`l.sending`,
  sent: sql<number>`l.sent`,
  failed: sql<number>`l.failed`,
  undelivered: sql<number>`l.undelivered`,
  unsure: sql<number>`l.unsure`,
  parts: sql<number>`l.parts`,
  cost: sql<string>`l.cost::numeric(14, 2)::text`,
}

type LoadFilters = Omit<SmsLoadQuery, 'from' | 'to'>
const stored = list<SmsLoadRow, LoadFilters>({
  name: 'sms_loads',
  always: sql`true`,
  filters: { classId: { where: sql`l.sms_class_id = ${placeholder('classId')}` } },
  sorts: { day: sql`l.day`, total: sql`l.total` },
  usual: sql`l.day desc`,
  tie: sql`l.sms_class_id` as never,
  fields: row,
  rows: (db) => db.select(row).from(loads),
  matches: (db, where) => db.select({ n: sql`1` }).from(loads).where(where),
})

/** Without a range, all messages ever sent would be counted. */
function daysOf({ from, to }: SmsLoadQuery, now: number) {
  const last = to ?? dayOf(now)
  const first = from ?? addDays(last, 1 - SMS_LOAD_DAYS)
  if (daysBetween(first, last) >= SMS_LOAD_DAYS_MAX)
    throw refuse('invalid', { msg: `请选择 ${SMS_LOAD_DAYS_MAX} 天以内的日期` })
  return { from: first, to: last }
}

const filtersOf = ({ from: _, to: __, ...query }: SmsLoadQuery): LoadFilters => query

export const listSmsLoads = (db: Db, query: SmsLoadQuery) => stored(db, filtersOf(query), daysOf(query, Date.now()))

export const eachSmsLoad = (db: Db, query: SmsLoadQuery, _scope: unknown, limit: number) =>
  stored.each(db, filtersOf(query), daysOf(query, Date.now()), limit)
