// Visits and visited enterprises of a person who leaves. Visits that are over keep their visitor.
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { can } from '#contract/access.ts'
import type { HeldWork } from '#server/core/access/held-work.ts'
import { visitEnterprises, visits } from '#server/db/schema/visits.ts'

const open = (personId: string) =>
  and(eq(visits.ownerId, personId), inArray(visits.state, ['planned', 'onTheWay', 'visited']))

export const openVisits: HeldWork = {
  title: '未完成的拜访',
  part: 'customers',
  page: '拜访记录',
  rights: [can('visitRecord', 'view')],
  lock: (tx, personId) =>
    tx
      .select({ id: visits.id, name: visitEnterprises.name })
      .from(visits)
      .innerJoin(visitEnterprises, eq(visitEnterprises.id, visits.enterpriseId))
      .where(open(personId))
      .orderBy(asc(visits.id))
      .for('update', { of: visits }),
  move: (tx, { from, to }) =>
    tx
      .update(visits)
      .set({ ownerId: to.id, version: sql`${visits.version} + 1`, updatedAt: sql`now()` })
      .where(open(from.id)),
}

/** Steps that somebody else's visit left to the person, and that have become no visit yet. */
const awaited = (personId: string) => sql`${visits.nextUserId} = ${personId} and ${visits.nextVisitId} is null`

export const openVisitSteps: HeldWork = {
  title: '拜访后的下一步',
  part: 'customers',
  page: '拜访记录',
  rights: [can('visitRecord', 'view')],
  lock: (tx, personId) =>
    tx
      .select({ id: visits.id, name: visits.nextText })
      .from(visits)
      .where(awaited(personId))
      .orderBy(asc(visits.id))
      .for('update'),
  move: (tx, { from, to }) =>
    tx
      .update(visits)
      .set({ nextUserId: to.id, version: sql`${visits.version} + 1`, updatedAt: sql`now()` })
      .where(awaited(from.id)),
}

/** One that is linked with a customer is its salesperson's. */
const unlinked = (personId: string) => and(eq(visitEnterprises.ownerId, personId), isNull(visitEnterprises.customerId))

export const ownSites: HeldWork = {
  title: '拜访企业',
  part: 'customers',
  page: '企业管理',
  rights: [can('visitEnterprise', 'view')],
  lock: (tx, personId) =>
    tx
      .select({ id: visitEnterprises.id, name: visitEnterprises.name })
      .from(visitEnterprises)
      .where(unlinked(personId))
      .orderBy(asc(visitEnterprises.id))
      .for('update'),
  move: (tx, { from, to }) =>
    tx
      .update(visitEnterprises)
      .set({ ownerId: to.id, version: sql`${visitEnterprises.version} + 1`, updatedAt: sql`now()` })
      .where(unlinked(from.id)),
}
