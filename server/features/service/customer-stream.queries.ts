// What happened with one customer, from the tables that hold it: nothing is copied into a stream of its own.
import { sql } from 'drizzle-orm'
import { isAllowed } from '#contract/access.ts'
import { signUpStateLabels } from '#contract/meetings/sign-up-labels.ts'
import { listCustomerSignUps } from '#contract/meetings/sign-ups.ts'
import { type OrderState, orderStateLabels } from '#contract/members/members.ts'
import { complaintStateLabels } from '#contract/service/complaint-labels.ts'
import { queryComplaints } from '#contract/service/complaints.ts'
import { STREAM_MAX, type StreamKind, type StreamRecord } from '#contract/service/customer-stream.ts'
import { followResultLabels, followWayLabels } from '#contract/service/follow-up-labels.ts'
import { queryFollowUps } from '#contract/service/follow-ups.ts'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'
import { visitStateLabels } from '#contract/visits/visit-labels.ts'
import { queryVisits } from '#contract/visits/visits.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { salesScope, scopeValues } from '#server/core/access/scope.ts'
import type { Db } from '#server/db/connection.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { accountLogs } from '#server/db/schema/members/account-logs.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { orders } from '#server/db/schema/members/orders.ts'
import { users } from '#server/db/schema/organisation.ts'
import { pushes } from '#server/db/schema/push.ts'
import { ofCustomer } from '#server/features/meetings/sign-ups/sign-ups.queries.ts'
import { recordsOf } from '#server/features/members/customers/customers-records.queries.ts'
import { visitsOfCustomer } from '#server/features/visits/visits.queries.ts'
import { listComplaints } from './complaints.queries.ts'
import { listFollowUps } from './follow-ups.queries.ts'

/** Visits are told of so many days. */
const VISIT_DAYS = 90

type Whose = { db: Db; actor: Actor; enterpriseId: string }

const membersInScope = ({ actor, enterpriseId }: Whose) =>
  sql`${members} m where m.enterprise_id = ${enterpriseId} and ${salesScope(actor, sql`m.owner_id`)}`

async function followUpRecords({ db, actor, enterpriseId }: Whose): Promise<StreamRecord[]> {
  if (!isAllowed(queryFollowUps.access, actor)) return []
  const { records } = await listFollowUps(db, { enterpriseId, size: STREAM_MAX }, scopeValues(actor))
  return records.map(({ id, at, way, result, contactName, content, nextOn, nextText, isOpen, authorName }) => ({
    id: `F${id}`,
    at,
    kind: 'followUp',
    title: [followWayLabels[way], contactName, followResultLabels[result]].filter(Boolean).join(' · '),
    text: content,
    note: isOpen ? [`下次 ${nextOn}`, nextText].filter(Boolean).join('：') : '',
    actorName: authorName,
    followUpId: id,
  }))
}

async function complaintRecords({ db, actor, enterpriseId }: Whose): Promise<StreamRecord[]> {
  if (!isAllowed(queryComplaints.access, actor)) return []
  const { records } = await listComplaints(db, { enterpriseId, size: STREAM_MAX }, scopeValues(actor))
  return records.map(({ id, at, way, state, contactName, content, solution, ownerName }) => ({
    id: `C${id}`,
    at,
    kind: 'complaint',
    title: [`投诉（${complaintStateLabels[state]}）`, followWayLabels[way], contactName].filter(Boolean).join(' · '),
    text: content,
    note: solution,
    actorName: ownerName,
    followUpId: null,
  }))
}

const iso = (column: string) => sql.raw(`to_json(${column}) #>> '{}'`)

async function orderRecords(whose: Whose): Promise<StreamRecord[]> {
  const { rows } = await whose.db.execute<
    Record<'id' | 'at' | 'number' | 'item' | 'amount' | 'salesman' | 'reason', string> & { state: OrderState }
  >(sql`select o.id::text, ${iso('o.created_at')} as at, o.number, o.item, o.amount::text, o.state,
      o.close_reason as reason, coalesce(u.real_name, '') as salesman
    from ${orders} o join ${memberAccounts} a on a.id = o.account_id left join ${users} u on u.id = o.salesman_id
    where a.member_id in (select m.id from ${membersInScope(whose)}) order by o.id desc limit ${STREAM_MAX}`)
  return rows.map(({ id, at, number, item, amount, state, reason, salesman }) => ({
    id: `D${id}`,
    at,
    kind: 'order',
    title: `订单（${orderStateLabels[state]}）`,
    text: `${item} · ${amount} 元 · ${number}`,
    note: reason,
    actorName: salesman,
    followUpId: null,
  }))
}

const stateLabels: Readonly<Record<string, string>> = {
  sent: '已发出',
  failed: '发送失败',
  undelivered: '未送达',
  unsure: '是否发出待确认',
}

