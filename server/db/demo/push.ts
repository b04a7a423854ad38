// Pushes of the demo company in all states, and its customers' orders of customised reports.
import { sql } from 'drizzle-orm'
import { DAY_MS } from '#contract/days.ts'
import type { PushAudience } from '#contract/push/pushes.ts'
import { isEmpty, type Tx } from '../connection.ts'
import { pushes, reportOrders, smsClasses } from '../schema/push.ts'
import { createChance } from './random.ts'
import { addSmsClasses } from './sms.ts'

const SEED = 20_260_812
const ORDERS = 14

const everybody: PushAudience = {
  rule: { productIds: [], kinds: [], levels: [], ownerIds: [] },
  listIds: [],
  accountIds: [],
  excludedIds: [],
}

const titles = [
  '华东建材周报',
  '不锈钢月度展望',
  '铜铝库存简报',
  '能化早参',
  '煤焦周度观察',
  '再生金属月报',
  '下游需求调研',
]
const reports = [
  ['再生铜月度报告', 'monthly'],
  ['焊管成本分析', 'monthly'],
  ['热卷区域价差周报', 'weekly'],
  ['铝加工开工率季报', 'quarterly'],
  ['塑料需求专题', 'once'],
] as const
const reportOf = (n: number) => {
  const [title, rhythm] = reports[n % reports.length] ?? reports[0]
  return { title, rhythm }
}
const contacts = ['周敏', '吴建平', '郑海燕', '王志强', '冯丽']

/** Adds nothing where it has been before. */
export async function addPushes(tx: Tx, today: Date): Promise<void> {
  const chance = createChance(SEED)
  const at = (days: number, hour = 9) =>
    new Date(Math.floor(today.getTime() / DAY_MS) * DAY_MS + days * DAY_MS + hour * 3_600_000).toISOString()
  const day = (days: number) => at(days).slice(0, 10)
  const { rows: authors } = await tx.execute<{ id: string }>(sql`select u.id::text as id from users u
    join roles r on r.id = u.role_id and r.code = 'operations' where u.deleted_at is null order by u.id limit 4`)
  if (authors.length > 0 && (await isEmpty(tx, pushes))) {
    const { rows: items } = await tx.execute<{ id: string }>(
      sql`select id::text as id from quote_items order by id limit 8`,
    )
    const states = ['draft', 'reviewing', 'scheduled', 'stopped', 'draft', 'draft', 'draft'] as const
    const rows = titles.flatMap((title, n) =>
      (['report', 'price'] as const).map((kind) => {
        const state = states[n] ?? 'draft'
        const author = chance.pick(authors).id
        return {
          kind,
          title: kind === 'price' ? `${title.slice(0, 2)}成交价（${n + 1}）` : title,
          subject: `${title} {{日期}}`,
          text: '{{姓名}}，您好：\n\n本期内容如下，欢迎联系您的客户经理。',
          quoteItemIds: kind === 'price' ? items.slice(0, 4).map(({ id }) => id) : [],
          chartDays: kind === 'price' ? 30 : 0,
          audience: everybody,
          authorId: author,
          state,
          createdAt: at(n - 20),
          updatedAt: at(n - 15),
          ...(state === 'reviewing' && { pusherId: author }),
          ...(state === 'scheduled' && { pusherId: author, timing: 'at' as const, sendAt: at(30), nextAt: at(30) }),
          ...(state === 'stopped' && {
            pusherId: author,
            note: '错过了发送时间，请确认后继续',
            timing: 'at' as const,
            sendAt: at(-3),
          }),
        }
      }),
    )
    await tx.insert(pushes).values(rows)
  }
  if (authors.length > 0 && (await isEmpty(tx, smsClasses))) await addSmsClasses(tx)
  const { rows: customers } = await tx.execute<{ id: string }>(
    sql`select id::text as id from enterprises where owner_id is not null order by id limit 60`,
  )
  if (customers.length > 0 && (await isEmpty(tx, reportOrders))) {
    await tx.insert(reportOrders).values(
      Array.from({ length: ORDERS }, (_, n) => ({
        enterpriseId: chance.pick(customers).id,
        ...reportOf(n),
        contents: '价格走势、成本与利润、开工与库存、下月展望',
        startsOn: day(-chance.between(20, 200)),
        endsOn: day(chance.between(60, 400)),
        contactName: chance.pick(contacts),
        contactEmail: `report${n + 1}@example.com`,
        price: String(chance.between(8, 60) * 1_000),
        isEnabled: n % 6 !== 5,
      })),
    )
  }
}
