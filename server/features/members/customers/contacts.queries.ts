// Contacts of an enterprise: at most one is the main one.
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connection.ts'
import { enterpriseContacts } from '../../../db/schema/members/members.ts'

type ContactValues = Omit<typeof enterpriseContacts.$inferInsert, 'id' | 'version'>

export async function insertContact(tx: Tx, values: ContactValues): Promise<string> {
  const [inserted] = await tx.insert(enterpriseContacts).values(values).returning({ id: enterpriseContacts.id })
  if (!inserted) throw new Error('no contact was stored')
  return inserted.id
}

/** @returns the new version */
export async function updateContact(tx: Tx, id: string, values: Partial<ContactValues>): Promise<number> {
  const [updated] = await tx
    .update(enterpriseContacts)
    .set({ ...values, version: sql`${enterpriseContacts.version} + 1` })
    .where(eq(enterpriseContacts.id, id))
    .returning({ version: enterpriseContacts.version })
  return updated?.version ?? 0
}

/** Which enterprise a contact belongs to. */
export async function enterpriseOfContact(tx: Tx, id: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ enterpriseId: enterpriseContacts.enterpriseId })
    .from(enterpriseContacts)
    .where(eq(enterpriseContacts.id, id))
  return found?.enterpriseId
}

/** The old main contact makes room for another. */
export const clearMain = (tx: Tx, enterpriseId: string) =>
  tx
    .update(enterpriseContacts)
    .set({ isMain: false, version: sql`${enterpriseContacts.version} + 1` })
    .where(and(eq(enterpriseContacts.enterpriseId, enterpriseId), eq(enterpriseContacts.isMain, true)))

export const deleteContact = (tx: Tx, id: string) => tx.delete(enterpriseContacts).where(eq(enterpriseContacts.id, id))
