// Notices of budgets and targets that are exceeded.
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { API_KEY_HEADER } from '#contract/endpoint.ts'
import { usualAttribution } from '#contract/operations/attribution.ts'
import { bringSemSlice } from '#contract/operations/open-sem.ts'
import { getSearchMarketing } from '#contract/operations/search-marketing.ts'
import { searchImport } from '#contract/operations/search-sheets.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { semAccounts, semNodes } from '#server/db/schema/operations.ts'
import { makeRole, makeUser } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { reportLine } from '#test/search-reports.ts'
import { bring, endOf } from '#test/sheets.ts'
import { storeReport } from './imports/search-reports.queries.ts'
import { noticeBreaches } from './search-breaches.acts.ts'

const server = testServer()
const db = () => server().database.db

async function noticesTo(userId: string): Promise<{ subject: string; body: string; link: string }[]> {
  const { rows } = await db().execute<{
    subject: string
    body: string
    link: string
  }>(sql`select subject, body, link from messages
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
  expect(await noticesTo(owner.id)).toMatchObject([
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
  const about = '目标成本看近 30 天，注册按末次非直接归因，取注册前 30 天的访问，按注册日期计入。'
  const [breach, ...more] = await noticesTo(buyer.id)
  expect(more).toEqual([])
  expect(breach).toMatchObject({
    subject: '百度 省户 超出目标成本',
    body: `“品牌”消费 600.00 元还没有注册，目标 60.00 元。${about}`,
  })
  // the figures of the notice are those of its link: the same days, model, window and basis
  expect(Object.fromEntries(new URL(breach?.link ?? '', 'http://console').searchParams)).toEqual({
    accountId: within?.id,
    days: '2026-02-11~2026-03-12',
    ...usualAttribution,
  })
})

it('operations.md "budget pace", "target cost per lead": an account that breaches both has a notice of each, with its days', async () => {
  const owner = await makeUser(db())
  const [both] = await db()
    .insert(semAccounts)
    .values({ code: 'both', source: 'so360', name: '双超', ownerId: owner.id, monthlyBudget: '100' })
    .returning()
  const accountId = both?.id ?? ''
  const line = { level: 'campaign', account: '双超', campaign: '通用', day: '2026-03-10' } as const
  await db().transaction((tx) => storeReport(tx, 'so360', [reportLine({ ...line, cost: '90' })]))
  await db()
    .update(semNodes)
    .set({ targetCost: '60' })
    .where(sql`account_id = ${accountId}::bigint and level = 'campaign'`)
  const look = () => db().transaction((tx) => noticeBreaches(tx, [accountId], Date.parse('2026-03-13T09:00:00+08:00')))
  await look()
  // the budget is breached later on the same day: what was told of the target does not hide it
  await db().transaction((tx) => storeReport(tx, 'so360', [reportLine({ ...line, cost: '120' })]))
  await look()
  await look()
  const told = (await noticesTo(owner.id)).map(({ subject, link }) => [
    subject,
    new URL(link, 'http://console').searchParams.get('days'),
  ])
  expect(told).toEqual([
    ['360 双超 超出目标成本', '2026-02-11~2026-03-12'],
    ['360 双超 超出月预算', '2026-03-01~2026-03-12'],
  ])
})

it('operations.md "breach: one notice": an import and the open call tell it, and the notice leads to the figure', async () => {
  const keeper = await server().as((await makeRole(db(), 'semData.view', 'semData.leadingIn')).code)
  await db()
    .insert(semAccounts)
    .values([
      { code: 'by-file', source: 'sogou', name: '文件户', ownerId: keeper.id, monthlyBudget: '10' },
      { code: 'by-call', source: 'sogou', name: '接口户', ownerId: keeper.id, monthlyBudget: '20' },
    ])
  const yesterday = addDays(dayOf(Date.now()), -1)
  const sheet = `日期,账户,展现,点击,消费\n${yesterday},文件户,9,3,10.01`
  const fileId = await bring(server(), keeper, sheet, '搜狗.csv')
  const { id, version } = (await keeper.call(searchImport.open, { fileId, hasHeader: true })).data
  const { jobId } = (await keeper.call(searchImport.save, { id, version, mode: 'all' })).data
  expect(await endOf(keeper, jobId)).toMatchObject({ state: 'done' })
  const { key } = await db().transaction((tx) =>
    createApiKey(tx, { name: '推广接口', scopes: ['bringSem'], dailyQuota: 100, createdBy: keeper.id }),
  )
  const slice = { account: 'by-call', day: yesterday, level: 'account', cut: 'none', part: 'all', chunk: 1, chunks: 1 }
  const figures = { shows: 9, clicks: 3, cost: '20.50' }
  const sent = { ...slice, sums: { rows: 1, ...figures }, rows: [figures] }
  const headers = { [API_KEY_HEADER]: key }
  expect(await server().send('POST', bringSemSlice.path, sent, { headers })).toMatchObject({ data: { state: 'new' } })
  const { rows } = await db().execute<{ subject: string; body: string; link: string }>(sql`select subject, body, link
    from messages where key like 'searchBreach:%:bell' and recipient_id = ${keeper.id}::bigint order by id`)
  expect(rows.map(({ subject }) => subject)).toEqual(['搜狗 文件户 超出月预算', '搜狗 接口户 超出月预算'])
  for (const { body, link } of rows) {
    const address = new URL(link, 'http://console').searchParams
    const [from = '', to = ''] = (address.get('days') ?? '').split('~')
    const { data } = await keeper.call(getSearchMarketing, { accountId: address.get('accountId') ?? '', from, to })
    expect(body).toContain(`已消费 ${data.total.cost} CNY`)
  }
})
