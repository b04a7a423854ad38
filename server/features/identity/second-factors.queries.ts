// Second factors and recovery codes as they are stored.
import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Executor, Tx } from '#server/db/connection.ts'
import { recoveryCodes, secondFactors } from '#server/db/schema/identity.ts'

/** Enabled: a factor counts once its first code was confirmed. */
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

/** Locked, so that of two concurrent sign-ins one uses the code. */
export async function lockSecondFactor(tx: Tx, userId: string) {
  const rows = await tx.select().from(secondFactors).where(eq(secondFactors.userId, userId)).for('update')
  return rows[0]
}

/** Stores a pending secret. @returns false where a factor is enabled, which stays as it is */
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

export const markConfirmed = (tx: Tx, userId: string) =>
  tx.update(secondFactors).set({ confirmedAt: sql`now()` }).where(eq(secondFactors.userId, userId))

/** @returns whether one was enabled */
export async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const deleted = await tx.delete(secondFactors).where(inForce(userId)).returning({ userId: secondFactors.userId })
  return deleted.length > 0
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash })))
}

/** @returns whether the code existed and was unused */
export async function spendRecoveryCode(tx: Tx, userId: string, hash: string): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hash), isNull(recoveryCodes.usedAt)))
    .returning({ hash: recoveryCodes.hash })
  return used.length > 0
}
