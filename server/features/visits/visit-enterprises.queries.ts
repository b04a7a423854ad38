// Enterprises for visits as they are stored, always within sales scope by their owner.

import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import {
  SITE_CHOICES_MAX,
  type SiteChange,
  type VisitEnterpriseQuery,
  type VisitEnterpriseRow,
} from '#contract/visits/visit-enterprises.ts'
import type { SiteKind } from '#contract/visits/visit-labels.ts'
import { salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { equals, type Filter, hasName, keyPart, list, nameHas } from '#server/core/lists/paging.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { regions } from '#server/db/schema/catalogue.ts'
import { enterprises } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { visitEnterprises as sites, visits } from '#server/db/schema/visits.ts'

export const city = alias(regions, 'city')
export const province = alias(regions, 'province')

export const regionPath = sql<string>`concat_ws(' ', ${province.name}, ${city.name}, ${regions.name})`

/** A region includes everything below it. */
export const inRegionOf = (regionId: SQL | typeof sites.regionId) => sql`${regionId} in (select r.id from ${regions} r
  left join ${regions} p on p.id = r.parent_id
  where ${sql.placeholder('regionId')}::bigint in (r.id, r.parent_id, p.parent_id))`

const visitsMade = sql<number>`(select count(*)::int from ${visits} v
  where v.enterprise_id = ${sites.id} and v.arrived_at is not null)`
const lastVisitAt = sql<string | null>`(select to_json(max(v.arrived_at)) #>> '{}' from ${visits} v
  where v.enterprise_id = ${sites.id} and v.arrived_at is not null)`

/** Name and owner of a linked enterprise are its customer's: read there, never copied. */
export const siteName = sql<string>`(case when ${sites.customerId} is null then ${sites.name}
  else (select linked.name from ${enterprises} linked where linked.id = ${sites.customerId}) end)`
/** Null where the customer is in the pool. */
export const siteOwner = sql<string | null>`(case when ${sites.customerId} is null then ${sites.ownerId}
  else (select linked.owner_id from ${enterprises} linked where linked.id = ${sites.customerId}) end)`
const ownerJoin = sql`${users.id} = ${siteOwner}`

/** Its name by a part of it; the two halves are found by an index each. */
const siteNamed = (part: unknown): SQL =>
  sql`((${sites.customerId} is null and ${hasName(sites.name, part, sites.spelling)})
    or ${sites.customerId} = any(array(select linked.id from ${enterprises} linked
      where ${hasName(sql`linked.name`, part, sql`linked.spelling`)})))`

export const siteNameHas = (name: string): Filter => ({ where: siteNamed(sql.placeholder(name)), value: keyPart })

/** The day in Shanghai by when it is to be visited. */
const dueOn = sql<string | null>`(((coalesce((select max(v.arrived_at) from ${visits} v
    where v.enterprise_id = ${sites.id} and v.arrived_at is not null), ${sites.createdAt})
  at time zone 'Asia/Shanghai')::date + ${sites.visitDays})::text)`
const isOverdue = sql<boolean>`coalesce(${dueOn}::date < (now() at time zone 'Asia/Shanghai')::date, false)`

const capacityText = sql<string>`(select coalesce(string_agg(concat_ws(' ', c.value ->> 'product', c.value ->> 'amount',
    c.value ->> 'unit'), '；' order by c.place), '')
  from jsonb_array_elements(${sites.capacities}) with ordinality c(value, place))`

const row = {
  id: sites.id,
  version: sites.version,
  name: siteName,
  kind: sites.kind,
  products: sites.products,
  capacityText,
  regionPath,
  address: sites.address,
  longitude: sites.longitude,
  latitude: sites.latitude,
  customerId: sites.customerId,
  customerName: sql<string>`coalesce(${enterprises.name}, '')`,
  ownerId: sql<string | null>`${siteOwner}::text`,
  ownerName: sql<string>`coalesce(${users.realName}, '')`,
  visits: visitsMade,
  lastVisitAt,
  visitDays: sites.visitDays,
  dueOn,
  isOverdue,
  createdAt: sites.createdAt,
  updatedAt: sites.updatedAt,
}

const selectRows = (db: Executor) =>
  db
    .select(row)
    .from(sites)
    .leftJoin(users, ownerJoin)
    .leftJoin(enterprises, eq(enterprises.id, sites.customerId))
    .leftJoin(regions, eq(regions.id, sites.regionId))
    .leftJoin(city, eq(city.id, regions.parentId))
    .leftJoin(province, eq(province.id, city.parentId))

const isVisited = (days: SQL) => sql`exists (select 1 from ${visits} v where v.enterprise_id = ${sites.id}
  and v.arrived_at >= (current_date - ${days}::int)::timestamp at time zone 'Asia/Shanghai')`

const has = (column: PgColumn, name: string) => ({
  where: sql`(${column} is not null) = ${sql.placeholder(name)}`,
})

export const listVisitEnterprises = salesList((scope, suffix) =>
  list<VisitEnterpriseRow, VisitEnterpriseQuery>({
    name: `visit_enterprises${suffix}`,
    always: scope(siteOwner),
    filters: {
      name: siteNameHas('name'),
      kind: equals(sites.kind, 'kind'),
      products: nameHas(sites.products, 'products'),
      person: {
        where: sql`exists (select 1 from jsonb_array_elements(${sites.people}) p
          where text_key(p ->> 'name') like ${sql.placeholder('person')})`,
        value: keyPart,
      },
      deviceState: {
        where: sql`${sites.equipment} @> jsonb_build_array(jsonb_build_object('state', ${sql.placeholder('deviceState')}::text))`,
      },
      regionId: { where: inRegionOf(sites.regionId) },
      hasRegion: has(sites.regionId, 'hasRegion'),
      ownerId: { where: sql`${siteOwner} = ${sql.placeholder('ownerId')}::bigint` },
      hasCustomer: has(sites.customerId, 'hasCustomer'),
      hasPlace: has(sites.longitude, 'hasPlace'),
      overdue: { where: sql`${isOverdue} = ${sql.placeholder('overdue')}` },
      mine: {
        where: sql`(${siteOwner} is not distinct from ${sql.placeholder('viewerId')}::bigint) = ${sql.placeholder('mine')}`,
      },
      silentDays: { where: sql`not ${isVisited(sql`${sql.placeholder('silentDays')}`)}` },
    },
    sorts: {
      name: sql`${siteName} collate "zh-x-icu"`,
      lastVisitAt: sql`(select max(v.arrived_at) from ${visits} v where v.enterprise_id = ${sites.id})`,
      createdAt: sites.createdAt,
      updatedAt: sites.updatedAt,
    },
    usual: sql`${sites.updatedAt} desc`,
    tie: sites.id,
    fields: row,
    rows: selectRows,
    matches: (db, where) => db.select({ n: sql`1` }).from(sites).where(where),
  }),
)

const detail = {
  ...row,
  capacities: sites.capacities,
  equipment: sites.equipment,
  capacity: sites.capacity,
  devices: sites.devices,
  remark: sites.remark,
  regionId: sites.regionId,
  regionIds: sql<string[]>`array_remove(array[${province.id}, ${city.id}, ${regions.id}]::text[], null)`,
  people: sites.people,
  pictureIds: sites.pictureIds,
}

export async function findSite(db: Executor, viewer: Viewer, id: string) {
  const [found] = await db
    .select(detail)
    .from(sites)
    .leftJoin(users, ownerJoin)
    .leftJoin(enterprises, eq(enterprises.id, sites.customerId))
    .leftJoin(regions, eq(regions.id, sites.regionId))
    .leftJoin(city, eq(city.id, regions.parentId))
    .leftJoin(province, eq(province.id, city.parentId))
    .where(and(eq(sites.id, id), salesScope(viewer, siteOwner)))
  return found
}
export type StoredSite = NonNullable<Awaited<ReturnType<typeof findSite>>>

/** Locked by rising ids; those out of scope are left out. */
export const lockSites = (tx: Tx, viewer: Viewer, ids: readonly string[]) =>
  tx
    .select({ id: sites.id, version: sites.version, name: siteName, ownerId: siteOwner, customerId: sites.customerId })
    .from(sites)
    .where(and(inArray(sites.id, [...ids]), salesScope(viewer, siteOwner)))
    .orderBy(sites.id)
    .for('update', { of: sites })
export type OwnedSite = Awaited<ReturnType<typeof lockSites>>[number]

/** Whether the owner has another one of this name. */
export async function isSiteNameTaken(tx: Tx, ownerId: string, name: string, but = '0'): Promise<boolean> {
  const isSame = sql`${siteOwner} = ${ownerId} and text_key(${siteName}) = text_key(${name}) and ${sites.id} <> ${but}`
  return (await tx.$count(sites, isSame)) > 0
}

/** Whether another enterprise is linked to this customer. */
export const isCustomerLinked = async (tx: Tx, customerId: string, but: string): Promise<boolean> =>
  (await tx.$count(sites, sql`${sites.customerId} = ${customerId} and ${sites.id} <> ${but}`)) > 0

/** What prevents the deletion. */
export async function siteUses(tx: Tx, ids: readonly string[]) {
  const counted = await tx
    .select({ id: sites.id, name: siteName, count: sql<number>`count(*)::int` })
    .from(sites)
    .innerJoin(visits, eq(visits.enterpriseId, sites.id))
    .where(inArray(sites.id, [...ids]))
    .groupBy(sites.id)
  return counted.map(({ id, name, count }) => ({ id, name, by: [{ kind: '拜访记录', count }] }))
}

/** Takes the enterprises, and the planned visits that their owner before has there, to another owner. @returns visits */
export async function moveSites(tx: Tx, ids: readonly string[], toId: string): Promise<number> {
  const moved =
    await tx.execute(sql`update ${visits} v set owner_id = ${toId}, version = v.version + 1, updated_at = now()
    from ${sites} e where e.id = v.enterprise_id and e.id = any(${idArray(ids)})
      and v.owner_id = e.owner_id and v.state = 'planned'`)
  await tx
    .update(sites)
    .set({ ownerId: toId, version: sql`${sites.version} + 1`, updatedAt: sql`now()` })
    .where(inArray(sites.id, [...ids]))
  return moved.rowCount ?? 0
}

/** Planned visits of the owners at these enterprises, which would go along. */
export async function countPlanned(tx: Tx, ids: readonly string[]): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`select count(*)::int as count from ${visits} v
    join ${sites} e on e.id = v.enterprise_id and e.owner_id = v.owner_id
    where e.id = any(${idArray(ids)}) and v.state = 'planned'`)
  return rows[0]?.count ?? 0
}

