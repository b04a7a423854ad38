// Search words over HTTP: the list, marks and what the account takes back.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  countSearchWords,
  exportSearchWords,
  markSearchWords,
  queryMarkedAccounts,
  querySearchWords,
  type SearchWordQuery,
  takeMarkedWords,
} from '../../../contract/operations/search-words.ts'
import { queryAuditLog } from '../../../contract/system/audit-log.ts'
import { makeRole } from '../../../test/factories.ts'
import { type Person, testServer } from '../../../test/http.ts'
import { cellsOf, download, endOf } from '../../../test/sheets.ts'
import { type ReportLine, storeReport } from './search-reports.queries.ts'

const server = testServer()
const db = () => server().database.db
const days = { from: '2026-03-01', to: '2026-03-31' }

const line = (changes: Partial<ReportLine>): ReportLine => ({
  ...{
    level: 'word',
    day: '2026-03-10',
    account: '甲',
    campaign: '品牌',
    group: '',
    keyword: '钢价',
    word: '今日钢价',
  },
  ...{ device: '', region: '', shows: 10, clicks: 1, cost: '1.00', position: null, reported: 0 },
  ...changes,
})

let keeper: Person
let viewer: Person

beforeAll(async () => {
  keeper = await server().as(
    (await makeRole(db(), ...['view', 'edit', 'count', 'exportBtn'].map((alias) => `semSearch.${alias}`))).code,
  )
  viewer = await server().as((await makeRole(db(), 'semSearch.view')).code)
  await db().transaction(async (tx) => {
    await storeReport(tx, 'baidu', [
      line({ shows: 100, clicks: 4, cost: '10.10' }),
      line({ day: '2026-03-11', keyword: '价格', shows: 100, clicks: 2, cost: '5.05', reported: 1 }),
      line({ campaign: '行业', shows: 50, clicks: 0, cost: '0' }),
      line({ word: '钢材招聘', shows: 30, clicks: 3, cost: '9.99' }),
      line({ word: '100%免费钢价', clicks: 2, cost: '4.00' }),
      // of another day
      line({ day: '2026-04-01', cost: '99' }),
    ])
    await storeReport(tx, 'bing', [line({ account: '乙', word: 'steel price', cost: '3.00' })])
  })
})

const page = async (query: SearchWordQuery = {}, by = keeper) =>
  (await by.call(querySearchWords, { ...days, ...query })).data
const wordOf = async (word: string, campaign = '品牌') => {
  const found = (await page()).records.find((row) => row.word === word && row.campaign === campaign)
  if (!found) throw new Error('no such word')
  return found
}

