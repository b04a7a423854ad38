// Recent announcements of the demo company, and who has read them.
import { and, eq, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { users } from '../../schema/organisation.ts'
import { announcementReads, announcements } from '../../schema/system/announcements.ts'
import { createDays, type Days } from '../members/customers-days.ts'
import { knownUserNames } from '../organisation/staff.ts'
import { createChance } from '../random.ts'

const SEED = 20_260_109
const MINUTE_MS = 60_000

const seeds = [
  {
    daysAgo: 1,
    title: '年末报价安排',
    body: '元旦假期前最后一个报价日照常发布，假期内不更新价格。\n节后首日请分析师在 9:00 前完成昨日价格的复核，审核主管 9:30 前完成审核。',
    isPinned: true,
  },
  {
    daysAgo: 6,
    title: '资讯模板启用新字段',
    body: '资讯模板新增“价格表”字段，发布时自动填入当日已审核价格。原有模板不受影响，如需调整请联系数据管理员。',
    isPinned: false,
  },
  {
    daysAgo: 20,
    title: '客户信息保密提醒',
    body: '客户联系方式仅限本人跟进使用。导出名单需填写原因，文件带有导出人姓名和时间，请勿转发给无关人员。',
    isPinned: false,
  },
] as const

const launchedOn = (days: Days, daysAgo: number) => `${days.day(-daysAgo)}T09:30:00+08:00`

export async function addAnnouncements(tx: Tx, today: Date): Promise<void> {
  if (!(await isEmpty(tx, announcements))) return
  const [author] = await tx.select({ id: users.id }).from(users).where(eq(users.userName, 'admin'))
  if (!author) return
  const days = createDays(today)
  const rows = seeds.map(({ daysAgo, ...seed }) => {
    const at = launchedOn(days, daysAgo)
    return {
      ...seed,
      audience: 'everybody' as const,
      state: 'launched' as const,
      authorId: author.id,
      launchedAt: at,
      updatedAt: at,
    }
  })
  const launched = await tx.insert(announcements).values(rows).returning({ id: announcements.id })
  await addReads(
    tx,
    days,
    launched.map(({ id }, at) => ({ id, daysAgo: seeds[at]?.daysAgo ?? 1 })),
  )
  await tx.insert(announcements).values([
    {
      title: '后台系统周末维护（草稿）',
      body: '时间待定。',
      audience: 'everybody',
      authorId: author.id,
      updatedAt: `${days.day(-1)}T17:40:00+08:00`,
    },
  ])
}

/**
 * Most of those who were there since have read it, on one of the first days. The accounts that people try out have not: for
 * them it is news.
 */
async function addReads(tx: Tx, days: Days, launched: readonly { id: string; daysAgo: number }[]): Promise<void> {
  const chance = createChance(SEED)
  const people = await tx
    .select({ id: users.id, seenAt: sql<string>`${users.lastSignInAt}`.mapWith(users.lastSignInAt) })
    .from(users)
    .where(
      and(
        isNull(users.deletedAt),
        eq(users.status, 'enabled'),
        isNotNull(users.lastSignInAt),
        notInArray(users.userName, [...knownUserNames]),
      ),
    )
    .orderBy(users.id)
  const rows = launched.flatMap(({ id, daysAgo }) =>
    people.flatMap((person) => {
      const launchedMs = Date.parse(launchedOn(days, daysAgo))
      const seenMs = Date.parse(person.seenAt)
      const targetMs = Date.parse(days.moment(chance, Math.min(0, chance.between(0, 2) - daysAgo)))
      const soonMs = launchedMs + chance.between(2, 90) * MINUTE_MS
      if (!chance.happens(0.9) || seenMs < launchedMs) return []
      const readMs = Math.min(Math.max(targetMs, soonMs), seenMs + chance.between(1, 20) * MINUTE_MS)
      return [{ announcementId: id, userId: person.id, readAt: new Date(readMs).toISOString() }]
    }),
  )
  await insertRows(tx, announcementReads, rows)
}
