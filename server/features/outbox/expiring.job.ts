// Each morning: notifies salespeople who want it of accounts that end within a week.
import { sql } from 'drizzle-orm'
import { Fields } from '#contract/fields.ts'
import { NEAR_DAYS } from '#contract/home/boards.ts'
import { transact } from '#server/core/core.ts'
import { job } from '#server/core/jobs/jobs.ts'
import { noticeStaff } from '#server/core/outbox/queue.ts'
import type { Tx } from '#server/db/connection.ts'
import { userNotices } from '#server/db/schema/core/outbox.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'

const DAY_MIN = 24 * 60
/** 08:10, before the working day and after the quiet hours of the night. */
const OFFSET_MIN = 8 * 60 + 10
const NAMED = 3

type Owner = { userId: string; day: string; accounts: number; customers: number; names: string[] }

/** Accounts that end soon without a next grant, by owner who wants the notice. */
async function listOwners(tx: Tx): Promise<Owner[]> {
  const { rows } = await tx.execute<Owner>(sql`
    with ending as (
      select coalesce(m.owner_id, e.owner_id) as owner_id, coalesce(e.name, m.real_name) as name, a.ends_on
      from ${memberAccounts} a join ${members} m on m.id = a.member_id left join ${enterprises} e on e.id = m.enterprise_id
      where a.status = 'enabled' and a.next_ends_on is null
        and a.ends_on between current_date and current_date + ${NEAR_DAYS.expiring7}::int)
    select n.user_id::text as "userId", current_date::text as day, count(*)::int as accounts,
      count(distinct name)::int as customers, (array_agg(distinct name))[1:${sql.raw(String(NAMED))}] as names
    from ending join ${userNotices} n on n.user_id = ending.owner_id and n.event = 'expiring'
    group by n.user_id order by n.user_id`)
  return rows
}

export const expiringJob = job({
  name: 'outbox.expiring',
  input: Fields({}),
  title: () => '提醒即将到期的客户',
  schedule: { every: DAY_MIN, offset: OFFSET_MIN },
  run: ({ core, finish }) =>
    transact(core, async (tx) => {
      const owners = await listOwners(tx)
      for (const { userId, day, accounts, customers, names } of owners) {
        const rest = customers > names.length ? `等 ${customers} 个客户` : ''
        await noticeStaff(tx, {
          event: 'expiring',
          key: day,
          userIds: [userId],
          link: '/home/index',
          title: `${accounts} 个账号 7 天内到期`,
          text: `${names.join('、')}${rest}`,
        })
      }
      return finish(tx, { done: owners.length, message: `提醒 ${owners.length} 人` })
    }),
})
