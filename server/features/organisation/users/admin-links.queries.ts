// External bindings of a person: mini-programs, WeChat, the visiting assistant.
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Executor, Tx } from '#server/db/connection.ts'
import { applets, userApplets, userSendInfo, visitingAssistants } from '#server/db/schema/authorisation.ts'
import { externalIdentities } from '#server/db/schema/identity.ts'

export const listApplets = (db: Executor, userId: string) =>
  db
    .select({
      id: applets.id,
      appId: applets.appId,
      name: applets.name,
      isLinked: sql<boolean>`${userApplets.userId} is not null`,
    })
    .from(applets)
    .leftJoin(userApplets, and(eq(userApplets.appletId, applets.id), eq(userApplets.userId, userId)))
    .orderBy(asc(applets.id))

export async function countApplets(db: Executor, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  return (await db.select({ id: applets.id }).from(applets).where(inArray(applets.id, ids))).length
}

export async function setApplets(tx: Tx, userId: string, ids: string[]): Promise<void> {
  await tx.delete(userApplets).where(eq(userApplets.userId, userId))
  if (ids.length > 0) await tx.insert(userApplets).values(ids.map((appletId) => ({ userId, appletId })))
}

/** @returns whether there was one */
export async function removeWechat(tx: Tx, userId: string): Promise<boolean> {
  const deleted = await tx
    .delete(externalIdentities)
    .where(and(eq(externalIdentities.userId, userId), eq(externalIdentities.provider, 'wechat')))
    .returning({ id: externalIdentities.id })
  return deleted.length > 0
}

export async function findAssistant(db: Executor, userId: string) {
  const [found] = await db.select().from(visitingAssistants).where(eq(visitingAssistants.userId, userId))
  return found
}

export const removeAssistant = (tx: Tx, userId: string) =>
  tx.delete(visitingAssistants).where(eq(visitingAssistants.userId, userId))

type SendInfo = Omit<typeof userSendInfo.$inferSelect, 'userId'>

const none: SendInfo = { senderName: '', address: '', telephone: '', signature: '' }

/** The sender of pushes. */
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
