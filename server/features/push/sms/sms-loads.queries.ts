// What was handed to the provider of short messages, counted by day and class.
import { sql } from 'drizzle-orm'
import type { SmsLoadQuery, SmsLoadRow } from '../../../../contract/push/sms-loads.ts'
import { list } from '../../../core/lists/paging.ts'
import type { Executor, Tx } from '../../../db/connection.ts'
import { messageOptOuts, messages } from '../../../db/schema/core/outbox.ts'
import { pushes, smsClasses } from '../../../db/schema/push.ts'

const { placeholder } = sql
const inState = (...states: string[]) =>
  sql.raw(`count(*) filter (where m.state in (${states.map((state) => `'${state}'`).join(', ')}))::int`)

const loads = sql`(
  select p.sms_class_id, (m.handed_at at time zone 'Asia/Shanghai')::date as day, c.name, count(*)::int as total,
      ${inState('queued', 'sending')} as sending, ${inState('sent')} as sent, ${inState('failed')} as failed,
      ${inState('undelivered')} as undelivered, ${inState('unsure')} as unsure,
      coalesce(sum(m.parts) filter (where m.state in ('sent', 'undelivered', 'unsure')), 0)::int as parts,
      coalesce(sum(m.parts * (p.sms ->> 'partPrice')::numeric) filter (where m.state in ('sent', 'undelivered', 'unsure')), 0) as cost
    from ${messages} m join ${pushes} p on p.id = m.push_id and p.kind = 'sms'
    join ${smsClasses} c on c.id = p.sms_class_id
    where m.handed_at is not null
    group by p.sms_class_id, day, c.name) l`

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

export const listSmsLoads = list<SmsLoadRow, SmsLoadQuery>({
  name: 'sms_loads',
  always: sql`true`,
  filters: {
    classId: { where: sql`l.sms_class_id = ${placeholder('classId')}` },
    from: { where: sql`l.day >= ${placeholder('from')}::date` },
    to: { where: sql`l.day <= ${placeholder('to')}::date` },
  },
  sorts: { day: sql`l.day`, total: sql`l.total` },
  usual: sql`l.day desc`,
  tie: sql`l.sms_class_id` as never,
  fields: row,
  rows: (db) => db.select(row).from(loads),
  matches: (db, where) => db.select({ n: sql`1` }).from(loads).where(where),
})

export const optedOutOf = async (db: Executor, mobiles: readonly string[]): Promise<Set<string>> => {
  const { rows } = await db.execute<{ address: string }>(sql`
    select address from ${messageOptOuts} where channel = 'sms' and address = any(${sql.param([...mobiles])}::text[])`)
  return new Set(rows.map(({ address }) => address))
}

export const insertOptOuts = (tx: Tx, mobiles: readonly string[]) =>
  tx.execute(sql`insert into ${messageOptOuts} (channel, address)
    select 'sms', unnest(${sql.param([...mobiles])}::text[]) on conflict do nothing`)
