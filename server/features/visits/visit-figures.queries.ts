// What is counted of visits in sales scope: of the last days, and what is overdue now.
import { sql } from 'drizzle-orm'
import type { SiteKind } from '../../../contract/visits/visit-labels.ts'
import { salesScope, type Viewer } from '../../core/access/scope.ts'
import type { Db } from '../../db/connection.ts'
import { products } from '../../db/schema/catalogue.ts'
import { users } from '../../db/schema/organisation.ts'
import { visitEnterprises as sites, visitHeard, visits } from '../../db/schema/visits.ts'
import { provinceName, regionJoins } from './visit-enterprises.queries.ts'
import { isOverdue } from './visits.queries.ts'

/** Most people and products in the figures. */
const TOP = 10

export async function visitFigures(db: Db, viewer: Viewer, days: number) {
  const asked = sql`${salesScope(viewer, visits.ownerId)} and ${visits.plannedAt} >= (current_date - ${days - 1}::int)::timestamp
    at time zone 'Asia/Shanghai' and ${visits.plannedAt} < (current_date + 1)::timestamp at time zone 'Asia/Shanghai'`
  const made = sql`${asked} and ${visits.arrivedAt} is not null`
  // kept: somebody was there on the day planned, or before
  const sums = db.execute<Record<'total' | 'kept' | 'visited' | 'reported' | 'cancelled' | 'sites', number>>(
    sql`select count(*)::int as total,
      count(*) filter (where (${visits.arrivedAt} at time zone 'Asia/Shanghai')::date
        <= (${visits.plannedAt} at time zone 'Asia/Shanghai')::date)::int as kept, count(${visits.arrivedAt})::int as visited, count(${visits.reportedAt})::int as reported,
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
  const talked = db.execute<{ name: string; count: number }>(
    sql`select p.name, count(distinct ${visits.id})::int as count from ${visits}
      join ${visitHeard} t on t.visit_id = ${visits.id} join ${products} p on p.id = t.product_id
      where ${asked} and ${visits.state} = 'reported' group by p.id order by 2 desc, p.id limit ${TOP}`,
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
