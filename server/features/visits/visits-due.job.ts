// Each morning: reminds visitors of what they have planned for the day.
import { sql } from 'drizzle-orm'
import { Fields } from '#contract/fields.ts'
import { transact } from '#server/core/core.ts'
import { job } from '#server/core/jobs/jobs.ts'
import { noticeStaff } from '#server/core/outbox/queue.ts'
import type { Tx } from '#server/db/connection.ts'
import { visitEnterprises, visits } from '#server/db/schema/visits.ts'
import { siteName } from './visit-enterprises.queries.ts'

const DAY_MIN = 24 * 60
/** 08:05, before people leave. */
const OFFSET_MIN = 8 * 60 + 5
const NAMED = 3

type Visitor = { userId: string; day: string; visits: number; names: string[] }

async function listVisitors(tx: Tx): Promise<Visitor[]> {
  const { rows } = await tx.execute<Visitor>(sql`
    select v.owner_id::text as "userId", current_date::text as day, count(*)::int as visits,
      (array_agg(${siteName} order by v.planned_at, v.id))[1:${sql.raw(String(NAMED))}] as names
    from ${visits} v join ${visitEnterprises} on ${visitEnterprises.id} = v.enterprise_id
    where v.state in ('planned', 'onTheWay')
      and v.planned_at >= current_date::timestamp at time zone 'Asia/Shanghai'
      and v.planned_at < (current_date + 1)::timestamp at time zone 'Asia/Shanghai'
    group by v.owner_id order by v.owner_id`)
  return rows
}

export const visitsDueJob = job({
  name: 'visits.due',
  input: Fields({}),
  title: () => '提醒今天的拜访',
  schedule: { every: DAY_MIN, offset: OFFSET_MIN },
  run: ({ core, finish }) =>
    transact(core, async (tx) => {
      const visitors = await listVisitors(tx)
      for (const { userId, day, visits: count, names } of visitors) {
        const rest = count > names.length ? `等 ${count} 家` : ''
        await noticeStaff(tx, {
          event: 'visitDue',
          key: day,
          userIds: [userId],
          title: `今天有 ${count} 次拜访`,
          text: `${names.join('、')}${rest}`,
          link: '/application/visitingAssistants/visitRecord?view=calendar',
        })
      }
      return finish(tx, { done: visitors.length, message: `提醒 ${visitors.length} 人` })
    }),
})
