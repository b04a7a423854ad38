// The sender as pushes name it.
import { eq } from 'drizzle-orm'
import type { Executor, Tx } from '../../../db/connection.ts'
import { userSendInfo } from '../../../db/schema/authorisation.ts'

export type SendInfo = Omit<typeof userSendInfo.$inferSelect, 'userId'>

const none: SendInfo = { senderName: '', address: '', telephone: '', signature: '' }

export async function getSendInfo(db: Executor, userId: string): Promise<SendInfo> {
  const [found] = await db.select().from(userSendInfo).where(eq(userSendInfo.userId, userId))
  if (!found) return none
  const { userId: _, ...info } = found
  return info
}

export const setSendInfo = (tx: Tx, userId: string, info: SendInfo) =>
  tx
    .insert(userSendInfo)
    .values({ userId, ...info })
    .onConflictDoUpdate({ target: userSendInfo.userId, set: info })
