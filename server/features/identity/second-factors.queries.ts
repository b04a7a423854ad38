// Second factors and recovery codes as they are stored.
import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Executor, Tx } from '../../db/connection.ts'
import { recoveryCodes, secondFactors } from '../../db/schema/identity.ts'

/** In force, whatever else is stored: a factor counts from its first right code on. */
const inForce = (userId: string) => and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt))

export async function hasSecondFactor(db: Executor, userId: string): Promise<boolean> {
  const rows = await db.select({ userId: secondFactors.userId }).from(secondFactors).where(inForce(userId))
  return rows.length > 0
}

export async function secondFactorState(db: Executor, userId: string) {
  const [[factor], [left]] = await Promise.all([
    db.select({ since: secondFactors.confirmedAt }).from(secondFactors).where(inForce(userId)),
    db
      .select({ n: count() })
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))),
  ])
  return { isOn: factor !== undefined, since: factor?.since ?? null, recoveryCodesLeft: factor ? (left?.n ?? 0) : 0 }
}

/** Locked: a code that two sign-ins bring at once passes once. */
export async function lockSecondFactor(tx: Tx, userId: string) {
  const rows = await tx.select().from(secondFactors).where(eq(secondFactors.userId, userId)).for('update')
  return rows[0]
}

/** A secret that waits for its first right code. @returns false where a factor is in force: it stays as it is */
export async function storeSecret(tx: Tx, userId: string, secret: string): Promise<boolean> {
  const stored = await tx
    .insert(secondFactors)
    .values({ userId, secret })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret, createdAt: sql`now()` },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId })
  return stored.length > 0
}

export const markStep = (tx: Tx, userId: string, lastStep: number) =>
  tx.update(secondFactors).set({ lastStep }).where(eq(secondFactors.userId, userId))

export const putInForce = (tx: Tx, userId: string) =>
  tx.update(secondFactors).set({ confirmedAt: sql`now()` }).where(eq(secondFactors.userId, userId))

/** @returns whether there was one in force */
export async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const deleted = await tx.delete(secondFactors).where(inForce(userId)).returning({ userId: secondFactors.userId })
  return deleted.length > 0
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash })))
}

/** @returns whether the code was there, unused until now */
export async function spendRecoveryCode(tx: Tx, userId: string, hash: string): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hash), isNull(recoveryCodes.usedAt)))
    .returning({ hash: recoveryCodes.hash })
  return used.length > 0
}
