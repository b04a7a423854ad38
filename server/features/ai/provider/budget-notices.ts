// Tells staff that 80 % of an AI limit are used: of their own tokens whoever uses them, of an assistant's money who launches it.
import { sql } from 'drizzle-orm'
import { dayOf } from '#contract/days.ts'
import { noticeStaff } from '#server/core/outbox/queue.ts'
import type { Tx } from '#server/db/connection.ts'
import { aiAssistants } from '#server/db/schema/ai.ts'
import { menus, roleMenus, userDeputyRoles, users } from '#server/db/schema/organisation.ts'
import type { Limit } from './limits.queries.ts'

/** A team, not a company. */
const TOLD_MOST = 50
const ASSISTANTS = '/application/aiWeb/assistant/index'

async function launchers(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`select distinct h.user_id::text as id
    from (select u.id as user_id, u.role_id from ${users} u where u.deleted_at is null
      union all select d.user_id, d.role_id from ${userDeputyRoles} d) h
    join ${roleMenus} r on r.role_id = h.role_id
    join ${menus} m on m.id = r.menu_id and m.code = 'aiWeb.assistants.launch' limit ${TOLD_MOST}`)
  return rows.map(({ id }) => id)
}

async function assistantNamed(tx: Tx, id: string): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`select name from ${aiAssistants} where id = ${id}::bigint`)
  return rows[0]?.name ?? '已删除的助手'
}

/** Once for each limit and period. Members are told in the reply to their question. */
export async function notifyBudget(tx: Tx, { subject, id, most }: Limit, used: number): Promise<void> {
  const today = dayOf(Date.now())
  if (subject === 'userTokens') {
    await noticeStaff(tx, {
      event: 'aiBudget',
      key: `${subject}:${id}:${today}`,
      userIds: [id],
      title: '今天的 AI 用量已超过八成',
      text: `今天已用约 ${Math.round(used)} 词元，上限 ${most} 词元，用完后明天才能再用。`,
      link: '',
    })
  }
  if (subject !== 'assistantCost') return
  const month = today.slice(0, 7)
  await noticeStaff(tx, {
    event: 'aiBudget',
    key: `${subject}:${id}:${month}`,
    userIds: await launchers(tx),
    title: 'AI 助手本月的费用已超过八成',
    text: `“${await assistantNamed(tx, id)}”${month} 已用约 ${used.toFixed(2)} 元，上限 ${most} 元，用完后本月不能再向它提问。`,
    link: ASSISTANTS,
  })
}
