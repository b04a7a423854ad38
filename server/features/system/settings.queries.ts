// Settings in a person's own account row.
import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { users } from '#server/db/schema/organisation.ts'

export async function getSettings(db: Db, userId: string) {
  const [settings] = await db
    .select({
      id: users.id,
      pageOpenMethod: users.pageOpenMethod,
      priceReview: users.priceReview,
      newReview: users.newReview,
      reportReview: users.reportReview,
      transactionPriceReview: users.transactionPriceReview,
    })
    .from(users)
    .where(eq(users.id, userId))
  if (!settings) throw new Error(`user ${userId} is signed in and not there`)
  return settings
}

type Change = Partial<Omit<Awaited<ReturnType<typeof getSettings>>, 'id'>>

/** Keeps the row's version: no account form edits these fields, so that open forms do not become stale. */
export async function changeSettings(db: Db, userId: string, change: Change): Promise<void> {
  await db.update(users).set(change).where(eq(users.id, userId))
}
