// Contacts of an enterprise: at most one is the main one.
import { and, eq, sql } from 'drizzle-orm'
import { insertRow, updateRow } from '../../../core/rows/store.ts'
import type { Tx } from '../../../db/connection.ts'
import { enterpriseContacts } from '../../../db/schema/members/members.ts'

type ContactValues = Omit<typeof enterpriseContacts.$inferInsert, 'id' | 'version'>

export const insertContact = (tx: Tx, values: ContactValues): Promise<string> =>
  insertRow(tx, enterpriseContacts, values)

/** @returns the new version */
export const updateContact = (tx: Tx, id: string, values: Partial<ContactValues>): Promise<number> =>
  updateRow(tx, enterpriseContacts, id, values)

/** The enterprise of a contact. */
export async function enterpriseOfContact(tx: Tx, id: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ enterpriseId: enterpriseContacts.enterpriseId })
    .from(enterpriseContacts)
    .where(eq(enterpriseContacts.id, id))
  return found?.enterpriseId
}

/** Clears the main contact before another one is set. */
export const clearMain = (tx: Tx, enterpriseId: string) =>
  tx
    .update(enterpriseContacts)
    .set({ isMain: false, version: sql`${enterpriseContacts.version} + 1` })
    .where(and(eq(enterpriseContacts.enterpriseId, enterpriseId), eq(enterpriseContacts.isMain, true)))

export const deleteContact = (tx: Tx, id: string) => tx.delete(enterpriseContacts).where(eq(enterpriseContacts.id, id))
