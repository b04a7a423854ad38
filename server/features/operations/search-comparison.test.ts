// Search marketing over HTTP: comparisons, what 其他 holds, orders, regions, and notes on the trend.
import { beforeAll, describe, expect, it } from 'vitest'
import { querySemAccounts } from '#contract/operations/search-accounts.ts'
import type { SearchSource } from '#contract/operations/search-labels.ts'
import {
  getSearchMarketing,
  pivotSearchMarketing,
  querySearchAccounts,
  querySearchMarketing,
  type SearchTerms,
} from '#contract/operations/search-marketing.ts'
import { addSemNote, querySemNotes, removeSemNote } from '#contract/operations/search-notes.ts'
import { querySearchWords } from '#contract/operations/search-words.ts'
import { semAccounts } from '#server/db/schema/operations.ts'
import { touchOf } from '#server/features/members/registrations/touches.rules.ts'
import { makeAccount, makeEnterprise, makeMember, makeRegistration, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { reportLine } from '#test/search-reports.ts'
import { type ReportLine, storeReport } from './imports/search-reports.queries.ts'

const server = testServer()
const db = () => server().database.db
const store = (source: SearchSource, lines: readonly ReportLine[]) =>
  db().transaction((tx) => storeReport(tx, source, lines))

let keeper: Person
let viewer: Person
let searcher: Person

beforeAll(async () => {
  keeper = await server().as((await makeRole(db(), 'semData.view', 'semData.edit', 'semData.count')).code)
  searcher = await server().as((await makeRole(db(), 'semSearch.view')).code)
  viewer = await server().as((await makeRole(db(), 'semData.view')).code)
})

const overview = async (terms: SearchTerms) => (await keeper.call(getSearchMarketing, terms)).data

describe('operations.md "SemDeta"', () => {
  const december = { from: '2024-12-01', to: '2024-12-31' }

  it('“其他, which opens its own rows”: what is beyond the largest is a pivot of its own, to the figure', async () => {
    const campaigns = Array.from({ length: 205 }, (_, at) => `计划${String(at).padStart(3, '0')}`)
    const days = Array.from({ length: 31 }, (_, at) => `2024-12-${String(at + 1).padStart(2, '0')}`)
    await store(
      'bing',
      days.flatMap((day, at) =>
        campaigns
          .slice(0, at === 0 ? campaigns.length : 3)
          .map((campaign, n) => reportLine({ level: 'campaign', day, account: '多', campaign, cost: `${300 - n}.10` })),
      ),
    )
    const asked = { ...december, source: 'bing' as const, rows: 'campaign' as const, columns: 'day' as const }
    const all = (await keeper.call(pivotSearchMarketing, asked)).data
    expect([all.rows.at(-1)?.name, all.columns.at(-1)?.name]).toEqual(['其他（5 项）', '其他（1 项）'])
    const rest = (await keeper.call(pivotSearchMarketing, { ...asked, rowsFrom: 200 })).data
    expect(rest.rows).toHaveLength(5)
    expect(rest.total).toEqual(all.rows.at(-1)?.total)
    const late = (await keeper.call(pivotSearchMarketing, { ...asked, columnsFrom: 30 })).data
    expect(late.columns).toHaveLength(1)
    expect(late.total).toEqual(all.columns.at(-1)?.total)
    const [only] = late.rows
    expect(only?.total).toEqual(only?.cells[0])
    expect((await keeper.call(pivotSearchMarketing, { ...asked, rowsFrom: -1 })).status).toBe(400)
  })

  it('“against the period before, same weekdays, last year”: each comparison is the figure of its days', async () => {
    await store('bing', [
      reportLine({ account: '比', day: '2023-12-04', shows: 7 }),
      reportLine({ account: '比', day: '2024-11-27', shows: 11 }),
      reportLine({ account: '比', day: '2024-12-02', shows: 5 }),
    ])
    const accountId = (await viewer.call(querySearchAccounts, {})).data.find(({ name }) => name === '比')?.id ?? ''
    const asked = { accountId, from: '2024-12-04', to: '2024-12-05' }
    const compared = async (compare: 'before' | 'weekdays' | 'lastYear') => {
      const { data } = await keeper.call(getSearchMarketing, { ...asked, compare })
      const own = await overview({ accountId, from: data.beforeFrom, to: data.beforeTo })
      expect(data.before).toEqual(own.total)
      return [data.beforeFrom, data.beforeTo, data.before.shows]
    }
    expect(await compared('before')).toEqual(['2024-12-02', '2024-12-03', 5])
    expect(await compared('weekdays')).toEqual(['2024-11-27', '2024-11-28', 11])
    expect(await compared('lastYear')).toEqual(['2023-12-04', '2023-12-05', 7])
  })

  it('“amount, return”, cost per trial and formal member: orders after the first registration, on their day by event', async () => {
    const lastTouch = touchOf({ medium: 'cpc', source: 'sogou', campaign: '订单计划' })
    await store('sogou', [
      reportLine({ level: 'campaign', day: '2024-10-02', account: '单', campaign: '订单计划', cost: '500' }),
    ])
    const { id: enterpriseId } = await makeEnterprise(db())
    const { id: memberId } = await makeMember(db(), { enterpriseId })
    await makeAccount(db(), 'bigData', { memberId })
    const { id } = await makeRegistration(db(), { createdAt: '2024-10-02T10:00:00+08:00', lastTouch, memberId })
    const order = (number: string, at: string, amount: number, state: string) =>
      db().execute(`insert into orders (number, account_id, sub_product, item, months, amount, state, created_at)
        select '${number}', a.id, 'bigData', '年费', 12, ${amount}, '${state}', '${at}' from member_accounts a
          join registrations r on r.member_id = a.member_id where r.id = ${id} order by a.id limit 1`)
    await order('amount-1', '2024-10-20T10:00:00+08:00', 1200.5, 'forSale')
    await order('amount-2', '2024-11-03T10:00:00+08:00', 300, 'created')
    await order('amount-3', '2024-10-21T10:00:00+08:00', 9999, 'closed')
    await order('amount-4', '2024-09-01T10:00:00+08:00', 8888, 'forSale')
    const october = { from: '2024-10-01', to: '2024-10-31', source: 'sogou' as const }
    expect((await overview(october)).total).toMatchObject({
      leads: 1,
      cost: '500.00',
      amount: '1500.50',
      roi: '3.00',
      costPerTrial: null,
      costPerFormal: null,
    })
    expect((await overview({ ...october, basis: 'event' })).total.amount).toBe('1200.50')
    const november = { from: '2024-11-01', to: '2024-11-30', source: 'sogou' as const, basis: 'event' as const }
    expect((await overview(november)).total).toMatchObject({ leads: 0, amount: '300.00', roi: null })
    const { data } = await keeper.call(querySearchMarketing, { ...october, by: 'campaign', descs: ['amount'] })
    expect([data.records[0]?.amount, data.sums?.amount]).toEqual(['1500.50', '1500.50'])
  })

  it('filters by region as reports and registrations name it; with a device only where one report tells both', async () => {
    await store('sogou', [
      reportLine({
        level: 'campaign',
        day: '2024-08-02',
        account: '域',
        campaign: '域计划',
        region: '江苏',
        shows: 30,
      }),
      reportLine({
        level: 'campaign',
        day: '2024-08-02',
        account: '域',
        campaign: '域计划',
        region: '河北',
        shows: 12,
      }),
    ])
    const august = { from: '2024-08-01', to: '2024-08-31', source: 'sogou' as const }
    expect((await overview({ ...august, region: '江苏省' })).total.shows).toBe(30)
    expect((await overview({ ...august, region: '没有' })).total.shows).toBe(0)
    expect(await keeper.call(getSearchMarketing, { ...august, region: '江苏', device: 'pc' })).toMatchObject({
      status: 400,
      msg: expect.stringContaining('没有同时按设备、地域细分的数据'),
    })
  })
})

describe('operations.md "Currencies stand apart without a rate"', () => {
  it('are never added up: figures are of one, name the others, and an account alone has its own', async () => {
    await db().insert(semAccounts).values({ code: 'usd', source: 'bing', name: '美元户', currency: 'USD' })
    await store('bing', [
      reportLine({ level: 'campaign', day: '2024-06-02', account: '美元户', campaign: 'Prices', cost: '70' }),
      reportLine({
        level: 'word',
        day: '2024-06-02',
        account: '美元户',
        campaign: 'Prices',
        word: 'steel',
        cost: '60',
      }),
      reportLine({ level: 'campaign', day: '2024-06-02', account: '元户', campaign: '价格', cost: '500' }),
    ])
    const june = { from: '2024-06-01', to: '2024-06-30' }
    expect(await overview(june)).toMatchObject({ currency: 'CNY', others: ['USD'], total: { cost: '500.00' } })
    expect(await overview({ ...june, currency: 'USD' })).toMatchObject({
      currency: 'USD',
      others: ['CNY'],
      total: { cost: '70.00' },
    })
    const own = (await viewer.call(querySearchAccounts, {})).data.find(({ name }) => name === '美元户')
    expect(await overview({ ...june, accountId: own?.id ?? '' })).toMatchObject({
      currency: 'USD',
      others: [],
      total: { cost: '70.00' },
    })
    const by = async (terms: SearchTerms) =>
      (await keeper.call(querySearchMarketing, { ...june, ...terms, by: 'account' })).data.records.map(
        ({ name }) => name,
      )
    expect([await by({}), await by({ currency: 'USD' })]).toEqual([['元户'], ['美元户']])
    const month = (await keeper.call(querySemAccounts, {})).data
    expect(month.map(({ name }) => name)).toContain('美元户')
    const words = async (currency?: string) =>
      (await searcher.call(querySearchWords, { ...june, ...(currency && { currency }) })).data.sums?.cost
    expect([await words(), await words('USD')]).toEqual(['0', '60.00'])
    expect(await keeper.call(getSearchMarketing, { ...june, currency: 'usd' })).toMatchObject({ status: 400 })
  })
})

describe('operations.md "trend with notes (出价调整)"', () => {
  it('a note is of an account or of all, by whom, and is audited; without edit it is only read', async () => {
    const accounts = (await viewer.call(querySearchAccounts, {})).data
    const [own, other] = [accounts[0]?.id ?? '', accounts[1]?.id ?? '']
    const range = { from: '2024-12-01', to: '2024-12-31' }
    const { id } = (await keeper.call(addSemNote, { day: '2024-12-05', caption: ' 出价调整 ', accountId: own })).data
    await keeper.call(addSemNote, { day: '2024-12-04', caption: '双十二', accountId: null })
    const captions = async (accountId?: string) =>
      (await viewer.call(querySemNotes, { ...range, ...(accountId && { accountId }) })).data.map(
        ({ caption }) => caption,
      )
    expect(await captions()).toEqual(['双十二', '出价调整'])
    expect(await captions(other)).toEqual(['双十二'])
    expect((await viewer.call(querySemNotes, { ...range, accountId: own })).data[1]).toMatchObject({
      account: accounts[0]?.name,
      byName: expect.stringMatching(/./),
    })
    expect(await viewer.call(addSemNote, { day: '2024-12-05', caption: '无权', accountId: null })).toMatchObject({
      status: 403,
    })
    expect(await viewer.call(removeSemNote, { id })).toMatchObject({ status: 403 })
    expect(await keeper.call(addSemNote, { day: '2024-12-05', caption: 'x', accountId: '999999' })).toMatchObject({
      code: 20404,
    })
    expect((await keeper.call(removeSemNote, { id })).code).toBe(200)
    expect(await keeper.call(removeSemNote, { id })).toMatchObject({ code: 20404 })
    expect(await captions()).toEqual(['双十二'])
  })
})
