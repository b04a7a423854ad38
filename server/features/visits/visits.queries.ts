// Visits as they are stored: in sales scope by the visitor, and those that the viewer went along to or was shown.
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type VisitFigure, visitFigureKeys } from '#contract/visits/visit-labels.ts'
import {
  OFF_METRES,
  type VisitDetail,
  type VisitNote,
  type VisitQuery,
  type VisitRow,
} from '#contract/visits/visits.ts'
import { isInSalesScope, salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { type Choice, endOfDay, equals, type Filter, list, nameHas, startOfDay } from '#server/core/lists/paging.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { regions } from '#server/db/schema/catalogue.ts'
import { users } from '#server/db/schema/organisation.ts'
import {
  visitEnterprises as sites,
  visitConsents,
  visitHeard,
  visitNotes,
  visitPeople,
  visits,
} from '#server/db/schema/visits.ts'
import { mapUrl } from './map-links.ts'
import { picturesOf, type Showing } from './pictures.queries.ts'
import { talksOf } from './talks.queries.ts'
import { inRegionOf, regionPath, siteName, siteNameHas, siteOwner } from './visit-enterprises.queries.ts'

const city = alias(regions, 'city')
const province = alias(regions, 'province')
const owner = alias(users, 'owner')
const next = alias(users, 'next')

const peopleOf = (kind: 'companion' | 'reader') => sql`${visitPeople} p join ${users} u on u.id = p.user_id
  where p.visit_id = ${visits.id} and p.kind = ${sql.raw(`'${kind}'`)}`
/** As an array it is found once, and its index serves beside that of the owners. */
const isAmong = (viewerId: SQL, kinds: string) => sql`${visits.id} = any(array(select p.visit_id from ${visitPeople} p
  where p.user_id = ${viewerId}::bigint and p.kind in (${sql.raw(kinds)})))`

const isToday = sql`(${visits.plannedAt} >= current_date::timestamp at time zone 'Asia/Shanghai'
  and ${visits.plannedAt} < (current_date + 1)::timestamp at time zone 'Asia/Shanghai')`
const isLate = sql`(${visits.state} in ('planned', 'onTheWay')
  and ${visits.plannedAt} < current_date::timestamp at time zone 'Asia/Shanghai')`
const isUnreported = sql`(${visits.state} = 'visited' and ${visits.arrivedAt} < now() - interval '1 day')`
const isReturned = sql`(${visits.returnedAt} is not null)`
/** The first part says what its index covers (`visits_unfinished`). */
const isOverdue = sql`((${visits.state} in ('planned', 'onTheWay', 'visited') or ${visits.returnedAt} is not null)
  and (${isLate} or ${isUnreported} or ${isReturned}))`
/** A visit that a figure counts, beside its days and scope: figures and lists ask the same. */
export const isCounted: Record<VisitFigure, SQL> = {
  planned: sql`true`,
  // somebody was there on the day planned, or before
  kept: sql`(${visits.arrivedAt} at time zone 'Asia/Shanghai')::date
    <= (${visits.plannedAt} at time zone 'Asia/Shanghai')::date`,
  made: sql`${visits.arrivedAt} is not null`,
  reported: sql`${visits.reportedAt} is not null`,
  cancelled: sql`${visits.state} = 'cancelled'`,
  overdue: isOverdue,
  talked: sql`${visits.state} = 'reported'`,
}
const isCountedAs = sql`case ${sql.placeholder('figure')} ${sql.join(
  visitFigureKeys.map((key) => sql.raw(`when '${key}' then `).append(isCounted[key])),
  sql` `,
)} end`
const isOff = sql<boolean>`coalesce(${visits.distance} > ${sql.raw(String(OFF_METRES))} + coalesce(${visits.accuracy}, 0), false)`

type Seen = { viewerId: SQL; inScope: SQL<boolean> }

const rowFor = ({ viewerId, inScope }: Seen) => ({
  id: visits.id,
  version: visits.version,
  enterpriseId: visits.enterpriseId,
  enterpriseName: siteName,
  kind: sites.kind,
  regionPath,
  ownerId: visits.ownerId,
  ownerName: owner.realName,
  companions: sql<string[]>`array(select u.real_name from ${peopleOf('companion')} order by u.id)`,
  plannedAt: visits.plannedAt,
  aim: visits.aim,
  state: visits.state,
  overdue: sql<VisitRow['overdue']>`case when ${isLate} then 'late' when ${isUnreported} then 'unreported'
    when ${isReturned} then 'returned' end`,
  arrivedAt: visits.arrivedAt,
  reportedAt: visits.reportedAt,
  returnedAt: visits.returnedAt,
  isLateReport: sql<boolean>`(${visits.lateReason} <> '')`,
  isOtherDevice: visits.isOtherDevice,
  isOff,
  met: visits.met,
  result: visits.result,
  nextOn: visits.nextOn,
  nextText: visits.nextText,
  nextUserName: sql<string>`case when ${visits.nextOn} is null then '' else coalesce(${next.realName}, ${owner.realName}) end`,
  isOwn: sql<boolean>`(${visits.ownerId} = ${viewerId}::bigint)`,
  canChange: inScope,
  updatedAt: visits.updatedAt,
})

const rowsOf = (db: Executor, row: ReturnType<typeof rowFor>) =>
  db
    .select(row)
    .from(visits)
    .innerJoin(sites, eq(sites.id, visits.enterpriseId))
    .innerJoin(owner, eq(owner.id, visits.ownerId))
    .leftJoin(next, eq(next.id, visits.nextUserId))
    .leftJoin(regions, eq(regions.id, sites.regionId))
    .leftJoin(city, eq(city.id, regions.parentId))
    .leftJoin(province, eq(province.id, city.parentId))

const placeholder = sql`${sql.placeholder('viewerId')}`
/** Yes and no have statements of their own: an index serves a condition, but not its comparison with a value. */
const flag = (condition: SQL): Choice => ({
  choose: (isWanted: boolean) => ({
    name: String(isWanted),
    where: isWanted ? sql`(${condition})` : sql`not (${condition})`,
  }),
})
/** By its enterprise, which counts then need no join for. */
const ofSite = ({ where, ...rest }: Filter): Filter => ({
  ...rest,
  where: sql`${visits.enterpriseId} in (select ${sites.id} from ${sites} where ${where})`,
})
/**
 * At enterprises of a name, found first as an array: how many names contain a text is estimated badly, and a scan in the
 * order of days takes seconds.
 */
function atNamed(): Filter {
  const { where, ...rest } = siteNameHas('enterpriseName')
  return {
    ...rest,
    where: sql`${visits.enterpriseId} = any(array(select ${sites.id} from ${sites} where ${where}))`,
    ofAll: ofSite({ where }).where,
  }
}

export const listVisits = salesList((scope, suffix) => {
  const row = rowFor({ viewerId: placeholder, inScope: sql<boolean>`coalesce(${scope(visits.ownerId)}, false)` })
  return list<VisitRow, VisitQuery>({
    name: `field_visits${suffix}`,
    always:
      suffix === '' ? sql`true` : sql`(${scope(visits.ownerId)} or ${isAmong(placeholder, "'companion', 'reader'")})`,
    filters: {
      enterpriseId: equals(visits.enterpriseId, 'enterpriseId'),
      enterpriseName: atNamed(),
      kind: ofSite(equals(sites.kind, 'kind')),
      state: equals(visits.state, 'state'),
      aim: nameHas(visits.aim, 'aim'),
      result: nameHas(visits.result, 'result'),
      productId: {
        where: sql`exists (select 1 from ${visitHeard} t where t.visit_id = ${visits.id}
          and t.product_id = ${sql.placeholder('productId')})`,
      },
      regionId: ofSite({ where: inRegionOf(sites.regionId) }),
      ownerId: equals(visits.ownerId, 'ownerId'),
      from: { where: sql`${visits.plannedAt} >= ${startOfDay('from')}` },
      to: { where: sql`${visits.plannedAt} < ${endOfDay('to')}` },
      nextFrom: { where: sql`${visits.nextOn} >= ${sql.placeholder('nextFrom')}::date` },
      nextTo: { where: sql`${visits.nextOn} <= ${sql.placeholder('nextTo')}::date` },
      today: flag(sql`${isToday} and ${visits.state} <> 'cancelled'`),
      overdue: flag(isOverdue),
      figure: { where: sql`(${scope(visits.ownerId)} and ${isCountedAs})` },
      hasRegion: ofSite({ where: sql`(${sites.regionId} is not null) = ${sql.placeholder('hasRegion')}` }),
      mine: flag(sql`${visits.ownerId} = ${placeholder}::bigint`),
      shared: flag(isAmong(placeholder, "'reader'")),
    },
    sorts: {
      plannedAt: visits.plannedAt,
      arrivedAt: visits.arrivedAt,
      enterpriseName: sql`${siteName} collate "zh-x-icu"`,
      updatedAt: visits.updatedAt,
    },
    usual: sql`${visits.plannedAt} desc`,
    tie: visits.id,
    fields: row,
    // each visit has its enterprise: joined from the left it is read only where the order is by its name
    ids: (db, where) =>
      db.select({ id: visits.id }).from(visits).leftJoin(sites, eq(sites.id, visits.enterpriseId)).where(where),
    rows: (db) => rowsOf(db, row),
    matches: (db, where) => db.select({ n: sql`1` }).from(visits).where(where),
  })
})

/** A condition that the viewer may see a visit. */
const isSeenBy = (viewer: Viewer) =>
  sql`(${salesScope(viewer, visits.ownerId)} or ${isAmong(sql`${viewer.id}`, "'companion', 'reader'")})`

function detailFor(viewer: Viewer) {
  const inScope = isInSalesScope(viewer, visits.ownerId)
  return {
    ...rowFor({ viewerId: sql`${viewer.id}`, inScope }),
    address: sites.address,
    customerId: sites.customerId,
    canSeeEnterprise: isInSalesScope(viewer, siteOwner),
    companionIds: sql<string[]>`array(select u.id::text from ${peopleOf('companion')} order by u.id)`,
    sharedWith: sql<{ id: string; name: string }[]>`case when ${inScope} then coalesce((
      select json_agg(json_build_object('id', u.id::text, 'name', u.real_name) order by u.id)
      from ${peopleOf('reader')}), '[]') else '[]' end`,
    departedAt: visits.departedAt,
    longitude: sql<string | null>`case when ${inScope} then ${visits.longitude}::text end`,
    latitude: sql<string | null>`case when ${inScope} then ${visits.latitude}::text end`,
    accuracy: sql<number | null>`case when ${inScope} then ${visits.accuracy} end`,
    distance: visits.distance,
    placeReason: visits.placeReason,
    lateReason: visits.lateReason,
    nextVisitId: visits.nextVisitId,
    cancelReason: visits.cancelReason,
    nextUserId: visits.nextUserId,
    pictureIds: visits.pictureIds,
  }
}

const notesOf = (db: Executor, visitId: string): Promise<VisitNote[]> =>
  db
    .select({
      id: visitNotes.id,
      kind: visitNotes.kind,
      authorName: users.realName,
      text: visitNotes.text,
      at: visitNotes.at,
    })
    .from(visitNotes)
    .innerJoin(users, eq(users.id, visitNotes.authorId))
    .where(eq(visitNotes.visitId, visitId))
    .orderBy(asc(visitNotes.id))

/** The position only for whom the visitor is in sales scope. */
export async function findVisit(db: Executor, viewer: Viewer, id: string) {
  const [found] = await db
    .select(detailFor(viewer))
    .from(visits)
    .innerJoin(sites, eq(sites.id, visits.enterpriseId))
    .innerJoin(owner, eq(owner.id, visits.ownerId))
    .leftJoin(next, eq(next.id, visits.nextUserId))
    .leftJoin(regions, eq(regions.id, sites.regionId))
    .leftJoin(city, eq(city.id, regions.parentId))
    .leftJoin(province, eq(province.id, city.parentId))
    .where(and(eq(visits.id, id), isSeenBy(viewer)))
  return found && { ...found, talks: await talksOf(db, id), notes: await notesOf(db, id) }
}
export type StoredVisit = NonNullable<Awaited<ReturnType<typeof findVisit>>>

/** As it is read in the console, with links to its pictures and to the map. */
export async function shownVisit(showing: Showing, { pictureIds, ...visit }: StoredVisit): Promise<VisitDetail> {
  const pictures = await picturesOf(showing, pictureIds)
  return { ...visit, pictures, mapUrl: mapUrl(showing.core.config, visit, visit.enterpriseName) }
}

/** Visits that the viewer may see, locked by rising ids. */
export const lockVisits = (tx: Tx, viewer: Viewer, ids: readonly string[]) =>
  tx
    .select({ id: visits.id })
    .from(visits)
    .where(and(inArray(visits.id, [...ids]), isSeenBy(viewer)))
    .orderBy(visits.id)
    .for('update')

/** Makes exactly these people companions, or readers, of a visit. */
export async function setVisitPeople(tx: Tx, visitId: string, kind: 'companion' | 'reader', ids: readonly string[]) {
  await tx.delete(visitPeople).where(and(eq(visitPeople.visitId, visitId), eq(visitPeople.kind, kind)))
  if (ids.length > 0) await tx.insert(visitPeople).values(ids.map((userId) => ({ visitId, userId, kind })))
}

/** Of the enterprise, to which an arrival is compared. */
export async function findSitePlace(tx: Tx, siteId: string) {
  const [found] = await tx
    .select({ longitude: sites.longitude, latitude: sites.latitude })
    .from(sites)
    .where(eq(sites.id, siteId))
  return found?.longitude && found.latitude ? { longitude: found.longitude, latitude: found.latitude } : null
}

export async function findConsent(db: Executor, userId: string): Promise<string | null> {
  const [found] = await db.select({ at: visitConsents.at }).from(visitConsents).where(eq(visitConsents.userId, userId))
  return found?.at ?? null
}

/** The visit that this person's device has planned with that key. */
export async function findByRequestKey(tx: Tx, userId: string, key: string) {
  const [found] = await tx
    .select({ id: visits.id, version: visits.version })
    .from(visits)
    .where(and(eq(visits.createdById, userId), eq(visits.requestKey, key)))
  return found
}

/** Which of these people can sign in. */
export async function enabledStaff(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...ids]), eq(users.status, 'enabled'), isNull(users.deletedAt)))
  return new Set(found.map(({ id }) => id))
}

