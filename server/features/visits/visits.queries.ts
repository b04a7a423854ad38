// Visits as they are stored: in sales scope by the visitor, and those that the viewer went along to or was shown.
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SiteKind } from '../../../contract/visits/visit-labels.ts'
import {
  HEARD_DAYS,
  HEARD_MAX,
  type Heard,
  TALK_PRODUCTS_MAX,
  type Talk,
  type VisitQuery,
  type VisitRow,
} from '../../../contract/visits/visits.ts'
import { editorialScope, isInSalesScope, salesList, salesScope, type Viewer } from '../../core/access/scope.ts'
import { contains, endOfDay, equals, list, partOf, startOfDay } from '../../core/lists/paging.ts'
import type { Db, Executor, Tx } from '../../db/connection.ts'
import { products, regions } from '../../db/schema/catalogue.ts'
import { users } from '../../db/schema/organisation.ts'
import { visitEnterprises as sites, visitPeople, visits, visitTalks } from '../../db/schema/visits.ts'
import { inRegionOf, provinceName, regionJoins, regionPath } from './visit-enterprises.queries.ts'

const city = alias(regions, 'city')
const province = alias(regions, 'province')
const owner = alias(users, 'owner')
const next = alias(users, 'next')

const peopleOf = (kind: 'companion' | 'reader') => sql`${visitPeople} p join ${users} u on u.id = p.user_id
  where p.visit_id = ${visits.id} and p.kind = ${sql.raw(`'${kind}'`)}`
const isAmong = (viewerId: SQL, kinds: string) => sql`exists (select 1 from ${visitPeople} p
  where p.visit_id = ${visits.id} and p.user_id = ${viewerId}::bigint and p.kind in (${sql.raw(kinds)}))`

const isLate = sql`(${visits.state} in ('planned', 'onTheWay')
  and ${visits.plannedAt} < current_date::timestamp at time zone 'Asia/Shanghai')`
const isUnreported = sql`(${visits.state} = 'visited' and ${visits.arrivedAt} < now() - interval '1 day')`
const isOverdue = sql`(${isLate} or ${isUnreported})`

type Seen = { viewerId: SQL; inScope: SQL<boolean> }

