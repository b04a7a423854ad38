// Lookups and bulk writes of the import of contacts.

import { and, asc, inArray, isNull, sql } from 'drizzle-orm'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { enterpriseContacts } from '#server/db/schema/members/members.ts'

const columns = {
  id: enterpriseContacts.id,
  version: enterpriseContacts.version,
  enterpriseId: enterpriseContacts.enterpriseId,
  name: enterpriseContacts.name,
  position: enterpriseContacts.position,
  role: enterpriseContacts.role,
  mobile: enterpriseContacts.mobile,
  wechat: enterpriseContacts.wechat,
  email: enterpriseContacts.email,
  remark: enterpriseContacts.remark,
}

/** Of these customers, who still work there. */
export const workingContacts = (db: Executor, enterpriseIds: readonly string[]) =>
  db
    .select(columns)
    .from(enterpriseContacts)
    .where(and(inArray(enterpriseContacts.enterpriseId, [...enterpriseIds]), isNull(enterpriseContacts.leftOn)))
    .orderBy(asc(enterpriseContacts.id))
export type ContactOf = Awaited<ReturnType<typeof workingContacts>>[number]

/** @returns the ids, in the order of the rows */
/** Wherever somebody works and nobody is the main contact, of these customers or of all, the one who was entered first becomes it. */
export async function chooseMain(tx: Tx, enterpriseIds?: readonly string[]): Promise<void> {
  const isConcerned = enterpriseIds ? sql`w.enterprise_id = any(${idArray(enterpriseIds)})` : sql`true`
  await tx.execute(sql`update ${enterpriseContacts} c set is_main = true
    from (select distinct on (w.enterprise_id) w.id from ${enterpriseContacts} w
      where ${isConcerned} and w.left_on is null and not exists (
        select from ${enterpriseContacts} m where m.enterprise_id = w.enterprise_id and m.is_main)
      order by w.enterprise_id, w.id) first
    where c.id = first.id`)
}
