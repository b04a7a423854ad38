// Durable messages of the live channel: a row for each receiver, there until it is acknowledged, and for 30 days (sweeps.ts).

import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { DurableType, LiveMessage, LivePayload } from '#contract/live/live.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { pushMessages } from '#server/db/schema/system/system.ts'
import type { Change } from './bus.ts'

/** contract.md: transactions commit out of id order, so newer messages are read with an overlap of so many s. */
const OVERLAP_S = 60
/** How many unacknowledged messages are sent, the newest; after weeks away the rest is in lists. */
const UNREAD_MOST = 100
/** Notices older than this stay until they are acknowledged. */
const NOTICES_OPEN_DAYS = 7

export type DurableMessage = LiveMessage<DurableType>
export type Push = DurableMessage & { userId: string }

const message = {
  id: sql<string>`${pushMessages.id}::text`,
  type: pushMessages.type,
  // what it is about concerns the server alone (`openNotices`)
  data: sql`${pushMessages.data} - 'about'`.as('data'),
  sendTime: pushMessages.sendTime,
}
const push = { ...message, userId: pushMessages.userId }

/** Stores a message for each of these people; those connected to any process get it on commit. */
export async function storePush<T extends DurableType>(
  tx: Tx,
  announce: (change: Change) => void,
  { userIds, type, data }: { userIds: readonly string[]; type: T; data: LivePayload<T> },
): Promise<void> {
  if (userIds.length === 0) return
  const { rows } = await tx.execute<{ id: string }>(sql`insert into ${pushMessages} (user_id, type, data)
    select receiver, ${type}, ${JSON.stringify(data)}::jsonb from unnest(${idArray(userIds)}) receiver
    returning id::text`)
  announce({ type: 'pushes', ids: rows.map(({ id }) => id) })
}

/** Dismisses messages whose subject has been handled, in every browser; they are not pushed again. */
export async function settlePushes<T extends DurableType>(
  tx: Tx,
  announce: (change: Change) => void,
  type: T,
  about: Partial<LivePayload<T>>,
): Promise<void> {
  const settled = await tx
    .update(pushMessages)
    .set({ readAt: sql`now()` })
    .where(
      and(
        eq(pushMessages.type, type),
        isNull(pushMessages.readAt),
        sql`${pushMessages.data} @> ${JSON.stringify(about)}::jsonb`,
      ),
    )
    .returning({ id: message.id })
  if (settled.length > 0) announce({ type: 'settled', ids: settled.map(({ id }) => id) })
}

/** Notices of a cause that nobody has taken note of, of the last days, each with the `about` that it was sent with. */
export const openNotices = (tx: Tx, cause: string): Promise<{ id: string; about: string }[]> =>
  tx
    .select({ id: message.id, about: sql<string>`${pushMessages.data} ->> 'about'` })
    .from(pushMessages)
    .where(
      and(
        eq(pushMessages.type, 'notice'),
        isNull(pushMessages.readAt),
        gt(pushMessages.sendTime, sql`now() - make_interval(days => ${NOTICES_OPEN_DAYS})`),
        sql`${pushMessages.data} @> ${JSON.stringify({ cause })}::jsonb and ${pushMessages.data} ->> 'about' <> ''`,
      ),
    )

/** As `settlePushes`, by their ids. */
export async function settleNotices(tx: Tx, announce: (change: Change) => void, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(pushMessages)
    .set({ readAt: sql`now()` })
    .where(inArray(pushMessages.id, [...ids]))
  announce({ type: 'settled', ids: [...ids] })
}

const own = (userId: string) => and(eq(pushMessages.userId, userId), isNull(pushMessages.readAt))

export async function findPushes(db: Executor, ids: string[]): Promise<Push[]> {
  const rows = await db
    .select(push)
    .from(pushMessages)
    .where(and(inArray(pushMessages.id, ids), isNull(pushMessages.readAt)))
    .orderBy(asc(pushMessages.id))
  return rows as unknown as Push[]
}

/** The receivers of these messages, read or not. */
export const findReceivers = (db: Executor, ids: string[]) =>
  db.select({ id: message.id, userId: pushMessages.userId }).from(pushMessages).where(inArray(pushMessages.id, ids))

/** Messages of these people in the last minutes, for a process that may have missed a notification. */
export async function findRecentIds(db: Executor, userIds: string[], seconds: number): Promise<string[]> {
  const rows = await db
    .select({ id: message.id })
    .from(pushMessages)
    .where(
      and(
        inArray(pushMessages.userId, userIds),
        isNull(pushMessages.readAt),
        gt(pushMessages.sendTime, sql`now() - make_interval(secs => ${seconds})`),
      ),
    )
  return rows.map(({ id }) => id)
}

/** Unacknowledged messages newer than `cursor`, with the overlap, in order; of many only the newest. */
export async function findSince(db: Executor, userId: string, cursor: string): Promise<DurableMessage[]> {
  const before = sql`(select send_time from push_messages where id = ${cursor}) - make_interval(secs => ${OVERLAP_S})`
  const rows = await db
    .select(message)
    .from(pushMessages)
    .where(and(own(userId), or(gt(pushMessages.id, cursor), gt(pushMessages.sendTime, before))))
    .orderBy(desc(pushMessages.id))
    .limit(UNREAD_MOST)
  return rows.toReversed() as unknown as DurableMessage[]
}

export async function findUnreadIds(db: Executor, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: message.id })
    .from(pushMessages)
    .where(own(userId))
    .orderBy(desc(pushMessages.id))
    .limit(UNREAD_MOST)
  return rows.map(({ id }) => id)
}

/** Ids of other people's messages are ignored. */
export async function acknowledge(db: Executor, userId: string, ids: string[]): Promise<void> {
  await db
    .update(pushMessages)
    .set({ readAt: sql`now()` })
    .where(and(own(userId), inArray(pushMessages.id, ids)))
}

export async function findMessage(db: Executor, userId: string, id: string): Promise<DurableMessage | null> {
  const [row] = await db
    .select(message)
    .from(pushMessages)
    .where(and(eq(pushMessages.userId, userId), eq(pushMessages.id, id)))
  return (row as DurableMessage | undefined) ?? null
}
