// Notices of budgets and targets that are exceeded.
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { makeRole, makeUser } from '../../../test/factories.ts'
import { testServer } from '../../../test/http.ts'
import { reportLine } from '../../../test/search-reports.ts'
import { semAccounts, semNodes } from '../../db/schema/operations.ts'
import { noticeBreaches } from './search-breaches.acts.ts'
import { storeReport } from './search-reports.queries.ts'

const server = testServer()
const db = () => server().database.db

async function noticesTo(userId: string): Promise<{ subject: string; body: string }[]> {
  const { rows } = await db().execute<{ subject: string; body: string }>(sql`select subject, body from messages
    where key like 'searchBreach:%:bell' and recipient_id = ${userId}::bigint order by id`)
  return rows
}

it('operations.md "budget pace", "target cost per lead (breach: one notice)": to the owners, once a day for an account', async () => {
  const [owner, buyer] = [await makeUser(db()), await makeUser(db())]
  const keeper = await makeUser(db(), { roleCode: (await makeRole(db(), 'semData.edit')).code })
  const [over, within, nobody] = await db()
    .insert(semAccounts)
    .values([
      { code: 'over', source: 'baidu', name: '超户', ownerId: owner.id, monthlyBudget: '100' },
      { code: 'in', source: 'baidu', name: '省户', ownerId: owner.id, monthlyBudget: '100' },
      { code: 'no', source: 'bing', name: '无主', monthlyBudget: '10' },
    ])
    .returning()
  const day = '2026-03-10'
  await db().transaction(async (tx) => {
    await storeReport(tx, 'baidu', [
      reportLine({ level: 'campaign', account: '超户', campaign: '品牌', day, cost: '100.01' }),
      reportLine({ level: 'campaign', account: '省户', campaign: '品牌', day, cost: '100.00' }),
      // of the month before
      reportLine({ level: 'campaign', account: '省户', campaign: '品牌', day: '2026-02-28', cost: '500' }),
    ])
    await storeReport(tx, 'bing', [reportLine({ account: '无主', day, cost: '11' })])
  })
  const ids = [over, within, nobody].map((account) => account?.id ?? '')
  const look = (at: string) => db().transaction((tx) => noticeBreaches(tx, ids, Date.parse(at)))
  await look('2026-03-11T09:00:00+08:00')
  await look('2026-03-11T15:00:00+08:00')
  expect(await noticesTo(owner.id)).toEqual([
    { subject: '百度 超户 超出月预算', body: '2026-03 已消费 100.01 CNY，月预算 100.00。' },
  ])
  expect(await noticesTo(keeper.id)).toMatchObject([{ subject: '必应 无主 超出月预算' }])
  await look('2026-03-12T09:00:00+08:00')
  expect(await noticesTo(owner.id)).toHaveLength(2)

  await db()
    .update(semNodes)
    .set({ targetCost: '60', ownerId: buyer.id })
    .where(sql`account_id = ${within?.id ?? '0'}::bigint and level = 'campaign'`)
  await look('2026-03-13T09:00:00+08:00')
  // both owners hear of it
  expect(await noticesTo(buyer.id)).toEqual([
    { subject: '百度 省户 超出目标成本', body: '“品牌”消费 600.00 元还没有注册，目标 60.00 元。' },
  ])
})