/** Visits that a person has planned or made and not reported. */
export const countOpenVisits = (db: Executor, userId: string): Promise<number> =>
  db.$count(visits, sql`${visits.ownerId} = ${userId} and ${visits.state} in ('planned', 'onTheWay', 'visited')`)

/** Who has lost the phone is not on the way any more: planned again, and to be reported as 补报. @returns their ids */
export async function stopVisits(tx: Tx, userId: string): Promise<string[]> {
  const stopped = await tx
    .update(visits)
    .set({ state: 'planned', departedAt: null, version: sql`${visits.version} + 1`, updatedAt: sql`now()` })
    .where(sql`${visits.ownerId} = ${userId} and ${visits.state} = 'onTheWay'`)
    .returning({ id: visits.id })
  return stopped.map(({ id }) => id)
}

/** What earlier reports have planned for this person there until then, and nobody has set out for: locked by rising ids. */
export const plannedNextVisits = (tx: Tx, { id, enterpriseId, ownerId }: StoredVisit, until: string) =>
  tx
    .select({ id: visits.id })
    .from(visits)
    .where(
      sql`${visits.enterpriseId} = ${enterpriseId} and ${visits.ownerId} = ${ownerId} and ${visits.id} <> ${id}
        and ${visits.state} = 'planned'
        and ${visits.plannedAt} < ((${until}::timestamptz at time zone 'Asia/Shanghai')::date + 1)::timestamp at time zone 'Asia/Shanghai'
        and exists (select 1 from ${visits} earlier where earlier.next_visit_id = ${visits.id} and earlier.id <> ${id})`,
    )
    .orderBy(visits.id)
    .for('update')