async function pushRecords(whose: Whose): Promise<StreamRecord[]> {
  const { rows } = await whose.db.execute<Record<'id' | 'at' | 'title' | 'channel' | 'name' | 'state', string>>(
    sql`select t.id::text, ${iso('t.handed_at')} as at, p.title, t.channel, t.recipient_name as name, t.state
      from ${messages} t join ${pushes} p on p.id = t.push_id
      where t.recipient_kind = 'member' and t.state in ('sent', 'failed', 'undelivered', 'unsure') and t.handed_at is not null
        and t.recipient_id in (select m.id from ${membersInScope(whose)}) order by t.id desc limit ${STREAM_MAX}`,
  )
  return rows.map(({ id, at, title, channel, name, state }) => ({
    id: `P${id}`,
    at,
    kind: 'push',
    title: channel === 'sms' ? '短信推送' : '邮件推送',
    text: `${title} → ${name}（${stateLabels[state] ?? state}）`,
    note: '',
    actorName: '',
    followUpId: null,
  }))
}

async function fieldVisitRecords({ db, actor, enterpriseId }: Whose): Promise<StreamRecord[]> {
  if (!isAllowed(queryVisits.access, actor)) return []
  const found = await visitsOfCustomer(db, actor, enterpriseId, STREAM_MAX)
  return found.map(({ id, arrivedAt, plannedAt, state, aim, result, nextOn, nextText, ownerName }) => ({
    id: `S${id}`,
    at: arrivedAt ?? plannedAt,
    kind: 'fieldVisit',
    title: `拜访 · ${visitStateLabels[state]}`,
    text: result || aim,
    note: nextOn === null ? '' : [`下一步 ${nextOn}`, nextText].filter(Boolean).join('：'),
    actorName: ownerName,
    followUpId: null,
    visitId: id,
  }))
}

async function meetingRecords({ db, actor, enterpriseId }: Whose): Promise<StreamRecord[]> {
  if (!isAllowed(listCustomerSignUps.access, actor)) return []
  const found = await ofCustomer(db, enterpriseId, STREAM_MAX)
  return found.map(({ id, appliedAt, state, meetingName, startsOn, name, companions }) => ({
    id: `M${id}`,
    at: appliedAt,
    kind: 'meeting',
    title: `会议报名 · ${signUpStateLabels[state]}`,
    text: `${meetingName}（${startsOn}）`,
    note: companions === 0 ? name : `${name} 等 ${companions + 1} 人`,
    actorName: '',
    followUpId: null,
  }))
}

/** A record for each day, member and sub-product. */
async function visitRecords(whose: Whose): Promise<StreamRecord[]> {
  const { rows } = await whose.db.execute<Record<'id' | 'at' | 'name', string> & { key: SubProductKey; count: number }>(
    sql`select a.id || '.' || (l.at at time zone 'Asia/Shanghai')::date as id, ${iso('max(l.at)')} as at, p.real_name as name,
        a.sub_product as key, count(*)::int as count
      from ${memberAccounts} a join ${members} p on p.id = a.member_id join ${accountLogs} l on l.account_id = a.id
      where a.member_id in (select m.id from ${membersInScope(whose)})
        and l.at >= now() - make_interval(days => ${VISIT_DAYS})
      group by a.id, p.id, (l.at at time zone 'Asia/Shanghai')::date order by max(l.at) desc limit ${STREAM_MAX}`,
  )
  return rows.map(({ id, at, name, key, count }) => ({
    id: `V${id}`,
    at,
    kind: 'visit',
    title: `使用${subProductOf(key).title}`,
    text: `${name} 当天 ${count} 次操作`,
    note: '',
    actorName: '',
    followUpId: null,
  }))
}

const record = (kind: 'grant' | 'owner' | 'registration' | 'edit') => async (whose: Whose) => {
  const found = await recordsOf(whose.db, whose.actor, whose.enterpriseId, kind)
  return found.map(({ reason, ...rest }): StreamRecord => ({ ...rest, note: reason, followUpId: null }))
}

const sources: Readonly<Record<StreamKind, (whose: Whose) => Promise<StreamRecord[]>>> = {
  followUp: followUpRecords,
  complaint: complaintRecords,
  grant: record('grant'),
  order: orderRecords,
  push: pushRecords,
  fieldVisit: fieldVisitRecords,
  visit: visitRecords,
  meeting: meetingRecords,
  registration: record('registration'),
  owner: record('owner'),
  edit: record('edit'),
}

/** Newest first. Callers check the scope of the enterprise. */
export async function streamOf(whose: Whose, kind: StreamKind | undefined): Promise<StreamRecord[]> {
  const wanted = kind ? [sources[kind]] : Object.values(sources)
  const found = await Promise.all(wanted.map((read) => read(whose)))
  return found
    .flat()
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, STREAM_MAX)
}
