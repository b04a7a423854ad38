// What the demo company has told its staff lately.
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../connection.ts'
import { announcements } from '../schema/announcements.ts'
import { users } from '../schema/organisation.ts'

const DAY_MS = 86_400_000

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

export async function addAnnouncements(tx: Tx, today: Date): Promise<void> {
  if ((await tx.select({ id: announcements.id }).from(announcements).limit(1)).length > 0) return
  const [author] = await tx.select({ id: users.id }).from(users).where(eq(users.userName, 'admin'))
  if (!author) return
  const rows = seeds.map(({ daysAgo, ...seed }) => {
    const at = new Date(today.getTime() - daysAgo * DAY_MS).toISOString()
    return {
      ...seed,
      audience: 'everybody' as const,
      state: 'launched' as const,
      authorId: author.id,
      launchedAt: at,
      updatedAt: at,
    }
  })
  await tx.insert(announcements).values([
    ...rows,
    {
      title: '后台系统周末维护（草稿）',
      body: '时间待定。',
      audience: 'everybody',
      authorId: author.id,
      updatedAt: sql`now()`,
    },
  ])
}
