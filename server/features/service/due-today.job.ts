// Each morning: says in the bell what is due that day, follow-ups and complaints, once to each person.
import { sql } from 'drizzle-orm'
import { Fields } from '#contract/fields.ts'
import { transact } from '#server/core/core.ts'
import { job } from '#server/core/jobs/jobs.ts'
import { storePush } from '#server/core/live/pushes.ts'
import type { Tx } from '#server/db/connection.ts'
import { enterprises } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { complaints, followUps } from '#server/db/schema/service.ts'
import { nextUserOf } from './follow-ups.queries.ts'

const DAY_MIN = 24 * 60
/** 08:10, before people begin. */
const OFFSET_MIN = 8 * 60 + 10
const NAMED = 3

type Due = { userId: string; count: number; names: string[] }

const summed = sql`user_id::text as "userId", count(*)::int as count, (array_agg(name order by name, id))[1:${sql.raw(String(NAMED))}] as names`

async function listReminders(tx: Tx): Promise<Due[]> {
  const { rows } = await tx.execute<Due>(sql`select ${summed} from (
      select f.id, e.name, ${nextUserOf(sql`f.next_user_id`, sql`e.owner_id`)} as user_id
      from ${followUps} f join ${enterprises} e on e.id = f.enterprise_id
      where f.next_on = current_date and f.ended_by_id is null and f.ended_by_visit_id is null) due
    where user_id is not null group by user_id order by user_id`)
  return rows
}

async function listComplaintsDue(tx: Tx): Promise<Due[]> {
  const { rows } = await tx.execute<Due>(sql`select ${summed} from (
      select c.id, e.name, c.owner_id as user_id
      from ${complaints} c join ${enterprises} e on e.id = c.enterprise_id join ${users} u on u.id = c.owner_id
      where c.solve_by = current_date and c.state <> 'solved' and u.status = 'enabled' and u.deleted_at is null) due
    group by user_id order by user_id`)
  return rows
}

const kinds = [
  {
    list: listReminders,
    title: (count: number) => `今天有 ${count} 个客户待跟进`,
    link: '/userControl/customerManagement/followUp?due=today',
  },
  {
    list: listComplaintsDue,
    title: (count: number) => `今天有 ${count} 件投诉到处理期限`,
    link: '/userControl/customerManagement/complaint',
  },
]

export const dueTodayJob = job({
  name: 'service.dueToday',
  input: Fields({}),
  title: () => '提醒今天到期的客户服务',
  schedule: { every: DAY_MIN, offset: OFFSET_MIN },
  run: ({ core, finish }) =>
    transact(core, async (tx, announce) => {
      let done = 0
      for (const { list, title, link } of kinds) {
        for (const { userId, count, names } of await list(tx)) {
          const content = `${names.join('、')}${count > names.length ? `等 ${count} 个` : ''}`
          await storePush(tx, announce, {
            userIds: [userId],
            type: 'notice',
            data: { title: title(count), content, link },
          })
          done++
        }
      }
      return finish(tx, { done, message: `提醒 ${done} 次` })
    }),
})