describe('search words', () => {
  it('operations-service-ai.md "SemSearch: search words": a word stands once for its campaign, with sums over days and keywords', async () => {
    const { records, sums, total } = await page()
    expect(total).toBe(5)
    expect(records[0]).toMatchObject({
      ...{ word: '今日钢价', campaign: '品牌', source: 'baidu', account: '甲', mark: null },
      ...{ shows: 200, clicks: 6, cost: '15.15', clickRate: '3.00', costPerClick: '2.53', reported: 1 },
    })
    expect(records[0]?.keywords.split('、').toSorted()).toEqual(['价格', '钢价'].toSorted())
    expect(records.at(-1)).toMatchObject({ campaign: '行业', costPerClick: null })
    expect(sums).toEqual({ shows: '300', clicks: '12', cost: '32.14', reported: '1' })
  })

  it('§9 are found by a part, a source, a campaign', async () => {
    const found = async (query: SearchWordQuery) =>
      (await page({ ...query, ascs: ['word'] })).records.map(({ word }) => word)
    expect(await found({ word: '%' })).toEqual(['100%免费钢价'])
    expect(await found({ source: 'bing' })).toEqual(['steel price'])
    expect(await found({ campaignIs: '行业' })).toEqual(['今日钢价'])
    expect(await found({ campaign: '行' })).toEqual(['今日钢价'])
  })

  it('operations-service-ai.md "marking as excluded or wanted": many at once, taken back by what they were', async () => {
    const [jobs, free] = [await wordOf('钢材招聘'), await wordOf('100%免费钢价')]
    const first = await keeper.call(markSearchWords, {
      words: [{ id: free.id, version: free.version, mark: 'wanted' }],
    })
    expect(first.data).toEqual([{ id: free.id, version: 2, before: null }])
    const both = [
      { id: jobs.id, version: 1, mark: 'excluded' as const },
      { id: free.id, version: 2, mark: 'excluded' as const },
    ]
    const { data } = await keeper.call(markSearchWords, { words: both })
    expect((await page({ mark: 'excluded', ascs: ['cost'] })).records).toMatchObject([
      { word: '100%免费钢价', mark: 'excluded', markedByName: expect.stringMatching(/./) },
      { word: '钢材招聘' },
    ])
    const words = data.map(({ before, ...word }) => ({ ...word, mark: before }))
    await keeper.call(markSearchWords, { words })
    expect(await wordOf('100%免费钢价')).toMatchObject({ mark: 'wanted' })
    expect(await wordOf('钢材招聘')).toMatchObject({ mark: null, markedAt: null, markedByName: '' })
    // somebody else's is not overwritten, nor any beside it
    expect(await keeper.call(markSearchWords, { words: both })).toMatchObject({
      code: 601,
      msg: expect.stringContaining('已被他人标记'),
    })
    expect(await keeper.call(markSearchWords, { words: [{ id: '999999', version: 1, mark: null }] })).toMatchObject({
      code: 20404,
    })
    const auditor = await server().as((await makeRole(db(), 'auditLog.view')).code)
    const { records } = (await auditor.call(queryAuditLog, { targetType: 'searchWord' })).data
    expect(records[0]).toMatchObject({ action: 'searchWord.mark' })
  })

  it('operations-service-ai.md "every total equals its list": counts by mark and source', async () => {
    const { data } = await keeper.call(countSearchWords, days)
    expect(data.total).toEqual({ words: 5, cost: '32.14' })
    expect(data.marks).toEqual([
      { mark: 'excluded', words: 0, cost: '0.00' },
      { mark: 'wanted', words: 1, cost: '4.00' },
      { mark: null, words: 4, cost: '28.14' },
    ])
    expect((await keeper.call(countSearchWords, { ...days, source: 'bing', word: 'st' })).data.total).toEqual({
      ...{ words: 1, cost: '3.00' },
    })
  })

  it('operations-service-ai.md "export in the form that the account takes back": a CSV that begins with its header', async () => {
    const job = await wordOf('钢材招聘')
    await keeper.call(markSearchWords, { words: [{ id: job.id, version: job.version, mark: 'excluded' }] })
    const accounts = (await keeper.call(queryMarkedAccounts, {})).data
    expect(accounts).toEqual([{ id: job.accountId, source: 'baidu', name: '甲', excluded: 1, wanted: 1 }])
    const { data } = await keeper.call(takeMarkedWords, { accountId: job.accountId, mark: 'excluded' })
    expect(data.name).toBe('甲_排除.csv')
    expect(await cellsOf(Buffer.from(data.content, 'base64'))).toEqual([
      ['推广计划名称', '否定关键词', '匹配模式'],
      ['品牌', '钢材招聘', '精确匹配'],
    ])
    const other = (await page({ source: 'bing' })).records[0]?.accountId ?? ''
    expect(await keeper.call(takeMarkedWords, { accountId: other, mark: 'wanted' })).toMatchObject({
      ...{ code: 409, msg: '没有标记为“加词”的搜索词' },
    })
    expect(await keeper.call(takeMarkedWords, { accountId: '999999', mark: 'wanted' })).toMatchObject({ code: 20404 })
  })

  it('§9 the export has what the list has', async () => {
    const query = { ...days, mark: 'none' as const, ascs: ['cost' as const] }
    const { data } = await keeper.call(exportSearchWords, {
      ...{ query, columns: ['word', 'cost', 'mark'], format: 'csv', reason: '核对' },
    })
    const rows = await cellsOf(await download(server(), (await endOf(keeper, data.jobId)).fileUrl))
    expect(rows.slice(2).map(([word]) => word)).toEqual((await page(query)).records.map(({ word }) => word))
  })

  it('§5 says what is wrong', async () => {
    expect(await keeper.call(querySearchWords, { from: '2026-03-02', to: '2026-03-01' })).toMatchObject({
      ...{ status: 400, msg: '开始日期不能晚于结束日期' },
    })
    expect(await keeper.call(markSearchWords, { words: [] })).toMatchObject({ status: 400 })
  })

  it('§6 is refused without the right', async () => {
    const refused = { status: 403, code: 403 }
    const words = [{ id: '1', version: 1, mark: null }]
    expect(await viewer.call(markSearchWords, { words })).toMatchObject(refused)
    expect(await viewer.call(countSearchWords, days)).toMatchObject(refused)
    expect(await viewer.call(takeMarkedWords, { accountId: '1', mark: 'excluded' })).toMatchObject(refused)
    expect(await viewer.call(queryMarkedAccounts, {})).toMatchObject(refused)
    const stranger = await server().as((await makeRole(db(), 'semData.view')).code)
    expect(await stranger.call(querySearchWords, days)).toMatchObject(refused)
  })
})
