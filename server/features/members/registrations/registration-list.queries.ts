// Registrations for list and details, within the viewer's scope.

import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { RegistrationQuery, RegistrationRow, RegistrationStep } from '#contract/members/registration-handling.ts'
import { mobileOf } from '#contract/typed-text.ts'
import { maskedMobile } from '#server/core/access/masks.ts'
import { salesList, scopeValues } from '#server/core/access/scope.ts'
import { endOfDay, equals, type Filter, list, nameHas, startOfDay } from '#server/core/lists/paging.ts'
import type { Db, Executor } from '#server/db/connection.ts'
import { enterprises, members } from '#server/db/schema/members/members.ts'
import { registrationSteps, registrations } from '#server/db/schema/members/registrations.ts'
import { users } from '#server/db/schema/organisation.ts'
import { type RegistrationViewer, registrationScope, seesUnowned } from './registrations.queries.ts'

const row = {
  id: registrations.id,
  createdAt: registrations.createdAt,
  company: registrations.company,
  contact: registrations.contact,
  mobile: maskedMobile(registrations.mobile),
  subProduct: registrations.subProduct,
  province: registrations.province,
  source: registrations.source,
  state: registrations.state,
  ownerId: registrations.ownerId,
  ownerName: sql<string>`coalesce(${users.realName}, '')`,
  firstContactAt: registrations.firstContactAt,
  closedAt: registrations.closedAt,
}

export const listScope = (viewer: RegistrationViewer) => ({ ...scopeValues(viewer), seesUnowned: seesUnowned(viewer) })

/** Matches the whole number or its last four digits, so that nobody finds a masked number by guessing parts of it. */
const byMobile: Filter = {
  where: sql`(${registrations.mobile} = ${sql.placeholder('mobile')}
    or right(${registrations.mobile}, 4) = ${sql.placeholder('mobile')})`,
  value: mobileOf,
}
const whether = (condition: ReturnType<typeof sql>, name: string): Filter => ({
  where: sql`(${condition}) = ${sql.placeholder(name)}`,
})

export const listRegistrations = salesList((scope, suffix) =>
  list<RegistrationRow, RegistrationQuery>({
    name: `registrations${suffix}`,
    // a switch that is off adds no condition
    always: ({ seesUnowned }) => {
      const own = scope(registrations.ownerId)
      return suffix !== '' && seesUnowned === true ? sql`(${own} or ${registrations.ownerId} is null)` : own
    },
    filters: {
      company: nameHas(registrations.company, 'company', registrations.companySpelling),
      contact: nameHas(registrations.contact, 'contact', registrations.contactSpelling),
      mobile: byMobile,
      subProduct: equals(registrations.subProduct, 'subProduct'),
      province: equals(registrations.province, 'province'),
      source: equals(registrations.source, 'source'),
      state: equals(registrations.state, 'state'),
      ownerId: equals(registrations.ownerId, 'ownerId'),
      isOpen: whether(sql`${registrations.closedAt} is null`, 'isOpen'),
      isOwned: whether(sql`${registrations.ownerId} is not null`, 'isOwned'),
      from: { where: sql`${registrations.createdAt} >= ${startOfDay('from')}` },
      to: { where: sql`${registrations.createdAt} < ${endOfDay('to')}` },
    },
    sorts: {
      createdAt: registrations.createdAt,
      company: sql`${registrations.company} collate "zh-x-icu"`,
      firstContactAt: registrations.firstContactAt,
      closedAt: registrations.closedAt,
    },
    // waiting ones first, oldest first; then contacted ones, longest ago first; then closed ones, newest first
    usual: sql`${registrations.closedAt} desc nulls first, ${registrations.firstContactAt} nulls first,
    ${registrations.createdAt}`,
    tie: registrations.id,
    fields: row,
    rows: (db) => db.select(row).from(registrations).leftJoin(users, eq(users.id, registrations.ownerId)),
    matches: (db, where) => db.select({ n: sql`1` }).from(registrations).where(where),
  }),
)

export const pageOfRegistrations = (db: Db, viewer: RegistrationViewer, query: RegistrationQuery) =>
  listRegistrations(db, query, listScope(viewer))

/** One registration with all fields. */
async function getWhere(db: Executor, id: string, condition: SQL) {
  const [found] = await db
    .select({
      ...row,
      mobile: registrations.mobile,
      email: registrations.email,
      remark: registrations.remark,
      address: registrations.address,
      firstTouch: registrations.firstTouch,
      lastTouch: registrations.lastTouch,
      enterpriseId: registrations.enterpriseId,
      enterpriseName: enterprises.name,
      memberId: registrations.memberId,
      loginName: members.loginName,
    })
    .from(registrations)
    .leftJoin(users, eq(users.id, registrations.ownerId))
    .leftJoin(enterprises, eq(enterprises.id, registrations.enterpriseId))
    .leftJoin(members, eq(members.id, registrations.memberId))
    .where(and(eq(registrations.id, id), condition))
  return found
}
export type VisibleRegistration = NonNullable<Awaited<ReturnType<typeof getWhere>>>

export const getVisible = (db: Executor, viewer: RegistrationViewer, id: string) =>
  getWhere(db, id, registrationScope(viewer))

/** An open registration that this person was the last to assign, release or take. */
export const getGivenAway = (db: Executor, viewer: RegistrationViewer, id: string) =>
  getWhere(
    db,
    id,
    sql`${registrations.closedAt} is null and ${viewer.id}::bigint = (select s.actor_id from ${registrationSteps} s
      where s.registration_id = ${registrations.id} and s.action in ('assign', 'release', 'take')
      order by s.id desc limit 1)`,
  )

/** Oldest first. */
export const listSteps = (db: Executor, id: string) =>
  db
    .select({
      id: registrationSteps.id,
      at: registrationSteps.at,
      action: sql<RegistrationStep>`${registrationSteps.action}`,
      remark: registrationSteps.remark,
      actorName: sql<string>`coalesce(${users.realName}, ${registrationSteps.actorName})`,
    })
    .from(registrationSteps)
    .leftJoin(users, eq(users.id, registrationSteps.actorId))
    .where(eq(registrationSteps.registrationId, id))
    .orderBy(asc(registrationSteps.id))
