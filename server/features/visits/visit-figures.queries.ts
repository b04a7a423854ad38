// What is counted of visits in sales scope: of the last days, and what is overdue now.
import { eq, type SQL, sql } from 'drizzle-orm'
import type { VisitedSite, VisitedSiteQuery } from '#contract/visits/visit-figures.ts'
import type { SiteKind, VisitFigure } from '#contract/visits/visit-labels.ts'
import { salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { list } from '#server/core/lists/paging.ts'
import type { Db } from '#server/db/connection.ts'
import { products, regions } from '#server/db/schema/catalogue.ts'
import { users } from '#server/db/schema/organisation.ts'
import { visitEnterprises as sites, visitHeard, visits } from '#server/db/schema/visits.ts'
import {
  city,
  province,
  provinceId,
  provinceName,
  regionJoins,
  regionPath,
  siteName,
} from './visit-enterprises.queries.ts'
import { isCounted } from './visits.queries.ts'

/** Most people and products in the figures. */
const TOP = 10

type Counted = { id: string; name: string; count: number }

/** Planned for one of the last days, today included. */
const isWithin = (days: unknown) => sql`${visits.plannedAt} >= (current_date + 1 - ${days}::int)::timestamp
  at time zone 'Asia/Shanghai' and ${visits.plannedAt} < (current_date + 1)::timestamp at time zone 'Asia/Shanghai'`

export async function visitFigures(db: Db, viewer: Viewer, days: number) {
  const asked = sql`${salesScope(viewer, visits.ownerId)} and ${isWithin(days)}`
  const made = sql`${asked} and ${isCounted.made}`
  const counted = (figure: VisitFigure) => sql`count(*) filter (where ${isCounted[figure]})::int`
  const sums = db.execute<Record<'total' | 'kept' | 'visited' | 'reported' | 'cancelled' | 'sites', number>>(
    sql`select ${counted('planned')} as total, ${counted('kept')} as kept, ${counted('made')} as visited,
      ${counted('reported')} as reported, ${counted('cancelled')} as cancelled,
      count(distinct ${visits.enterpriseId}) filter (where ${isCounted.made})::int as sites
      from ${visits} where ${asked}`,
  )
  const overdue = db.execute<{ overdue: number }>(
    sql`select count(*)::int as overdue from ${visits} where ${salesScope(viewer, visits.ownerId)} and ${isCounted.overdue}`,
  )
  const owners = db.execute<Counted>(
    sql`select u.id::text as id, u.real_name as name, count(*)::int as count from ${visits} join ${users} u on u.id = ${visits.ownerId}
      where ${made} group by u.id order by 3 desc, u.id limit ${TOP}`,
  )
  const provinces = db.execute<Omit<Counted, 'id'> & { id: string | null }>(
    sql`select ${provinceId}::text as id, ${provinceName} as name, count(*)::int as count from ${visits}
      join ${sites} on ${sites.id} = ${visits.enterpriseId} ${regionJoins(sql`${sites.regionId}`)}
      where ${made} group by 1, 2 order by 3 desc, 2`,
  )
  const kinds = db.execute<{ kind: SiteKind; count: number }>(
    sql`select ${sites.kind} as kind, count(*)::int as count from ${visits}
      join ${sites} on ${sites.id} = ${visits.enterpriseId} where ${made} group by 1 order by 2 desc, 1`,
  )
  const talked = db.execute<Counted>(
    sql`select p.id::text as id, p.name, count(distinct ${visits.id})::int as count from ${visits}
      join ${visitHeard} t on t.visit_id = ${visits.id} join ${products} p on p.id = t.product_id
      where ${asked} and ${isCounted.talked} group by p.id order by 3 desc, p.id limit ${TOP}`,
  )
  const [found, late, byOwner, byProvince, byKind, byProduct] = await Promise.all([
    sums,
    overdue,
    owners,
    provinces,
    kinds,
    talked,
  ])
  return {
    total: 0,
    kept: 0,
    visited: 0,
    reported: 0,
    cancelled: 0,
    sites: 0,
    ...found.rows[0],
    overdue: late.rows[0]?.overdue ?? 0,
    owners: byOwner.rows,
    provinces: byProvince.rows,
    kinds: byKind.rows,
    products: byProduct.rows,
  }
}

/** What `sites` of the figures counts. */
export const listVisitedSites = salesList((scope, suffix) => {
  const made = sql`${visits} where ${visits.enterpriseId} = ${sites.id} and ${scope(visits.ownerId)}
    and ${isWithin(sql.placeholder('days'))} and ${isCounted.made}`
  const count = sql<number>`(select count(*)::int from ${made})`
  const lastAt = sql`(select max(${visits.arrivedAt}) from ${made})`
  const row = {
    id: sites.id,
    name: siteName,
    kind: sites.kind,
    regionPath,
    visits: count,
    lastAt: lastAt.mapWith(visits.arrivedAt) as SQL<string>,
  }
  return list<VisitedSite, VisitedSiteQuery>({
    name: `visited_sites${suffix}`,
    always: sql`true`,
    filters: { days: { where: sql`exists (select from ${made})` } },
    sorts: { visits: count, lastAt },
    usual: sql`${count} desc`,
    tie: sites.id,
    fields: row,
    rows: (db) =>
      db
        .select(row)
        .from(sites)
        .leftJoin(regions, eq(regions.id, sites.regionId))
        .leftJoin(city, eq(city.id, regions.parentId))
        .leftJoin(province, eq(province.id, city.parentId)),
    matches: (db, where) => db.select({ n: sql`1` }).from(sites).where(where),
  })
})
