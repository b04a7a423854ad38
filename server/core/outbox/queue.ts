/**
 * The writing end of the outbox. Messages are queued in the transaction of the act that causes them; the processes send them
 * after the commit (`sender.ts`), unless their cause (`causes.ts`) withholds them.
 *
 * A set of recipients in the database is queued by one `insert into messages … select …` with a `push_id`, followed
 * by `wakeOutbox(tx)`.
 */

import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  type MessageChannel,
  type NoticeEvent,
  noticeEvents,
  type RecipientKind,
} from '#contract/outbox/message-labels.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { messages, userNotices } from '#server/db/schema/core/outbox.ts'
import { externalIdentities } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/organisation.ts'
import { pushMessages } from '#server/db/schema/system/system.ts'
import { notifyChange } from '../live/bus.ts'

export type NewMessage = {
  /** The same cause to the same recipient once: a second row with the key is not added. */
  key: string
  channel: MessageChannel
  /** Mail address, mobile number, id at WeCom, name of a robot ('' the first one); '' for the bell. */
  address: string
  recipientKind: RecipientKind
  recipientId: string | null
  recipientName?: string
  subject?: string
  body?: string
  /** A row of `message_bodies` instead of a subject and body of its own. */
  bodyId?: string
  /** What fills `{{…}}` in the body. */
  fields?: Record<string, string>
  link?: string
  /** Of a short message, as the provider counts it. */
  parts?: number
  pushId?: string
  /** Name of a registered cause, and its key for the check at the claim. */
  cause: string
  about?: string
  notBefore?: string
}

/** Rows of one statement. */
const BATCH = 5_000

/** Wakes the senders on commit, before their next poll. */
export const wakeOutbox = (tx: Executor) => notifyChange(tx, { type: 'messages' })

/** Messages to the bell are there with the commit: they have no provider. @returns how many were new */
export async function queueMessages(tx: Tx, rows: readonly NewMessage[]): Promise<number> {
  let added = 0
  for (let from = 0; from < rows.length; from += BATCH)
    added += await insertMessages(tx, rows.slice(from, from + BATCH))
  if (added > 0) await wakeOutbox(tx)
  return added
}

const columns = {
  key: 'text',
  channel: 'text',
  address: 'text',
  recipientKind: 'text',
  recipientId: 'bigint',
  recipientName: 'text',
  subject: 'text',
  body: 'text',
  bodyId: 'bigint',
  fields: 'jsonb',
  link: 'text',
  parts: 'smallint',
  pushId: 'bigint',
  cause: 'text',
  about: 'text',
  notBefore: 'timestamptz',
} as const satisfies Record<keyof NewMessage, string>

/** Rows as a derived table: shared values once, the others as one array each, which PostgreSQL reads twice as fast as JSON. */
function tableOf(rows: readonly NewMessage[]) {
  const cellOf = (row: NewMessage, name: keyof NewMessage) =>
    name === 'fields' ? row.fields && JSON.stringify(row.fields) : row[name]
  const selected: SQL[] = []
  const arrays: SQL[] = []
  const names: SQL[] = []
  for (const [column, type] of Object.entries(columns)) {
    const name = column as keyof NewMessage
    const values = rows.map((row) => cellOf(row, name) ?? null)
    const of = sql.identifier(name)
    if (name !== 'key' && values.every((value) => value === values[0])) {
      selected.push(sql`${values[0]}::${sql.raw(type)} as ${of}`)
      continue
    }
    selected.push(sql`${of}`)
    names.push(sql`${of}`)
    arrays.push(sql`${sql.param(values)}::${sql.raw(type)}[]`)
  }
  const comma = sql`, `
  return sql`(select ${sql.join(selected, comma)} from unnest(${sql.join(arrays, comma)}) as r(${sql.join(names, comma)})) r`
}

