// The bell's messages: notices with their text, registrations in one line.
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { OwnMessage } from '#contract/live/messages.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { pushMessages } from '#server/db/schema/system/system.ts'

const SHOWN_MOST = 50

const field = (name: string) => sql<string>`coalesce(${pushMessages.data} ->> ${sql.raw(`'${name}'`)}, '')`
const isRegistration = sql`${pushMessages.type} = 'register'`

const row = {
  id: sql<string>`${pushMessages.id}::text`,
  title: sql<string>`case when ${isRegistration} then '新的注册申请' else ${field('title')} end`,
  content: sql<string>`case when ${isRegistration}
    then concat_ws(' ', ${field('company')}, ${field('contact')}, ${field('mobile')}, ${field('subProduct')})
    else ${field('content')} end`,
  link: sql<string>`case when ${isRegistration} then '' else ${field('link')} end`,
  sendTime: pushMessages.sendTime,
  isRead: sql<boolean>`${pushMessages.readAt} is not null`,
}

export async function listOwnMessages(db: Db, userId: string): Promise<{ unread: number; records: OwnMessage[] }> {
  const own = eq(pushMessages.userId, userId)
  const [unread, records] = await Promise.all([
    db.$count(pushMessages, and(own, isNull(pushMessages.readAt))),
    db.select(row).from(pushMessages).where(own).orderBy(desc(pushMessages.id)).limit(SHOWN_MOST),
  ])
  return { unread, records }
}

export async function readAll(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(pushMessages)
    .set({ readAt: sql`now()` })
    .where(and(eq(pushMessages.userId, userId), isNull(pushMessages.readAt)))
}
