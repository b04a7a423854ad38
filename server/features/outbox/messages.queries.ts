// Messages of the outbox, and the decisions of their keepers.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { RowOutcome } from '#contract/envelope.ts'
import type { MessageChannel, MessageState } from '#contract/outbox/message-labels.ts'
import type { ChannelHealth, MessageDetails, MessageQuery, MessageRow } from '#contract/outbox/messages.ts'
import type { Core } from '#server/core/core.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { endOfDay, equals, list, startOfDay } from '#server/core/lists/paging.ts'
import { unsubscribeLink } from '#server/core/mail/unsubscribe.ts'
import { causeLabels, secretCauses } from '#server/core/outbox/causes.ts'
import { filled, UNSUBSCRIBE } from '#server/core/outbox/compose.ts'
import { lockPushesOf, recountPushesOf, reopenPushesOf } from '#server/core/outbox/push-counts.queries.ts'
import { wakeOutbox } from '#server/core/outbox/queue.ts'
import { recipientHas } from '#server/core/outbox/recipients.queries.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { files } from '#server/db/schema/core/files.ts'
import { messageBodies, messageBounces, messageRates, messages } from '#server/db/schema/core/outbox.ts'

const row = {
  id: messages.id,
  channel: messages.channel,
  recipientName: messages.recipientName,
  address: sql<string>`case when ${messages.channel} = 'sms'
    then overlay(${messages.address} placing '****' from 4 for 4) else ${messages.address} end`,
  /** The subject of a short message is only the number of its template, so that its text is shown instead. */
  subject: sql<string>`case when ${messages.channel} = 'sms' then coalesce(${messageBodies.text}, ${messages.body})
    else coalesce(${messageBodies.subject}, ${messages.subject}) end`,
  causeName: messages.cause,
  state: messages.state,
  reason: messages.reason,
  attempts: messages.attempts,
  isBounced: sql<boolean>`${messages.channel} = 'mail' and exists (select from ${messageBounces} b
    where b.address = lower(${messages.address}))`,
  notBefore: messages.notBefore,
  createdAt: messages.createdAt,
  handedAt: messages.handedAt,
  endedAt: messages.endedAt,
  fields: messages.fields,
}

type Stored = MessageRow & { fields: Record<string, string> | null }

const SMS_TITLE_CHARS = 40
const titleOf = (channel: MessageChannel, text: string) =>
  channel === 'sms' && text.length > SMS_TITLE_CHARS ? `${text.slice(0, SMS_TITLE_CHARS)}…` : text

const HIDDEN = '******'

/** The values of its fields: of a secret message hidden, as who reads them here could use them. */
const fieldsOf = ({ causeName, fields }: Stored): Record<string, string> =>
  secretCauses.has(causeName)
    ? Object.fromEntries(Object.keys(fields ?? {}).map((name) => [name, HIDDEN]))
    : (fields ?? {})

/** Adds the label of the cause, and fills the fields of the subject. */
function shown<Row extends Stored>(stored: Row) {
  const { fields: _fields, ...message } = stored
  return {
    ...message,
    causeName: causeLabels.get(message.causeName) ?? message.causeName,
    subject: titleOf(message.channel, filled(message.subject, fieldsOf(stored))),
  }
}

const stored = list<Stored, MessageQuery>({
  name: 'outbox_messages',
  always: sql`true`,
  filters: {
    state: equals(messages.state, 'state'),
    channel: equals(messages.channel, 'channel'),
    cause: equals(messages.cause, 'cause'),
    recipient: recipientHas('recipient'),
    pushId: { where: sql`${messages.pushId} = ${sql.placeholder('pushId')}` },
    from: { where: sql`${messages.createdAt} >= ${startOfDay('from')}` },
    to: { where: sql`${messages.createdAt} < ${endOfDay('to')}` },
  },
  sorts: { createdAt: messages.createdAt, endedAt: messages.endedAt, attempts: messages.attempts },
  usual: sql`${messages.id} desc`,
  tie: messages.id,
  fields: row,
  rows: (db) => db.select(row).from(messages).leftJoin(messageBodies, eq(messageBodies.id, messages.bodyId)),
  matches: (db, where) => db.select({ n: sql`1` }).from(messages).where(where),
})