/** Nothing is read back of what is inserted: for 100,000 that would cost as much as an index. */
async function insertMessages(tx: Tx, rows: readonly NewMessage[]): Promise<number> {
  const inserted = sql`
    insert into ${messages} (key, channel, address, recipient_kind, recipient_id, recipient_name, subject, body, body_id,
        fields, link, parts, push_id, cause, about, not_before, state, ended_at)
      select key, channel, address, "recipientKind", "recipientId", coalesce("recipientName", ''),
        coalesce(subject, ''), coalesce(body, ''), "bodyId", fields, coalesce(link, ''), parts, "pushId", cause,
        coalesce(about, ''), coalesce("notBefore", now()), case channel when 'bell' then 'sent' else 'queued' end,
        case channel when 'bell' then now() end
      from ${tableOf(rows)}
      on conflict do nothing`
  if (rows.every(({ channel }) => channel !== 'bell')) return (await tx.execute(inserted)).rowCount ?? 0
  const { rows: counted } = await tx.execute<{ added: number; bells: string[] }>(sql`
    with added as (${inserted} returning id, channel, recipient_id, subject, body, link, cause, about),
    bells as (
      insert into ${pushMessages} (user_id, type, data)
        select recipient_id, 'notice', jsonb_build_object('title', subject, 'content', body, 'link', link, 'cause', cause, 'about', about)
        from added where channel = 'bell' order by id
        returning id)
    select (select count(*)::int from added) as added, array(select id::text from bells) as bells`)
  const [{ added, bells } = { added: 0, bells: [] }] = counted
  if (bells.length > 0) await notifyChange(tx, { type: 'pushes', ids: bells })
  return added
}

export type StaffNotice = {
  event: NoticeEvent
  /** Deduplication key: a person gets one notice of the same thing. */
  key: string
  userIds: readonly string[]
  title: string
  text: string
  /** The page of the console where it is seen to, from `/` on. */
  link: string
  /** For the cause's check at the claim. */
  about?: string
}

/** What the cause of a staff notice is called. */
export const noticeCauseOf = (event: NoticeEvent) => `notice.${event}`

/** spec §2: the columns of `users` that switch the four notices. */
const switches: Partial<Record<NoticeEvent, SQLWrapper>> = {
  priceReview: users.priceReview,
  articleReview: users.newReview,
  reportReview: users.reportReview,
  transactionPriceReview: users.transactionPriceReview,
}

/** Whether a person of `users` has the notice switched on. */
export function isSwitchedOn(event: NoticeEvent) {
  if (noticeEvents[event].usual === 'always') return sql`true`
  const column = switches[event]
  if (column) return sql`${column} = 1`
  const isChanged = sql`exists (select 1 from ${userNotices} n where n.user_id = ${users.id} and n.event = ${event})`
  return noticeEvents[event].usual === 'on' ? sql`not ${isChanged}` : isChanged
}

/** Recipients: accounts in use. */
export const isReachable = sql`(${users.deletedAt} is null and ${users.status} = 'enabled' and not ${users.locked}
  and (${users.expiresAt} is null or ${users.expiresAt} >= current_date))`

/** A registration has a message of its own in the bell (`register`), a lead too. */
const withoutBell: ReadonlySet<NoticeEvent> = new Set(['registration', 'shareLead'])

/**
 * Notifies those of these people who have the notice switched on: in the bell, and through WeCom, personally where they are
 * bound to it, otherwise through the robot. @returns how many messages were new
 */
export async function noticeStaff(tx: Tx, notice: StaffNotice): Promise<number> {
  const { event, key, userIds, title: subject, text: body, link, about = '' } = notice
  if (userIds.length === 0) return 0
  const { rows } = await tx.execute<{ id: string; name: string; wecom: string | null }>(sql`
    select ${users.id}::text as id, ${users.realName} as name, e.subject as wecom from ${users}
    left join ${externalIdentities} e on e.user_id = ${users.id} and e.provider = 'wecom'
    where ${users.id} = any(${idArray(userIds)}) and ${isReachable} and ${isSwitchedOn(event)}
    order by ${users.id}`)
  const queued = rows.flatMap(({ id, name, wecom }): NewMessage[] => {
    const common = { recipientKind: 'user' as const, recipientId: id, recipientName: name, subject, body, link, about }
    const of = (channel: MessageChannel, address: string): NewMessage => ({
      ...common,
      key: `${event}:${key}:${id}:${channel === 'bell' ? 'bell' : 'wecom'}`,
      channel,
      address,
      cause: noticeCauseOf(event),
    })
    const alert = wecom === null ? of('wecomRobot', '') : of('wecomApplication', wecom)
    return withoutBell.has(event) ? [alert] : [of('bell', ''), alert]
  })
  return queueMessages(tx, queued)
}