export const searchSites = (db: Db, viewer: Viewer, { text = '', ids }: { text?: string; ids?: readonly string[] }) =>
  db
    .select({ id: sites.id, name: siteName, note: regionPath })
    .from(sites)
    .leftJoin(regions, eq(regions.id, sites.regionId))
    .leftJoin(city, eq(city.id, regions.parentId))
    .leftJoin(province, eq(province.id, city.parentId))
    .where(and(salesScope(viewer, siteOwner), ids ? inArray(sites.id, [...ids]) : siteNamed(keyPart(text))))
    .orderBy(sql`${siteName} collate "zh-x-icu"`, sites.id)
    .limit(SITE_CHOICES_MAX)

/** Days after which an enterprise counts as silent. */
const SILENT_DAYS = 90

/** The nearest first, on a sphere. */
export async function nearbySites(db: Db, viewer: Viewer, from: { longitude: string; latitude: string }) {
  const [longitude, latitude] = [sql`${from.longitude}::float8`, sql`${from.latitude}::float8`]
  const distance = sql<number>`round(12742000 * asin(least(1, sqrt(
    power(sin(radians(${sites.latitude}::float8 - ${latitude}) / 2), 2)
    + cos(radians(${latitude})) * cos(radians(${sites.latitude}::float8))
      * power(sin(radians(${sites.longitude}::float8 - ${longitude}) / 2), 2)))))::int`
  return db
    .select({
      id: sites.id,
      name: siteName,
      kind: sites.kind,
      regionPath,
      address: sites.address,
      distance,
      lastVisitAt,
    })
    .from(sites)
    .leftJoin(regions, eq(regions.id, sites.regionId))
    .leftJoin(city, eq(city.id, regions.parentId))
    .leftJoin(province, eq(province.id, city.parentId))
    .where(and(sql`${sites.longitude} is not null`, salesScope(viewer, siteOwner)))
    .orderBy(distance, sites.id)
    .limit(SITE_CHOICES_MAX)
}