export async function pageOfMessages(db: Db, query: MessageQuery) {
  const page = await stored(db, query)
  return { ...page, records: page.records.map(shown) }
}

export async function findMessageDetails(
  { db, config }: Pick<Core, 'db' | 'config'>,
  id: string,
): Promise<MessageDetails> {
  const [found] = await db
    .select({
      ...row,
      key: sql<string>`case when ${messages.key} <> '' then ${messages.key}
        else 'push:' || ${messages.pushId} || ':' || coalesce(${messages.recipientId}::text, '') end`,
      recipientKind: messages.recipientKind,
      text: sql<string>`coalesce(${messageBodies.text}, ${messages.body})`,
      link: messages.link,
      topic: messageBodies.topic,
      pushId: messages.pushId,
      providerRef: messages.providerRef,
      deliveredAt: messages.deliveredAt,
      clearedAt: messages.clearedAt,
      attachments: sql<string[]>`array(select f.name from ${files} f where f.id = any(${messageBodies.attachmentIds}))`,
    })
    .from(messages)
    .leftJoin(messageBodies, eq(messageBodies.id, messages.bodyId))
    .where(eq(messages.id, id))
  if (!found) throw refuse('notFound')
  const values = { [UNSUBSCRIBE]: unsubscribeLink(config, found.address, found.topic), ...fieldsOf(found) }
  return { ...shown(found), text: filled(found.text, values) }
}

const named = ({ subject, recipientName, address }: { subject: string; recipientName: string; address: string }) =>
  [subject, recipientName || address].filter(Boolean).join(' · ') || '消息'

type Change = { from: readonly MessageState[]; wrong: string; set: PgUpdateSetSource<typeof messages> }

const CLEARED = '内容已过保存期，不能再处理'

/**
 * Locks the messages and changes those in the right state; the others get a refusal. Updates the counts of their
 * pushes.
 */
async function change(tx: Tx, ids: readonly string[], { from, wrong, set }: Change): Promise<RowOutcome[]> {
  await lockPushesOf(tx, ids)
  const found = await tx
    .select()
    .from(messages)
    .where(inArray(messages.id, [...ids]))
    .orderBy(messages.id)
    .for('update')
  const hasContent = ({ clearedAt }: { clearedAt: string | null }) => clearedAt === null
  const right = found.filter((message) => from.includes(message.state) && hasContent(message)).map(({ id }) => id)
  if (right.length > 0) {
    await tx.update(messages).set(set).where(inArray(messages.id, right))
    await (set.state === 'queued' ? reopenPushesOf : recountPushesOf)(tx, right)
  }
  const here = new Map(found.map((message) => [message.id, message]))
  return ids.map((id) => {
    const message = here.get(id)
    const ok = right.includes(id)
    return {
      id,
      name: message ? named(message) : '',
      ok,
      msg: ok ? '' : !message ? '消息不存在' : hasContent(message) ? wrong : CLEARED,
    }
  })
}

/** Resets a message to untried. */
const anew = {
  state: 'queued' as const,
  reason: '',
  attempts: 0,
  sender: null,
  handover: null,
  providerRef: '',
  notBefore: sql`now()`,
  handedAt: null,
  endedAt: null,
  receiptAt: null,
  deliveredAt: null,
}

export async function sendAgain(tx: Tx, ids: readonly string[]): Promise<RowOutcome[]> {
  const rows = await change(tx, ids, {
    from: ['failed', 'undelivered', 'withheld'],
    wrong: '只能重新发送失败、未送达和未发送的消息',
    set: anew,
  })
  await wakeOutbox(tx)
  return rows
}

