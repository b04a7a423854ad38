// Monitoring rules of a person who leaves.
import { sql } from 'drizzle-orm'
import { can } from '#contract/access.ts'
import type { HeldWork } from '#server/core/access/held-work.ts'
import { monitoringRules } from '#server/db/schema/monitoring.ts'

export const ownRules: HeldWork = {
  title: '负责的监控规则',
  part: 'prices',
  page: '今日待更新数据',
  rights: [can('dataToBeUpdatedToday', 'view')],
  /** Rules that name the person as responsible or deputy. */
  lock: async (tx, personId) => {
    const { rows } = await tx.execute<{ id: string; name: string }>(sql`
      select id::text as id, name from ${monitoringRules} where ${personId}::bigint in (owner_id, deputy_id) order by id for update`)
    return rows
  },
  /** The receiver replaces the person in both places; where they would be both, only as responsible. */
  move: (tx, { from, to }) =>
    tx.execute(sql`
      update ${monitoringRules} r set owner_id = n.owner_id, deputy_id = nullif(n.deputy_id, n.owner_id),
          version = r.version + 1, updated_at = now()
        from (select id, case when owner_id = ${from.id}::bigint then ${to.id}::bigint else owner_id end as owner_id,
            case when deputy_id = ${from.id}::bigint then ${to.id}::bigint else deputy_id end as deputy_id
          from ${monitoringRules} where ${from.id}::bigint in (owner_id, deputy_id)) n
        where n.id = r.id`),
}