const rowFor = ({ viewerId, inScope }: Seen) => ({
  id: visits.id,
  version: visits.version,
  enterpriseId: visits.enterpriseId,
  enterpriseName: sites.name,
  kind: sites.kind,
  regionPath,
  ownerId: visits.ownerId,
  ownerName: owner.realName,
  companions: sql<string[]>`array(select u.real_name from ${peopleOf('companion')} order by u.id)`,
  plannedAt: visits.plannedAt,
  aim: visits.aim,
  state: visits.state,
  overdue: sql<VisitRow['overdue']>`case when ${isLate} then 'late' when ${isUnreported} then 'unreported' end`,
  arrivedAt: visits.arrivedAt,
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
const flag = (condition: SQL, name: string) => ({ where: sql`${condition} = ${sql.placeholder(name)}` })

export const listVisits = salesList((scope, suffix) => {
  const row = rowFor({ viewerId: placeholder, inScope: sql<boolean>`coalesce(${scope(visits.ownerId)}, false)` })
  return list<VisitRow, VisitQuery>({
    name: `field_visits${suffix}`,
    always:
      suffix === '' ? sql`true` : sql`(${scope(visits.ownerId)} or ${isAmong(placeholder, "'companion', 'reader'")})`,
    filters: {
      enterpriseId: equals(visits.enterpriseId, 'enterpriseId'),
      enterpriseName: contains(sites.name, 'enterpriseName'),
      kind: equals(sites.kind, 'kind'),
      state: equals(visits.state, 'state'),
      aim: contains(visits.aim, 'aim'),
      result: contains(visits.result, 'result'),
      productId: {
        where: sql`exists (select 1 from ${visitTalks} t where t.visit_id = ${visits.id}
          and t.product_id = ${sql.placeholder('productId')})`,
      },
      regionId: { where: inRegionOf(sites.regionId) },
      ownerId: equals(visits.ownerId, 'ownerId'),
      from: { where: sql`${visits.plannedAt} >= ${startOfDay('from')}` },
      to: { where: sql`${visits.plannedAt} < ${endOfDay('to')}` },
      nextFrom: { where: sql`${visits.nextOn} >= ${sql.placeholder('nextFrom')}::date` },
      nextTo: { where: sql`${visits.nextOn} <= ${sql.placeholder('nextTo')}::date` },
      overdue: flag(isOverdue, 'overdue'),
      mine: flag(sql`(${visits.ownerId} = ${placeholder}::bigint)`, 'mine'),
      shared: flag(isAmong(placeholder, "'reader'"), 'shared'),
    },
    sorts: {
      plannedAt: visits.plannedAt,
      arrivedAt: visits.arrivedAt,
      enterpriseName: sql`${sites.name} collate "zh-x-icu"`,
      updatedAt: visits.updatedAt,
    },
    usual: sql`${visits.plannedAt} desc`,
    tie: visits.id,
    fields: row,
    rows: (db) => rowsOf(db, row),
    matches: (db, where) =>
      db.select({ n: sql`1` }).from(visits).innerJoin(sites, eq(sites.id, visits.enterpriseId)).where(where),
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
    canSeeEnterprise: isInSalesScope(viewer, sites.ownerId),
    companionIds: sql<string[]>`array(select u.id::text from ${peopleOf('companion')} order by u.id)`,
    sharedWith: sql<{ id: string; name: string }[]>`case when ${inScope} then coalesce((
      select json_agg(json_build_object('id', u.id::text, 'name', u.real_name) order by u.id)
      from ${peopleOf('reader')}), '[]') else '[]' end`,
    departedAt: visits.departedAt,
    longitude: sql<string | null>`case when ${inScope} then ${visits.longitude}::text end`,
    latitude: sql<string | null>`case when ${inScope} then ${visits.latitude}::text end`,
    reportedAt: visits.reportedAt,
    cancelReason: visits.cancelReason,
    nextUserId: visits.nextUserId,
    pictureIds: visits.pictureIds,
  }
}

const talksOf = (db: Executor, visitId: string): Promise<Talk[]> =>
  db
    .select({
      productId: visitTalks.productId,
      productName: products.name,
      price: visitTalks.price,
      unit: visitTalks.unit,
      stock: visitTalks.stock,
      rate: visitTalks.rate,
      mood: visitTalks.mood,
      remark: visitTalks.remark,
    })
    .from(visitTalks)
    .innerJoin(products, eq(products.id, visitTalks.productId))
    .where(eq(visitTalks.visitId, visitId))
    .orderBy(asc(visitTalks.id))

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
  return found && { ...found, talks: await talksOf(db, id) }
}
export type StoredVisit = NonNullable<Awaited<ReturnType<typeof findVisit>>>

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

export async function setTalks(
  tx: Tx,
  visitId: string,
  talks: readonly Omit<typeof visitTalks.$inferInsert, 'visitId'>[],
) {
  await tx.delete(visitTalks).where(eq(visitTalks.visitId, visitId))
  if (talks.length > 0) await tx.insert(visitTalks).values(talks.map((talk) => ({ ...talk, visitId })))
}

/** Unit by id of the products that exist. */
export async function unitsOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await tx
    .select({ id: products.id, unit: products.unit })
    .from(products)
    .where(inArray(products.id, [...ids]))
  return new Map(found.map(({ id, unit }) => [id, unit]))
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

export const searchTalked = (db: Db, { text = '', ids }: { text?: string; ids?: readonly string[] }) =>
  db
    .select({ id: products.id, name: products.name, unit: products.unit })
    .from(products)
    .where(
      ids
        ? inArray(products.id, [...ids])
        : sql`${products.isShow} and (${products.name} ilike ${partOf(text)} or ${products.code} ilike ${partOf(text)})`,
    )
    .orderBy(sql`${products.name} ilike ${partOf(text)} desc, length(${products.name})`, products.id)
    .limit(TALK_PRODUCTS_MAX)

/** Visits that a person has planned or made and not reported. */
export const countOpenVisits = (db: Executor, userId: string): Promise<number> =>
  db.$count(visits, sql`${visits.ownerId} = ${userId} and ${visits.state} in ('planned', 'onTheWay', 'visited')`)

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

/** Most people in the figures. */
const TOP = 10

export async function visitFigures(db: Db, viewer: Viewer, days: number) {
  const asked = sql`${salesScope(viewer, visits.ownerId)} and ${visits.plannedAt} >= (current_date - ${days - 1}::int)::timestamp
    at time zone 'Asia/Shanghai' and ${visits.plannedAt} < (current_date + 1)::timestamp at time zone 'Asia/Shanghai'`
  const made = sql`${asked} and ${visits.arrivedAt} is not null`
  const sums = db.execute<Record<'total' | 'visited' | 'reported' | 'cancelled' | 'sites', number>>(
    sql`select count(*)::int as total, count(${visits.arrivedAt})::int as visited, count(${visits.reportedAt})::int as reported,
      count(*) filter (where ${visits.state} = 'cancelled')::int as cancelled,
      count(distinct ${visits.enterpriseId}) filter (where ${visits.arrivedAt} is not null)::int as sites
      from ${visits} where ${asked}`,
  )
  const overdue = db.execute<{ overdue: number }>(
    sql`select count(*)::int as overdue from ${visits} where ${salesScope(viewer, visits.ownerId)} and ${isOverdue}`,
  )
  const owners = db.execute<{ name: string; count: number }>(
    sql`select u.real_name as name, count(*)::int as count from ${visits} join ${users} u on u.id = ${visits.ownerId}
      where ${made} group by u.id order by 2 desc, u.id limit ${TOP}`,
  )
  const provinces = db.execute<{ name: string; count: number }>(
    sql`select ${provinceName} as name, count(*)::int as count from ${visits}
      join ${sites} on ${sites.id} = ${visits.enterpriseId} ${regionJoins(sql`${sites.regionId}`)}
      where ${made} group by 1 order by 2 desc, 1`,
  )
  const kinds = db.execute<{ kind: SiteKind; count: number }>(
    sql`select ${sites.kind} as kind, count(*)::int as count from ${visits}
      join ${sites} on ${sites.id} = ${visits.enterpriseId} where ${made} group by 1 order by 2 desc, 1`,
  )
  const [found, late, byOwner, byProvince, byKind] = await Promise.all([sums, overdue, owners, provinces, kinds])
  return {
    ...{ total: 0, visited: 0, reported: 0, cancelled: 0, sites: 0, ...found.rows[0] },
    overdue: late.rows[0]?.overdue ?? 0,
    owners: byOwner.rows,
    provinces: byProvince.rows,
    kinds: byKind.rows,
  }
}

/** Newest first, of products in the viewer's editorial scope. */
export const heardOf = (db: Db, viewer: Viewer, productIds: readonly string[]): Promise<Heard[]> =>
  db
    .select({
      id: visitTalks.id,
      day: sql<string>`(${visits.arrivedAt} at time zone 'Asia/Shanghai')::date::text`,
      productId: visitTalks.productId,
      productName: products.name,
      enterpriseName: sites.name,
      price: visitTalks.price,
      unit: visitTalks.unit,
      stock: visitTalks.stock,
      rate: visitTalks.rate,
      mood: visitTalks.mood,
      remark: visitTalks.remark,
    })
    .from(visitTalks)
    .innerJoin(visits, eq(visits.id, visitTalks.visitId))
    .innerJoin(sites, eq(sites.id, visits.enterpriseId))
    .innerJoin(products, eq(products.id, visitTalks.productId))
    .where(
      and(
        inArray(visitTalks.productId, [...productIds]),
        editorialScope(viewer, visitTalks.productId),
        sql`${visits.arrivedAt} >= (current_date - ${HEARD_DAYS}::int)::timestamp at time zone 'Asia/Shanghai'`,
      ),
    )
    .orderBy(sql`${visits.arrivedAt} desc`, sql`${visitTalks.id} desc`)
    .limit(HEARD_MAX)

/** Visits at the enterprise that is linked to a customer, those that the viewer may see; newest first. */
export const visitsOfCustomer = (db: Db, viewer: Viewer, customerId: string, limit: number) =>
  rowsOf(db, rowFor({ viewerId: sql`${viewer.id}`, inScope: isInSalesScope(viewer, visits.ownerId) }))
    .where(and(eq(sites.customerId, customerId), sql`${visits.state} <> 'cancelled'`, isSeenBy(viewer)))
    .orderBy(sql`coalesce(${visits.arrivedAt}, ${visits.plannedAt}) desc`, sql`${visits.id} desc`)
    .limit(limit)
