// What was heard at visits, for who enters prices: in editorial scope, without customer or position.

import { sql } from 'drizzle-orm'
import { addDays, dayOf } from '#contract/days.ts'
import { isOpen } from '#contract/monitoring/calendar-days.ts'
import { HEARD_MAX, HEARD_WORKDAYS, type Heard } from '#contract/visits/heard.ts'
import { editorialScope, isInSalesScope, type Viewer } from '#server/core/access/scope.ts'
import { readWorkdays } from '#server/core/calendars.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { users } from '#server/db/schema/organisation.ts'
import { prices, quoteItems } from '#server/db/schema/prices/prices.ts'
import { visitEnterprises as sites, visitHeard, visitPeople, visits } from '#server/db/schema/visits.ts'
import { defined, joinDefinition } from '#server/features/prices/definitions.queries.ts'
import { provinceName, regionJoins, siteName } from './visit-enterprises.queries.ts'

/** The day of a visit: of a late report the planned one. */
const visitedAt = sql`coalesce(${visits.arrivedAt}, ${visits.plannedAt})`
const visitedOn = sql`(${visitedAt} at time zone 'Asia/Shanghai')::date`

/** The last published price of each item of the product; `i` is the item, `d` its definition of that day. */
const lasts = sql`coalesce((select json_agg(json_build_object('quoteItemId', i.id::text, 'name', i.name,
    'average', e.average::text, 'unit', ${defined('unit')}, 'day', e.day) order by i.sort, i.id)
  from ${quoteItems} i
  join lateral (select x.average, x.day from ${prices} x where x.quote_item_id = i.id and x.publication is not null
    order by x.day desc limit 1) e on true
  ${joinDefinition(sql`e.day`)}
  where i.product_id = ${visitHeard.productId}), '[]')`

/** Of a confidential source only the province is named. */
const row = sql`${visitHeard.id}::text as id, ${visitedOn}::text as day, ${visitHeard.productId}::text as "productId",
  ${products.name} as "productName",
  case when ${visitHeard.isConfidential} then ${provinceName}
    else concat_ws(' ', p.name, c.name, r.name) end as "regionPath",
  case when ${visitHeard.isConfidential} then '' else ${siteName} end as "enterpriseName",
  ${visitHeard.isConfidential} as "isConfidential", ${visitHeard.priceLow}::text as "priceLow",
  ${visitHeard.priceHigh}::text as "priceHigh", ${visitHeard.unit} as unit, ${visitHeard.hasTax} as "hasTax",
  ${visitHeard.delivery} as delivery, ${visitHeard.stock} as stock, ${visitHeard.rate} as rate, ${visitHeard.mood} as mood,
  ${visitHeard.remark} as remark, ${visitHeard.verdict} as verdict, ${visitHeard.verdictReason} as "verdictReason",
  coalesce(judge.real_name, '') as "verdictByName", ${lasts} as lasts`

const from = sql`from ${visitHeard}
  join ${visits} on ${visits.id} = ${visitHeard.visitId}
  join ${sites} on ${sites.id} = ${visits.enterpriseId}
  join ${products} on ${products.id} = ${visitHeard.productId}
  left join ${users} judge on judge.id = ${visitHeard.verdictById}
  ${regionJoins(sql`${sites.regionId}`)}`

/** The first of the workdays of which something heard is offered, today included. */
async function firstDay(db: Executor): Promise<string> {
  const workdays = await readWorkdays(db)
  let day = dayOf(Date.now())
  for (let open = isOpen(workdays, day) ? 1 : 0; open < HEARD_WORKDAYS; ) {
    day = addDays(day, -1)
    if (isOpen(workdays, day)) open += 1
  }
  return day
}

export async function heardOf(db: Db, viewer: Viewer, productIds: readonly string[]): Promise<Heard[]> {
  const { rows } = await db.execute<Heard>(sql`select ${row} ${from}
    where ${visitHeard.productId} = any(${idArray(productIds)})
      and ${editorialScope(viewer, visitHeard.productId)} and ${visits.state} = 'reported'
      and ${visitedAt} >= ${await firstDay(db)}::date::timestamp at time zone 'Asia/Shanghai'
    order by ${visitedAt} desc, ${visitHeard.id} desc limit ${HEARD_MAX}`)
  return rows
}

/** With the visit itself where the viewer may read that. */
export async function findHeard(db: Db, viewer: Viewer, id: string) {
  const isSeen = sql`(${isInSalesScope(viewer, visits.ownerId)} or exists (select 1 from ${visitPeople} p
    where p.visit_id = ${visits.id} and p.user_id = ${viewer.id}::bigint))`
  const { rows } = await db.execute<Heard & { visitId: string | null }>(sql`select ${row},
      case when ${isSeen} then ${visits.id}::text end as "visitId" ${from}
    where ${visitHeard.id} = ${id}::bigint and ${editorialScope(viewer, visitHeard.productId)}`)
  return rows[0]
}

/** In the editor's scope and locked, for a decision about it. */
export async function lockHeard(tx: Tx, viewer: Viewer, id: string) {
  const { rows } = await tx.execute<{
    id: string
    visitId: string
    productId: string
    productName: string
    visitorId: string
    verdict: 'taken' | 'declined' | null
  }>(sql`select ${visitHeard.id}::text as id, ${visitHeard.visitId}::text as "visitId",
      ${visitHeard.productId}::text as "productId", ${products.name} as "productName",
      ${visits.ownerId}::text as "visitorId", ${visitHeard.verdict} as verdict
    from ${visitHeard} join ${visits} on ${visits.id} = ${visitHeard.visitId}
    join ${products} on ${products.id} = ${visitHeard.productId}
    where ${visitHeard.id} = ${id}::bigint and ${visits.state} = 'reported'
      and ${editorialScope(viewer, visitHeard.productId)} for update of ${sql.identifier('visits')}, ${sql.identifier('visit_heard')}`)
  return rows[0]
}

/** The entry of an item of that product for a day. */
export async function findEntryId(tx: Tx, productId: string, quoteItemId: string, day: string) {
  const { rows } = await tx.execute<{ id: string }>(sql`select ${prices.id}::text as id from ${prices}
    where ${prices.quoteItemId} = ${quoteItemId}::bigint and ${prices.day} = ${day}::date
      and ${prices.productId} = ${productId}::bigint`)
  return rows[0]?.id
}
