// Contacts of an enterprise: at most one is the main one.
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Contact, ContactQuery, ContactRow, DoubleBy } from '#contract/members/contacts.ts'
import type { FollowWay } from '#contract/service/follow-up-labels.ts'
import { salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { equals, list, nameHas, phoned } from '#server/core/lists/paging.ts'
import { insertRow, updateRow } from '#server/core/rows/store.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { enterpriseContacts, enterprises } from '#server/db/schema/members/members.ts'
import { followUps } from '#server/db/schema/service.ts'

type ContactValues = Omit<typeof enterpriseContacts.$inferInsert, 'id' | 'version'>

const contact = {
  id: enterpriseContacts.id,
  version: enterpriseContacts.version,
  name: enterpriseContacts.name,
  position: enterpriseContacts.position,
  role: enterpriseContacts.role,
  mobile: enterpriseContacts.mobile,
  wechat: enterpriseContacts.wechat,
  email: enterpriseContacts.email,
  isMain: enterpriseContacts.isMain,
  leftOn: enterpriseContacts.leftOn,
  remark: enterpriseContacts.remark,
}

/** The main one first, those who left last. */
export const contactsOf = (db: Executor, enterpriseId: string): Promise<Contact[]> =>
  db
    .select(contact)
    .from(enterpriseContacts)
    .where(eq(enterpriseContacts.enterpriseId, enterpriseId))
    .orderBy(
      sql`${enterpriseContacts.isMain} desc, ${enterpriseContacts.leftOn} desc nulls first`,
      enterpriseContacts.id,
    )

const last = (column: string) => sql`(select f.${sql.raw(column)} from ${followUps} f
  where f.contact_id = ${enterpriseContacts}.id order by f.at desc, f.id desc limit 1)`
const lastAt = last('at')
const followed = sql<number>`(select count(*)::int from ${followUps} f where f.contact_id = ${enterpriseContacts}.id)`

const isSame = {
  mobile: sql`(d.mobile <> '' and d.mobile = ${enterpriseContacts}.mobile)`,
  email: sql`(d.email <> '' and lower(d.email) = lower(${enterpriseContacts}.email))`,
  name: sql`text_key(d.name) = text_key(${enterpriseContacts}.name)`,
}
/** Others `d` of the same enterprise who may be the same person. */
const doubles = sql`${enterpriseContacts} d where d.enterprise_id = ${enterpriseContacts}.enterprise_id
  and d.id <> ${enterpriseContacts}.id and (${isSame.mobile} or ${isSame.email} or ${isSame.name})`

const row = {
  ...contact,
  followUps: followed,
  lastAt: sql<string | null>`${lastAt}`.mapWith(followUps.at),
  lastWay: sql<ContactRow['lastWay']>`${last('way')}`,
  lastResult: sql<ContactRow['lastResult']>`${last('result')}`,
  doubles: sql<{ id: string; name: string; by: DoubleBy }[]>`coalesce((
    select json_agg(json_build_object('id', d.id::text, 'name', d.name, 'by',
      case when ${isSame.mobile} then 'mobile' when ${isSame.email} then 'email' else 'name' end) order by d.id)
    from ${doubles}), '[]')`,
}

export const listContacts = salesList((scope, suffix) =>
  list<ContactRow, ContactQuery>({
    name: `contacts${suffix}`,
    always: scope(enterprises.ownerId),
    filters: {
      enterpriseId: equals(enterpriseContacts.enterpriseId, 'enterpriseId'),
      name: nameHas(enterpriseContacts.name, 'name', enterpriseContacts.spelling),
      mobile: phoned(enterpriseContacts.mobile, 'mobile'),
      role: equals(enterpriseContacts.role, 'role'),
      hasLeft: { where: sql`(${enterpriseContacts.leftOn} is not null) = ${sql.placeholder('hasLeft')}` },
      hasDoubles: { where: sql`exists (select 1 from ${doubles}) = ${sql.placeholder('hasDoubles')}` },
    },
    sorts: { name: sql`${enterpriseContacts.name} collate "zh-x-icu"`, followUps: followed, lastAt },
    usual: sql`${enterpriseContacts.isMain} desc, ${enterpriseContacts.leftOn} desc nulls first, ${lastAt} desc nulls last`,
    tie: enterpriseContacts.id,
    fields: row,
    rows: (db) =>
      db
        .select(row)
        .from(enterpriseContacts)
        .innerJoin(enterprises, eq(enterprises.id, enterpriseContacts.enterpriseId)),
    matches: (db, where) =>
      db
        .select({ n: sql`1` })
        .from(enterpriseContacts)
        .innerJoin(enterprises, eq(enterprises.id, enterpriseContacts.enterpriseId))
        .where(where),
  }),
)

export const insertContact = (tx: Tx, values: ContactValues): Promise<string> =>
  insertRow(tx, enterpriseContacts, values)

/** @returns the new version */
export const updateContact = (tx: Tx, id: string, values: Partial<ContactValues>): Promise<number> =>
  updateRow(tx, enterpriseContacts, id, values)

/** The enterprise of a contact, within scope. */
export async function enterpriseOfContact(tx: Tx, viewer: Viewer, id: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ enterpriseId: enterpriseContacts.enterpriseId })
    .from(enterpriseContacts)
    .innerJoin(enterprises, eq(enterprises.id, enterpriseContacts.enterpriseId))
    .where(and(eq(enterpriseContacts.id, id), salesScope(viewer, enterprises.ownerId)))
  return found?.enterpriseId
}

/** Clears the main contact before another one is set. */
export const clearMain = (tx: Tx, enterpriseId: string) =>
  tx
    .update(enterpriseContacts)
    .set({ isMain: false, version: sql`${enterpriseContacts.version} + 1` })
    .where(and(eq(enterpriseContacts.enterpriseId, enterpriseId), eq(enterpriseContacts.isMain, true)))

export const deleteContact = (tx: Tx, id: string) => tx.delete(enterpriseContacts).where(eq(enterpriseContacts.id, id))

/** Newest first. */
export const followUpsOf = (tx: Tx, contactId: string): Promise<{ id: string; at: string; way: FollowWay }[]> =>
  tx
    .select({ id: followUps.id, at: followUps.at, way: followUps.way })
    .from(followUps)
    .where(eq(followUps.contactId, contactId))
    .orderBy(desc(followUps.at), desc(followUps.id))

/** Whoever edits one of them at that moment gets 601: the contact that they chose is gone. */
export const moveFollowUps = (tx: Tx, fromId: string, toId: string) =>
  tx
    .update(followUps)
    .set({ contactId: toId, version: sql`${followUps.version} + 1` })
    .where(eq(followUps.contactId, fromId))
