// Contacts with their follow-ups, within the viewer's scope by the owner of the customer.
import { eq, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { ContactFollowQuery, ContactFollowRow } from '#contract/service/contact-follows.ts'
import { salesList } from '#server/core/access/scope.ts'
import { equals, type Filter, list, nameHas } from '#server/core/lists/paging.ts'
import type { Db } from '#server/db/connection.ts'
import { enterpriseContacts, enterprises } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { followUps } from '#server/db/schema/service.ts'

const newest = sql`lateral (select f.at, f.way, f.result, f.mood from ${followUps} f where f.contact_id = ${enterpriseContacts}.id
  order by f.at desc, f.id desc limit 1) newest`
const open = alias(followUps, 'open')
/** By the customer too, whose one open reminder an index finds. */
const isOpen = sql`${open.enterpriseId} = ${enterprises.id} and ${open.nextOn} is not null and ${open.endedById} is null
  and ${open.endedByVisitId} is null
  and ${open.contactId} = ${enterpriseContacts.id}`

const count = sql<number>`(select count(*)::int from ${followUps} f where f.contact_id = ${enterpriseContacts}.id)`

const row = {
  id: enterpriseContacts.id,
  name: enterpriseContacts.name,
  position: enterpriseContacts.position,
  role: enterpriseContacts.role,
  isMain: enterpriseContacts.isMain,
  leftOn: enterpriseContacts.leftOn,
  enterpriseId: enterpriseContacts.enterpriseId,
  enterpriseName: enterprises.name,
  ownerName: sql<string>`coalesce(${users.realName}, '')`,
  mobile: enterpriseContacts.mobile,
  email: enterpriseContacts.email,
  wechat: enterpriseContacts.wechat,
  count,
  lastAt: sql<string | null>`newest.at`.mapWith(followUps.at),
  lastWay: sql<ContactFollowRow['lastWay']>`newest.way`,
  lastResult: sql<ContactFollowRow['lastResult']>`newest.result`,
  lastMood: sql<ContactFollowRow['lastMood']>`newest.mood`,
  silentDays: sql<number | null>`current_date - newest.at::date`,
  nextOn: sql<string | null>`${open.nextOn}::text`,
}

const select = (db: Db, fields: Record<string, PgColumn | SQL>) =>
  db
    .select(fields)
    .from(enterpriseContacts)
    .innerJoin(enterprises, eq(enterprises.id, enterpriseContacts.enterpriseId))
    .leftJoin(open, isOpen)
    .leftJoin(users, eq(users.id, enterprises.ownerId))
    .leftJoin(newest, sql`true`)

const hasLeft = sql`(${enterpriseContacts.leftOn} is not null)`
/** Who left comes last in either direction: that applies to the last of several expressions. */
const leftLast = (by: SQL | PgColumn): SQL => sql`${hasLeft}, ${by}`

const isSilent: Filter = {
  where: sql`coalesce(newest.at::date, '-infinity') <= current_date - ${sql.placeholder('silentFrom')}::int`,
}

export const listContactFollows = salesList((scope, suffix) =>
  list<ContactFollowRow, ContactFollowQuery>({
    name: `contact_follows${suffix}`,
    always: scope(enterprises.ownerId),
    filters: {
      name: nameHas(enterpriseContacts.name, 'name', enterpriseContacts.spelling),
      enterpriseName: nameHas(enterprises.name, 'enterpriseName', enterprises.spelling),
      role: equals(enterpriseContacts.role, 'role'),
      way: { where: sql`newest.way = ${sql.placeholder('way')}` },
      silentFrom: isSilent,
      isNever: { where: sql`(newest.at is null) = ${sql.placeholder('isNever')}::boolean` },
    },
    sorts: {
      name: leftLast(sql`${enterpriseContacts.name} collate "zh-x-icu"`),
      enterpriseName: leftLast(sql`${enterprises.name} collate "zh-x-icu"`),
      count: leftLast(count),
      lastAt: leftLast(sql`newest.at`),
      nextOn: leftLast(sql`${open.nextOn}`),
    },
    usual: leftLast(sql`newest.at desc nulls last`),
    tie: enterpriseContacts.id,
    fields: row,
    rows: (db) => select(db, row),
    ids: (db, where) => select(db, { id: enterpriseContacts.id }).where(where),
    matches: (db, where) => select(db, { n: sql`1` }).where(where),
    isShared: true,
  }),
)