export const withhold = (tx: Tx, ids: readonly string[], by: string): Promise<RowOutcome[]> =>
  change(tx, ids, {
    from: ['queued'],
    wrong: '只能取消排队中的消息',
    set: { state: 'withheld', reason: `由 ${by} 取消`, handover: null, endedAt: sql`now()` },
  })

export async function decide(tx: Tx, ids: readonly string[], hasArrived: boolean, by: string): Promise<RowOutcome[]> {
  const rows = await change(tx, ids, {
    from: ['unsure'],
    wrong: '不是待核实的消息',
    set: hasArrived ? { state: 'sent', reason: `由 ${by} 核实已送达`, sender: null, receiptAt: null } : anew,
  })
  if (!hasArrived) await wakeOutbox(tx)
  return rows
}

/** Deletes the bounce records of these messages' addresses, so that mail goes there again. */
export async function clearMarks(tx: Tx, ids: readonly string[]): Promise<RowOutcome[]> {
  const found = await tx
    .select()
    .from(messages)
    .where(inArray(messages.id, [...ids]))
  const addresses = found.map(({ address }) => address.toLowerCase())
  const deleted = await tx.delete(messageBounces).where(inArray(messageBounces.address, addresses)).returning()
  const cleared = new Set(deleted.map(({ address }) => address))
  const here = new Map(found.map((message) => [message.id, message]))
  return ids.map((id) => {
    const message = here.get(id)
    const ok = message !== undefined && message.channel === 'mail' && cleared.has(message.address.toLowerCase())
    const why = message ? '这个邮箱没有退信记录' : '消息不存在'
    return { id, name: message ? named(message) : '', ok, msg: ok ? '' : why }
  })
}

type Figures = Omit<ChannelHealth, 'isSetUp' | 'settings' | 'rate' | 'resting'>

/** Counts of waiting and finished messages, for each channel that has any. */
export async function readFigures(db: Db): Promise<Figures[]> {
  const { rows } = await db.execute<Figures>(sql`
    with waiting as (select channel, count(*) filter (where not_before <= now())::int as queued,
        count(*) filter (where not_before > now())::int as later,
        coalesce(extract(epoch from now() - min(not_before) filter (where not_before <= now())), 0)::int as "oldestS"
      from ${messages} where state = 'queued' group by channel),
    done as (select channel, count(*) filter (where state = 'sent' and ended_at > now() - interval '1 minute')::int
          as "sentLastMinute",
        count(*) filter (where state = 'sent')::int as "sentLastDay",
        count(*) filter (where state in ('failed', 'undelivered'))::int as "failedLastDay"
      from ${messages} where ended_at > now() - interval '1 day' and cleared_at is null group by channel),
    open as (select channel, count(*)::int as unsure from ${messages}
      where state in ('failed', 'undelivered', 'unsure') and state = 'unsure' group by channel)
    select channel, coalesce(queued, 0) as queued, coalesce(later, 0) as later, coalesce("oldestS", 0) as "oldestS",
      coalesce("sentLastMinute", 0) as "sentLastMinute", coalesce("sentLastDay", 0) as "sentLastDay",
      coalesce("failedLastDay", 0) as "failedLastDay", coalesce(unsure, 0) as unsure
    from waiting full join done using (channel) full join open using (channel)`)
  return rows
}

/** Providers paused by an error, by name. The pause between two messages has no reason and does not count. */
export async function readResting(db: Db): Promise<{ provider: string; until: string; reason: string }[]> {
  return await db
    .select({ provider: messageRates.provider, until: messageRates.nextAt, reason: messageRates.reason })
    .from(messageRates)
    .where(and(sql`${messageRates.nextAt} > now()`, sql`${messageRates.reason} <> ''`))
}

export const channelOf = (provider: string) => (provider.split(':')[0] ?? '') as MessageChannel