/** The name of the province above a region `r`, `c` its parent, `p` that of the parent. */
export const provinceId = sql`coalesce(p.id, c.id, r.id)`
export const provinceName = sql`coalesce(p.name, c.name, r.name, '')`
export const regionJoins = (regionId: SQL) => sql`left join ${regions} r on r.id = ${regionId}
  left join ${regions} c on c.id = r.parent_id left join ${regions} p on p.id = c.parent_id`

export async function siteFigures(db: Db, viewer: Viewer) {
  const scoped = sql`where ${salesScope(viewer, siteOwner)}`
  const sums = db.execute<Record<'total' | 'withPlace' | 'withCustomer' | 'silent', number>>(
    sql`select count(*)::int as total, count(${sites.longitude})::int as "withPlace",
      count(${sites.customerId})::int as "withCustomer",
      count(*) filter (where not ${isVisited(sql`${SILENT_DAYS}`)})::int as silent from ${sites} ${scoped}`,
  )
  const provinces = db.execute<{ id: string | null; name: string; count: number }>(
    sql`select ${provinceId}::text as id, ${provinceName} as name, count(*)::int as count from ${sites}
      ${regionJoins(sql`${sites.regionId}`)} ${scoped} group by 1, 2 order by 3 desc, 2`,
  )
  const kinds = db.execute<{ kind: SiteKind; count: number }>(
    sql`select ${sites.kind} as kind, count(*)::int as count from ${sites} ${scoped} group by 1 order by 2 desc, 1`,
  )
  const [found, byProvince, byKind] = await Promise.all([sums, provinces, kinds])
  return {
    total: 0,
    withPlace: 0,
    withCustomer: 0,
    silent: 0,
    ...found.rows[0],
    provinces: byProvince.rows,
    kinds: byKind.rows,
  }
}

const CHANGES_MAX = 100

/** Newest first. Callers check the scope of the enterprise. */
export async function siteChanges(db: Db, id: string): Promise<SiteChange[]> {
  const { rows } = await db.execute<SiteChange>(sql`select l.id::text, to_json(l.at) #>> '{}' as at, l.action,
      array(select jsonb_object_keys(coalesce(l.after, l.before, '{}'::jsonb))) as fields,
      coalesce(u.real_name, l.actor_name) as "actorName"
    from ${auditLog} l left join ${users} u on u.id = l.actor_id
    where l.target_type = 'visitEnterprise' and l.target_id = ${id} order by l.id desc limit ${CHANGES_MAX}`)
  return rows
}

/** A person who can sign in and is in the viewer's sales scope. */
export async function isStaffBelow(tx: Executor, viewer: Viewer, userId: string): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.id, userId), eq(users.status, 'enabled'), isNull(users.deletedAt), salesScope(viewer, users.id)),
    )
  return found.length > 0
}
