// Statistics of sealed days.
import { type SQL, sql } from 'drizzle-orm'
import type { ReliabilityQuery, ReliabilityRow } from '#contract/monitoring/reliability.ts'
import { editorialScope, seesAllProducts, type Viewer } from '#server/core/access/scope.ts'
import type { Db } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { sealedDues } from '#server/db/schema/monitoring.ts'
import { users } from '#server/db/schema/organisation.ts'
import { belowOf } from './board.queries.ts'

const groups: Readonly<Record<ReliabilityQuery['by'], { id: SQL; name: SQL; order: SQL }>> = {
  product: {
    id: sql`coalesce(s.product_id::text, '')`,
    name: sql`coalesce((select p.name from ${products} p where p.id::text = g.id), '未指定产品')`,
    order: sql`g.rate nulls last, g.id`,
  },
  person: {
    id: sql`coalesce(s.responsible_id::text, '')`,
    name: sql`coalesce((select u.real_name from ${users} u where u.id::text = g.id), '未指定')`,
    order: sql`g.rate nulls last, g.id`,
  },
  month: { id: sql`to_char(s.day, 'YYYY-MM')`, name: sql`g.id`, order: sql`g.id` },
  day: { id: sql`s.day::text`, name: sql`g.id`, order: sql`g.id` },
}

/** Rows of products in editorial scope, and those for which the viewer or subordinates were responsible. */
export async function reliabilityOf(
  db: Db,
  { from, to, by, kind }: ReliabilityQuery,
  viewer: Viewer,
): Promise<ReliabilityRow[]> {
  const { id, name, order } = groups[by]
  const scope = seesAllProducts(viewer)
    ? sql`true`
    : sql`(${editorialScope(viewer, sql`s.product_id`)} or s.responsible_id = ${belowOf(viewer, true)})`
  const { rows } = await db.execute<ReliabilityRow>(sql`
    select g.id, ${name} as name, g.dues, g.done, g.reviewing, g."doneLate", g.missed, g.excused, g.rate::text as rate, g."medianLate"
      from (select ${id} as id, count(*)::int as dues, count(*) filter (where s.state in ('done', 'reviewing'))::int as done,
          count(*) filter (where s.state = 'reviewing')::int as reviewing,
          count(*) filter (where s.state = 'doneLate')::int as "doneLate", count(*) filter (where s.state = 'late')::int as missed,
          count(*) filter (where s.state = 'excused')::int as excused,
          round(count(*) filter (where s.state in ('done', 'reviewing')) * 100.0 / nullif(count(*) filter (where s.state <> 'excused'), 0), 1)
            as rate,
          (percentile_disc(0.5) within group (order by s.late_minutes) filter (where s.state = 'doneLate'))::int as "medianLate"
        from ${sealedDues} s where s.day between ${from}::date and ${to}::date and ${scope}
          and ${kind ? sql`s.kind = ${kind}` : sql`true`}
        group by 1) g
      order by ${order} limit 2000`)
  return rows
}
