// Search words over HTTP: the list, marks and what the account takes back.

import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { searchImport } from '#contract/operations/search-sheets.ts'
import {
  analyseSearchWords,
  countSearchWords,
  exportSearchWords,
  markSearchWord,
  markSearchWords,
  queryMarkedAccounts,
  querySearchWords,
  type SearchWordQuery,
  takeMarkedWords,
} from '#contract/operations/search-words.ts'
import { queryAuditLog } from '#contract/system/audit-log.ts'
import { type ReportLine, storeReport } from '#server/features/operations/imports/search-reports.queries.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { reportLine } from '#test/search-reports.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'

const server = testServer()
const db = () => server().database.db
const days = { from: '2026-03-01', to: '2026-03-31' }

const line = (changes: Partial<ReportLine>) =>
  reportLine({
    level: 'word',
    campaign: '品牌',
    keyword: '钢价',
    word: '今日钢价',
    shows: 10,
    clicks: 1,
    cost: '1.00',
    ...changes,
  })

let keeper: Person
let viewer: Person

beforeAll(async () => {
  keeper = await server().as(
    (await makeRole(db(), ...['view', 'edit', 'batchEdit', 'count', 'exportBtn'].map((alias) => `semSearch.${alias}`)))
      .code,
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
      word: '今日钢价',
      campaign: '品牌',
      source: 'baidu',
      account: '甲',
      mark: null,
      shows: 200,
      clicks: 6,
      cost: '15.15',
      clickRate: '3.00',
      costPerClick: '2.53',
      reported: 1,
    })
    expect(records[0]?.keywords.split('、').toSorted()).toEqual(['价格', '钢价'].toSorted())
    expect(records.at(-1)).toMatchObject({ campaign: '行业', costPerClick: null })
    expect(sums).toEqual({ shows: '300', clicks: '12', cost: '32.14', reported: '1', leads: '0' })
  })

  it('§9 are found by a part, a source, a campaign', async () => {
    const found = async (query: SearchWordQuery) =>
      (await page({ ...query, ascs: ['word'] })).records.map(({ word }) => word)
    expect(await found({ word: '%' })).toEqual(['100%免费钢价'])
    expect(await found({ source: 'bing' })).toEqual(['steel price'])
    expect(await found({ campaignIs: '行业' })).toEqual(['今日钢价'])
    expect(await found({ campaign: '行' })).toEqual(['今日钢价'])
    // by the key of texts
    expect(await found({ campaign: '行業' })).toEqual(['今日钢价'])
    expect(await found({ word: '鋼材招' })).toEqual(['钢材招聘'])
    expect(await found({ word: 'ＳＴＥＥＬＰ' })).toEqual(['steel price'])
  })

  it('operations-service-ai.md "marking as excluded or wanted": many at once, taken back by what they were', async () => {
    const [jobs, free] = [await wordOf('钢材招聘'), await wordOf('100%免费钢价')]
    const first = await keeper.call(markSearchWords, {
      words: [{ id: free.id, version: free.version, mark: 'wanted', reason: '常有人搜' }],
    })
    expect(first.data).toEqual([
      {
        id: free.id,
        version: 2,
        before: null,
        matchBefore: 'exact',
        reasonBefore: '',
        exportedBefore: null,
        effectiveBefore: null,
      },
    ])
    const both = [
      { id: jobs.id, version: 1, mark: 'excluded' as const },
      { id: free.id, version: 2, mark: 'excluded' as const, reason: '只要免费的' },
    ]
    const { data } = await keeper.call(markSearchWords, { words: both })
    expect((await page({ mark: 'excluded', ascs: ['cost'] })).records).toMatchObject([
      { word: '100%免费钢价', mark: 'excluded', markedByName: expect.stringMatching(/./) },
      { word: '钢材招聘' },
    ])
    const words = data.map(({ id, version, before, matchBefore, reasonBefore }) => ({
      id,
      version,
      mark: before,
      match: matchBefore,
      reason: reasonBefore,
    }))
    await keeper.call(markSearchWords, { words })
    expect(await wordOf('100%免费钢价')).toMatchObject({ mark: 'wanted', reason: '常有人搜' })
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
      { mark: 'watched', words: 0, cost: '0.00' },
      { mark: null, words: 4, cost: '28.14' },
    ])
    expect((await keeper.call(countSearchWords, { ...days, source: 'bing', word: 'st' })).data.total).toEqual({
      words: 1,
      cost: '3.00',
    })
  })

  it('operations-service-ai.md "export in the form that the account takes back": a CSV that begins with its header', async () => {
    const job = await wordOf('钢材招聘')
    await keeper.call(markSearchWords, { words: [{ id: job.id, version: job.version, mark: 'excluded' }] })
    const accounts = (await keeper.call(queryMarkedAccounts, {})).data
    expect(accounts).toEqual([
      { id: job.accountId, source: 'baidu', name: '甲', excluded: 1, wanted: 1, open: { excluded: 1, wanted: 1 } },
    ])
    const { data } = await keeper.call(takeMarkedWords, { accountId: job.accountId, mark: 'excluded' })
    expect(data.name).toBe('甲_排除.csv')
    expect(await cellsOf(Buffer.from(data.content, 'base64'))).toEqual([
      ['推广计划名称', '否定关键词', '匹配模式'],
      ['品牌', '钢材招聘', '精确匹配'],
    ])
    // GBK, as that account reads it; each mark is written once
    expect(new TextDecoder('gbk').decode(Buffer.from(data.content, 'base64'))).toContain('钢材招聘')
    expect(await wordOf('钢材招聘')).toMatchObject({ state: 'exported' })
    const same = { accountId: job.accountId, mark: 'excluded' as const }
    expect(await keeper.call(takeMarkedWords, same)).toMatchObject({ code: 409 })
    expect((await keeper.call(takeMarkedWords, { ...same, again: true })).data.content).toBe(data.content)
    const other = (await page({ source: 'bing' })).records[0]?.accountId ?? ''
    expect(await keeper.call(takeMarkedWords, { accountId: other, mark: 'wanted' })).toMatchObject({
      code: 409,
      msg: '没有未下载的“加词”搜索词',
    })
    expect(await keeper.call(takeMarkedWords, { accountId: '999999', mark: 'wanted' })).toMatchObject({ code: 20404 })
  })

  it('operations.md "open → exported → effective": later sheets prove an exclusion, or take it back', async () => {
    const tomorrow = (days: number) => addDays(dayOf(Date.now()), days)
    const job = await wordOf('钢材招聘')
    const report = (day: string, word: string) =>
      db().transaction((tx) =>
        storeReport(tx, 'baidu', [line({ level: 'word', day, account: '甲', campaign: '品牌', word, shows: 5 })]),
      )
    await report(tomorrow(1), '今日钢价')
    expect(await wordOf('钢材招聘')).toMatchObject({ id: job.id, state: 'effective' })
    await report(tomorrow(2), '钢材招聘')
    expect(await wordOf('钢材招聘')).toMatchObject({ state: 'exported' })
  })

  it('operations.md "open → exported → effective": a mark that is taken back and comes back is as the account knows it', async () => {
    const takenBack = async (word: string, to: 'watched' | null) => {
      const { id, version } = await wordOf(word)
      const [done] = (await keeper.call(markSearchWords, { words: [{ id, version, mark: to }] })).data
      if (!done) throw new Error('nothing was marked')
      const words = [
        {
          id,
          version: done.version,
          mark: done.before,
          match: done.matchBefore,
          reason: done.reasonBefore,
          exportedAt: done.exportedBefore,
          effectiveAt: done.effectiveBefore,
        },
      ]
      expect((await keeper.call(markSearchWords, { words })).code).toBe(200)
      return wordOf(word)
    }
    const exported = await wordOf('钢材招聘')
    expect(exported.state).toBe('exported')
    const back = { mark: 'excluded', match: exported.match, reason: exported.reason }
    expect(await takenBack('钢材招聘', null)).toMatchObject({ ...back, state: 'exported' })
    expect(await takenBack('钢材招聘', 'watched')).toMatchObject({ ...back, state: 'exported' })
    await db().execute(sql`update search_words set effective_at = now() where word = '钢材招聘'`)
    expect(await takenBack('钢材招聘', null)).toMatchObject({ ...back, state: 'effective' })
    // a mark of its own begins anew
    const { id, version } = await wordOf('钢材招聘')
    const again = await keeper.call(markSearchWords, { words: [{ id, version, mark: 'excluded', match: 'phrase' }] })
    expect([again.code, (await wordOf('钢材招聘')).state]).toEqual([200, 'open'])
  })

  it('operations.md "with reason": a reason belongs to its mark and does not go over to another', async () => {
    const mark = async (to: 'wanted' | 'excluded', more: { match?: 'phrase'; reason?: string } = {}) => {
      const { id, version } = await wordOf('100%免费钢价')
      await keeper.call(markSearchWord, { words: [{ id, version, mark: to, ...more }] })
      return wordOf('100%免费钢价')
    }
    expect(await mark('wanted', { reason: '常有人搜' })).toMatchObject({ mark: 'wanted', reason: '常有人搜' })
    expect(await mark('wanted')).toMatchObject({ reason: '常有人搜' })
    expect(await mark('excluded')).toMatchObject({ mark: 'excluded', reason: '' })
    expect(await mark('excluded', { reason: '只要免费的' })).toMatchObject({ reason: '只要免费的' })
    // the same mark that matches otherwise
    expect(await mark('excluded', { match: 'phrase' })).toMatchObject({ match: 'phrase', reason: '只要免费的' })
    const { id, version } = await wordOf('100%免费钢价')
    await keeper.call(markSearchWord, { words: [{ id, version, mark: 'wanted' }] })
  })

  it('operations.md "An exclusion that would stop a bought keyword is refused": exact and phrase', async () => {
    await db().transaction((tx) =>
      storeReport(tx, 'bing', [
        line({ level: 'keyword', account: 'Steel', campaign: 'Prices', word: '', keyword: 'Steel Price today' }),
        line({ level: 'word', account: 'Steel', campaign: 'Prices', word: 'steel price', keyword: '' }),
        line({ level: 'word', account: 'Steel', campaign: 'Prices', word: 'steel price today', keyword: '' }),
      ]),
    )
    const found = (await page({ source: 'bing', campaignIs: 'Prices', ascs: ['word'] })).records
    const mark = (at: number, match: 'exact' | 'phrase') =>
      keeper.call(markSearchWords, {
        words: [{ id: found[at]?.id ?? '', version: found[at]?.version ?? 1, mark: 'excluded', match, reason: '无关' }],
      })
    expect(await mark(1, 'exact')).toMatchObject({
      status: 409,
      msg: '排除“steel price today”会停掉正在投放的关键词“Steel Price today”',
    })
    expect(await mark(0, 'phrase')).toMatchObject({ status: 409 })
    expect(await mark(0, 'exact')).toMatchObject({ code: 200 })
    expect((await page({ source: 'bing', campaignIs: 'Prices', mark: 'excluded' })).records).toMatchObject([
      { word: 'steel price', match: 'exact', reason: '无关', state: 'open' },
    ])
    const { data } = await keeper.call(takeMarkedWords, { accountId: found[0]?.accountId ?? '', mark: 'excluded' })
    expect(await cellsOf(Buffer.from(data.content, 'base64'))).toEqual([
      ['Type', 'Name', 'Campaign', 'Keyword', 'Match Type'],
      ['Format Version', '6.0'],
      ['Campaign Negative Keyword', '', 'Prices', 'steel price', 'Exact'],
    ])
  })

  it('operations.md "words in them by cost (pairs, 063)", "our own catalogue": each line is the total of its list', async () => {
    const { rows } = await db().execute<{ id: string }>(
      sql`insert into products (name) values ('钢材'), ('钢'), ('免费') returning id::text as id`,
    )
    const { data } = await keeper.call(analyseSearchWords, days)
    const list = await page()
    expect(data.total).toMatchObject({ words: list.total, cost: list.sums?.cost })
    for (const { part, words, cost } of data.parts) {
      const { total, sums } = await page({ part })
      expect([part, total, sums?.cost]).toEqual([part, words, cost])
    }
    expect(data.parts.map(({ part }) => part)).toEqual(
      expect.arrayContaining(['钢价', '招聘', '100', 'steel', 'price']),
    )
    expect(data.parts.map(({ part }) => part)).not.toContain('今')
    // the longest name counts; of two that are as long the older one
    expect(data.products.map(({ name, isBought }) => [name, isBought])).toEqual(
      expect.arrayContaining([
        ['钢', true],
        ['钢材', false],
        ['', false],
      ]),
    )
    let words = 0
    for (const product of data.products) {
      const { total, sums, records } = await page({ about: product.id ?? 'none' })
      expect([product.name, total, sums?.cost]).toEqual([product.name, product.words, product.cost])
      expect(records.every((row) => row.product === product.name)).toBe(true)
      words += total
    }
    expect(words).toBe(list.total)
    expect((await page({ about: rows[0]?.id ?? '' })).records).toMatchObject([{ word: '钢材招聘', product: '钢材' }])
    // on the last day of the account's reports: what is bought now
    const day = addDays(dayOf(Date.now()), 2)
    await db().transaction((tx) =>
      storeReport(tx, 'baidu', [line({ level: 'keyword', word: '', keyword: '钢材报价', day })]),
    )
    const again = (await keeper.call(analyseSearchWords, days)).data.products
    expect(again.find(({ name }) => name === '钢材')?.isBought).toBe(true)
    expect(await keeper.call(querySearchWords, { ...days, about: 'x' })).toMatchObject({ status: 400 })
  })

  it('operations.md "Offered: cost without a lead": a lead whose visit names the word takes it off', async () => {
    const wasted = async () => (await page({ offer: 'wasted' })).records.map(({ word }) => word)
    expect(await wasted()).toContain('100%免费钢价')
    await db().execute(sql`with lead as (insert into registrations (company, contact, mobile, sub_product, created_at)
        values ('词来的', '王', '13900006666', 'bigData', '2026-03-12T10:00:00+08:00') returning id, created_at)
      insert into registration_touches (registration_id, at, source, medium, campaign, term, engine)
        select id, created_at - interval '1 hour', 'baidu', 'cpc', '品牌', '100%免费钢价', 'baidu' from lead`)
    expect(await wasted()).not.toContain('100%免费钢价')
    const { records, sums } = await page({ word: '免费' })
    expect([records[0]?.leads, sums?.leads]).toEqual([1, '1'])
    const ownDay = { from: '2026-03-12', to: '2026-03-12' }
    expect(await page({ ...ownDay, word: '免费' }), 'a lead alone makes no row').toMatchObject({ total: 0 })
    expect((await keeper.call(analyseSearchWords, { ...days, part: '免费' })).data.total).toMatchObject({ leads: 1 })
  })

  it('operations.md "the seed adds edit, batchEdit, leadingIn": many marks ask for batchEdit, one for edit', async () => {
    const one = await server().as((await makeRole(db(), 'semSearch.view', 'semSearch.edit')).code)
    const word = await wordOf('今日钢价')
    const words = [{ id: word.id, version: word.version, mark: 'watched' as const }]
    expect(await one.call(markSearchWords, { words })).toMatchObject({ status: 403 })
    expect((await one.call(markSearchWord, { words })).data).toMatchObject([{ before: null }])
    const importer = await server().as((await makeRole(db(), 'semSearch.view', 'semSearch.leadingIn')).code)
    expect((await importer.call(searchImport.template, {})).code).toBe(200)
    expect(await viewer.call(searchImport.template, {})).toMatchObject({ status: 403 })
  })

  it('§9 the export has what the list has', async () => {
    const query = { ...days, mark: 'none' as const, ascs: ['cost' as const] }
    const { data } = await keeper.call(exportSearchWords, {
      query,
      columns: ['word', 'cost', 'mark'],
      format: 'csv',
      reason: '核对',
    })
    const rows = await cellsOf(await download(server(), (await endOf(keeper, data.jobId)).fileUrl))
    expect(rows.slice(1, -1).map(([word]) => word)).toEqual((await page(query)).records.map(({ word }) => word))
  })

  it('§5 says what is wrong', async () => {
    expect(await keeper.call(querySearchWords, { from: '2026-03-02', to: '2026-03-01' })).toMatchObject({
      status: 400,
      msg: '开始日期不能晚于结束日期',
    })
    expect(await keeper.call(markSearchWords, { words: [] })).toMatchObject({ status: 400 })
  })

  it('§6 is refused without the right', async () => {
    const refused = { status: 403, code: 403 }
    const words = [{ id: '1', version: 1, mark: null }]
    expect(await viewer.call(markSearchWords, { words })).toMatchObject(refused)
    expect(await viewer.call(markSearchWord, { words })).toMatchObject(refused)
    expect(await viewer.call(countSearchWords, days)).toMatchObject(refused)
    expect(await viewer.call(analyseSearchWords, days)).toMatchObject(refused)
    expect(await viewer.call(takeMarkedWords, { accountId: '1', mark: 'excluded' })).toMatchObject(refused)
    expect(await viewer.call(queryMarkedAccounts, {})).toMatchObject(refused)
    const stranger = await server().as((await makeRole(db(), 'semData.view')).code)
    expect(await stranger.call(querySearchWords, days)).toMatchObject(refused)
  })
})