type DaysAsked = { from: string; to: string; mine?: boolean }

export async function visitDaysOf(db: Db, viewer: Viewer, { from, to, mine = false }: DaysAsked) {
  const whose = mine ? sql`${visits.ownerId} = ${viewer.id}` : isSeenBy(viewer)
  const { rows } = await db.execute<{ day: string; count: number; late: boolean }>(
    sql`select (${visits.plannedAt} at time zone 'Asia/Shanghai')::date::text as day, count(*)::int as count,
        bool_or(coalesce(${isOverdue}, false)) as late
      from ${visits} where ${whose} and ${visits.state} <> 'cancelled'
        and ${visits.plannedAt} >= ${from}::date::timestamp at time zone 'Asia/Shanghai'
        and ${visits.plannedAt} < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'
      group by 1 order by 1`,
  )
  return { days: rows }
}

/** Visits at the enterprise that is linked to a customer, those that the viewer may see; newest first. */
export const visitsOfCustomer = (db: Db, viewer: Viewer, customerId: string, limit: number) =>
  rowsOf(db, rowFor({ viewerId: sql`${viewer.id}`, inScope: isInSalesScope(viewer, visits.ownerId) }))
    .where(and(eq(sites.customerId, customerId), sql`${visits.state} <> 'cancelled'`, isSeenBy(viewer)))
    .orderBy(sql`coalesce(${visits.arrivedAt}, ${visits.plannedAt}) desc`, sql`${visits.id} desc`)
    .limit(limit)
