// Search marketing over HTTP: sums, their ratios, and the registrations that came of them.
// Long because every figure is asked over the same imported reports.
import { Decimal } from 'decimal.js'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { CONFIRM_HEADER } from '#contract/endpoint.ts'
import { attributionModels } from '#contract/operations/attribution.ts'
import { searchDimensions, searchSources } from '#contract/operations/search-labels.ts'
import {
  exportSearchMarketing,
  getSearchMarketing,
  pivotSearchMarketing,
  querySearchAccounts,
  querySearchMarketing,
  removeSearchFigures,
  type SearchFigures,
  type SearchTerms,
} from '#contract/operations/search-marketing.ts'
import { createChance } from '#server/db/demo/random.ts'
import { grantActs, grantChanges, grants } from '#server/db/schema/members/grants.ts'
import { touchOf } from '#server/features/members/registrations/touches.rules.ts'
import { makeAccount, makeEnterprise, makeMember, makeRegistration, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { reportLine } from '#test/search-reports.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'
import { type ReportLine, storeReport } from './imports/search-reports.queries.ts'

const server = testServer()
const db = () => server().database.db
const chance = createChance(20_261_125)

const line = (changes: Partial<ReportLine>) =>
  reportLine({ level: 'keyword', campaign: '品牌', group: '核心', keyword: '钢价', ...changes })
const store = (source: (typeof searchSources)[number], lines: readonly ReportLine[]) =>
  db().transaction((tx) => storeReport(tx, source, lines))

let keeper: Person
let viewer: Person
let enterpriseId: string

type Visit = { source: string; campaign?: string; term?: string }
const touch = (visit: Visit) => touchOf({ medium: 'cpc', ...visit })

/** A registration on a day that ended in these grants. */
async function register(
  day: string,
  [first, last]: readonly [Visit, Visit],
  kinds: readonly ('trial' | 'formal')[] = [],
) {
  const at = `${day}T10:00:00+08:00`
  const shared = { createdAt: at, firstTouch: touch(first), lastTouch: touch(last) }
  if (kinds.length === 0) return makeRegistration(db(), shared)
  const member = await makeMember(db(), { enterpriseId })
  const account = await makeAccount(db(), 'bigData', { memberId: member.id })
  for (const kind of kinds) {
    const state = { kind, startsOn: day, endsOn: '2027-01-01', quota: null }
    const [act] = await db().insert(grantActs).values({ at, via: 'single', actorName: '测试' }).returning()
    const [grant] = await db()
      .insert(grants)
      .values({ accountId: account.id, ...state, revokedAt: at })
      .returning()
    await db()
      .insert(grantChanges)
      .values({
        at,
        actId: act?.id ?? '',
        grantId: grant?.id ?? '',
        accountId: account.id,
        subProduct: 'bigData',
        action: 'grant',
        after: state,
        grantVersion: 1,
      })
  }
  return makeRegistration(db(), { ...shared, memberId: member.id, state: 'granted' })
}

beforeAll(async () => {
  const all = ['view', 'count', 'delete', 'exportBtn', 'leadingIn'].map((alias) => `semData.${alias}`)
  keeper = await server().as((await makeRole(db(), ...all)).code)
  viewer = await server().as((await makeRole(db(), 'semData.view')).code)
  enterpriseId = (await makeEnterprise(db())).id
})

const overview = async (terms: SearchTerms) => (await keeper.call(getSearchMarketing, terms)).data

describe('figures', () => {
  const march = { from: '2026-03-10', to: '2026-03-11' }

  it('operations-service-ai.md "ratios from sums", with the period before', async () => {
    await store('baidu', [
      line({ day: '2026-03-08', shows: 100, clicks: 10, cost: '50.00', position: '1' }),
      line({ day: '2026-03-10', shows: 300, clicks: 9, cost: '100.10', position: '2', reported: 3 }),
      line({ day: '2026-03-11', shows: 100, clicks: 1, cost: '0.20', position: '4' }),
      line({ day: '2026-03-11', keyword: '螺纹钢', shows: 100, clicks: 0, cost: '0' }),
    ])
    const { total, before, days, daysBefore } = await overview(march)
    expect(total).toMatchObject({
      shows: 500,
      clicks: 10,
      cost: '100.30',
      reported: 3,
      clickRate: '2.00',
      costPerClick: '10.03',
      // of shows with a position
      position: '2.50',
      leads: 0,
      costPerLead: null,
      costPerGranted: null,
    })
    expect(before).toMatchObject({ shows: 100, clicks: 10, cost: '50.00' })
    expect(days.map(({ day, clicks }) => [day, clicks])).toEqual([
      ['2026-03-10', 9],
      ['2026-03-11', 1],
    ])
    expect(daysBefore.map(({ day }) => day)).toEqual(['2026-03-08', '2026-03-09'])
  })

  it('operations-service-ai.md "a cost reaches a lead, a trial, a contract": by first or last touch', async () => {
    const baidu = { source: 'baidu', campaign: '品牌', term: '钢价' }
    const bing = { source: 'bing', campaign: '没有数据的计划' }
    await register('2026-03-10', [baidu, baidu])
    await register('2026-03-10', [bing, baidu], ['trial', 'formal'])
    await register('2026-03-11', [baidu, bing], ['trial'])
    await makeRegistration(db(), { createdAt: '2026-03-10T10:00:00+08:00' })
    expect((await overview(march)).total).toMatchObject({
      leads: 3,
      trials: 2,
      formals: 1,
      granted: 2,
      costPerLead: '33.43',
      costPerGranted: '50.15',
      costPerTrial: '50.15',
      costPerFormal: '100.30',
      amount: '0.00',
      roi: '0.00',
    })
    const by = async (terms: SearchTerms) => {
      const { data } = await keeper.call(querySearchMarketing, { ...march, by: 'keyword', ...terms, descs: ['leads'] })
      return data.records.map(({ source, campaign, keyword, leads, granted }) => [
        source,
        campaign,
        keyword,
        leads,
        granted,
      ])
    }
    expect((await by({})).slice(0, 2)).toEqual([
      ['baidu', '品牌', '钢价', 2, 1],
      ['bing', '没有数据的计划', '', 1, 1],
    ])
    // all of one lead, and halves of two
    expect((await by({ touch: 'linear', source: 'baidu' }))[0]).toEqual(['baidu', '品牌', '钢价', 2, 1])
    expect((await overview({ ...march, touch: 'linear' })).total.leads).toBe(3)
    // by their own day: all was granted on the day of the registration
    expect((await overview({ ...march, basis: 'event' })).total).toMatchObject({ leads: 3, trials: 2, formals: 1 })
    expect((await by({ touch: 'first', source: 'baidu' }))[0]).toEqual(['baidu', '品牌', '钢价', 2, 1])
    // links are typed by hand
    await register('2026-03-11', [
      { source: 'baidu', campaign: ' 品牌', term: '钢价' },
      { source: 'BAIDU', campaign: '品牌' },
    ])
    expect(await by({ source: 'baidu' })).toContainEqual(['baidu', '品牌', '', 1, 0])
    // a device says nothing of registrations
    expect((await overview({ ...march, device: 'pc' })).total.leads).toBe(0)
  })

  it('operations-service-ai.md "per granted member": a member who registers again counts once', async () => {
    const april = { from: '2026-04-01', to: '2026-04-30' }
    const visit = { source: 'sogou', campaign: '行业' }
    const { id } = await register('2026-04-02', [visit, visit], ['formal'])
    const [{ memberId } = { memberId: null }] = (
      await db().execute<{ memberId: string }>(
        `select member_id::text as "memberId" from registrations where id = ${id}`,
      )
    ).rows
    await makeRegistration(db(), { createdAt: '2026-04-01T09:00:00+08:00', lastTouch: touch(visit), memberId })
    expect((await overview(april)).total).toMatchObject({ leads: 2, formals: 1, granted: 1 })
    // an act that was undone granted nothing
    await db().execute(`update grant_acts set undone_by = id where id in (select act_id from grant_changes c
      join member_accounts a on a.id = c.account_id where a.member_id = ${memberId})`)
    expect((await overview(april)).total).toMatchObject({ leads: 2, granted: 0 })
  })
})

describe('sums', () => {
  const days = { from: '2025-06-01', to: '2025-07-31' }
  const measures = ['shows', 'clicks', 'reported', 'leads', 'trials', 'formals', 'granted'] as const
  const sumOf = (rows: readonly SearchFigures[]) => ({
    // shares are shown as decimals
    ...Object.fromEntries(
      measures.map((key) => [key, Number(rows.reduce((sum, row) => sum + row[key], 0).toFixed(6))]),
    ),
    cost: rows.reduce((sum, { cost }) => sum.plus(cost), new Decimal(0)).toFixed(2),
    paid: rows.reduce((sum, { paid }) => sum.plus(paid), new Decimal(0)).toFixed(2),
  })

  beforeAll(async () => {
    const day = () => `2025-0${chance.between(6, 7)}-${String(chance.between(1, 30)).padStart(2, '0')}`
    for (const source of searchSources) {
      const lines = Array.from({ length: 240 }, () => {
        const level = chance.pick(['campaign', 'group', 'keyword', 'word'] as const)
        const isFine = level !== 'campaign'
        return line({
          level,
          day: day(),
          account: chance.pick(['甲', '乙']),
          campaign: chance.pick(['品牌', '行业', '竞品']),
          group: isFine ? chance.pick(['一组', '二组']) : '',
          keyword: level === 'keyword' ? chance.pick(['钢价', '螺纹钢', '热卷']) : '',
          word: level === 'word' ? chance.pick(['今日钢价', '钢价查询']) : '',
          device: chance.pick(['', 'pc', 'mobile'] as const),
          region: chance.pick(['', '江苏', '河北']),
          shows: chance.between(0, 5_000),
          clicks: chance.between(0, 90),
          reported: chance.between(0, 3),
          cost: `${chance.between(0, 999)}.${String(chance.between(0, 99)).padStart(2, '0')}`,
          position: chance.happens(0.7) ? `${chance.between(1, 5)}.${chance.between(0, 9)}` : null,
        })
      })
      await store(source, [
        ...new Map(
          lines.map((each) => [
            JSON.stringify({ ...each, shows: 0, clicks: 0, cost: 0, position: 0, reported: 0 }),
            each,
          ]),
        ).values(),
      ])
    }
    for (let n = 0; n < 30; n++) {
      const visit = () => ({
        source: chance.pick(['baidu', '360', 'sogou', 'bing', 'weibo']),
        campaign: chance.pick(['品牌', '行业', '别处']),
        term: chance.pick(['钢价', '螺纹钢', '']),
      })
      await register(
        day(),
        [visit(), visit()],
        chance.pick([[], [], ['trial'], ['trial', 'formal'], ['formal']] as const),
      )
    }
  })

  it.each(attributionModels)(
    'operations-service-ai.md "every total equals its list": by every dimension and filter, %s touch',
    async (kind) => {
      const narrowed: SearchTerms[] = [
        {},
        { source: 'baidu' },
        { level: 'campaign' },
        { campaign: '品' },
        { device: 'mobile' },
      ]
      for (const terms of narrowed) {
        const asked = { ...days, touch: kind, ...terms }
        const { total, days: each } = await overview(asked)
        const { position: _, clickRate: _1, costPerClick: _2, costPerLead: _3, costPerGranted: _4, ...shown } = total
        const { costPerTrial: _5, costPerFormal: _6, roi: _7, ...expected } = shown
        expect(expected.shows).toBeGreaterThan(0)
        const whole = sumOf([total])
        expect(sumOf(each)).toEqual(whole)
        for (const by of searchDimensions) {
          const page = (current: number) =>
            keeper.call(querySearchMarketing, { ...asked, by, size: 100, current, ascs: ['name'] })
          const { data } = await page(1)
          const others = Array.from({ length: data.pages - 1 }, (_, at) => page(at + 2))
          const records = [data, ...(await Promise.all(others)).map((each) => each.data)].flatMap(
            (each) => each.records,
          )
          expect(records, by).toHaveLength(data.total)
          expect(sumOf(records), by).toEqual(whole)
          expect(data.sums, by).toEqual(
            Object.fromEntries(Object.entries(expected).map(([key, sum]) => [key, String(sum)])),
          )
        }
      }
    },
  )

  it('operations-service-ai.md "pivot by any two dimensions": its rows, columns and cells add up to the total', async () => {
    const { total } = await overview(days)
    const choices = searchDimensions.flatMap((rows) => searchDimensions.map((columns) => ({ rows, columns })))
    for (const { rows, columns } of choices.filter((pair) => pair.rows !== pair.columns)) {
      const { data, status, msg } = await keeper.call(pivotSearchMarketing, { ...days, rows, columns })
      const cuts = [rows, columns].filter((each) => ['device', 'region', 'hour'].includes(each))
      if (cuts.length > 1 || cuts.includes('hour')) {
        // no report tells both
        expect({ status, msg }, `${rows} ${columns}`).toMatchObject({
          status: 400,
          msg: expect.stringContaining('请在推广后台导出'),
        })
        continue
      }
      expect(data.total, `${rows} ${columns}`).toEqual(total)
      expect(sumOf(data.rows.map((row) => row.total))).toEqual(sumOf([total]))
      expect(sumOf(data.columns.map((column) => column.total))).toEqual(sumOf([total]))
      for (const row of data.rows) expect(sumOf(row.cells.flatMap((cell) => cell ?? []))).toEqual(sumOf([row.total]))
    }
  })

  it('§9 the list is paged and sorted by what is shown', async () => {
    const page = (current: number) =>
      keeper.call(querySearchMarketing, { ...days, by: 'keyword', descs: ['costPerClick'], size: 7, current })
    const [one, two] = [(await page(1)).data, (await page(2)).data]
    const ratios = [...one.records, ...two.records].map(({ costPerClick }) => Number(costPerClick ?? -1))
    expect(ratios).toEqual(ratios.toSorted((a, b) => b - a))
    expect(new Set([...one.records, ...two.records].map(({ id }) => id)).size).toBe(
      one.records.length + two.records.length,
    )
  })

  it('§9 the export has what the list has', async () => {
    const query = { ...days, by: 'source' as const, ascs: ['name' as const] }
    const { data } = await keeper.call(exportSearchMarketing, {
      query,
      columns: ['source', 'cost', 'costPerLead'],
      format: 'csv',
      reason: '核对',
    })
    const rows = await cellsOf(await download(server(), (await endOf(keeper, data.jobId)).fileUrl))
    const { records } = (await keeper.call(querySearchMarketing, query)).data
    expect(rows.at(-1)?.at(-1)).toBe('公式：注册成本（元）＝消费（元）÷注册')
    expect(rows.slice(1, -1).map(([, cost = '', lead = '']) => [cost, lead])).toEqual(
      records.map(({ cost, costPerLead }) => [cost, costPerLead ?? '']),
    )
  })

  it('operations.md "Rules" ratios are formulas in the workbook, where what they are made of stands beside them', async () => {
    const query = { ...days, by: 'source' as const }
    const columns = ['source', 'shows', 'clicks', 'clickRate', 'cost', 'costPerClick', 'costPerLead']
    const { data } = await keeper.call(exportSearchMarketing, {
      query,
      columns,
      format: 'xlsx',
      reason: '核对',
    } as never)
    const bytes = await download(server(), (await endOf(keeper, data.jobId)).fileUrl)
    const [sheet] = (await readXlsx(bytes, { readStyles: true })).sheets
    const { records } = (await keeper.call(querySearchMarketing, query)).data
    const [first] = records
    // three lines above, one of them the header's: rows begin in the fifth
    expect(sheet?.cells?.get('4,3')).toMatchObject({
      formula: 'IF(B5=0,"",ROUND(C5/B5*100,2))',
      formulaResult: Number(first?.clickRate),
    })
    expect(sheet?.cells?.get('4,5')?.formula).toBe('IF(C5=0,"",ROUND(E5/C5,2))')
    // leads are not in this file
    expect(sheet?.cells?.get('4,6')?.formula).toBeUndefined()
    const rows = await cellsOf(bytes)
    expect(rows.slice(4).map((cells) => Number(cells[3]))).toEqual(records.map(({ clickRate }) => Number(clickRate)))
  })
})

describe('deleting', () => {
  it('operations-service-ai.md "the same day again replaces": what was imported wrongly is deleted after a preview', async () => {
    await store('so360', [
      line({ day: '2024-01-01', account: '误', shows: 5 }),
      line({ day: '2024-01-02', account: '误', shows: 6 }),
    ])
    const accounts = (await viewer.call(querySearchAccounts, {})).data
    const accountId = accounts.find(({ name }) => name === '误')?.id ?? ''
    const input = { accountId, from: '2024-01-01', to: '2024-01-01' }
    const asked = await keeper.call(removeSearchFigures, input)
    expect(asked).toMatchObject({ code: 600, data: { preview: { groups: [{ title: '关键词数据', count: 1 }] } } })
    const { confirmToken } = asked.data as unknown as { confirmToken: string }
    const sent = { token: keeper.token, headers: { [CONFIRM_HEADER]: confirmToken } }
    expect(await server().send('POST', removeSearchFigures.path, input, sent)).toMatchObject({
      code: 200,
      data: { rows: 1 },
    })
    expect((await overview({ from: '2024-01-01', to: '2024-01-31' })).total.shows).toBe(6)
    expect(await keeper.call(removeSearchFigures, input)).toMatchObject({ code: 409, msg: '这段时间没有可删除的数据' })
    expect(await keeper.call(removeSearchFigures, { ...input, accountId: '999999' })).toMatchObject({ code: 20404 })
  })
})

describe('input', () => {
  it('§5 says which days and dimensions are wrong', async () => {
    const wrong = { from: '2026-03-02', to: '2026-03-01' }
    expect(await keeper.call(getSearchMarketing, wrong)).toMatchObject({ status: 400, msg: '开始日期不能晚于结束日期' })
    expect(await keeper.call(getSearchMarketing, { from: '2024-01-01', to: '2026-01-01' })).toMatchObject({
      status: 400,
      msg: '日期范围不能超过 366 天',
    })
    // operations.md "Bad input": ten years by hour
    const years = { from: '2016-01-01', to: '2025-12-31', rows: 'hour' as const, columns: 'day' as const }
    expect(await keeper.call(pivotSearchMarketing, years)).toMatchObject({
      status: 400,
      msg: '日期范围不能超过 366 天',
    })
    expect(await keeper.call(pivotSearchMarketing, { rows: 'day', columns: 'day' })).toMatchObject({
      status: 400,
      msg: '行和列不能是同一个维度',
    })
    expect(await keeper.call(querySearchMarketing, { current: 1_001, size: 100 })).toMatchObject({ status: 400 })
  })

  it('§6 is refused without the right', async () => {
    const refused = { status: 403, code: 403 }
    expect(await viewer.call(pivotSearchMarketing, { rows: 'day', columns: 'source' })).toMatchObject(refused)
    const part = { accountId: '1', from: '2026-03-01', to: '2026-03-01' }
    expect(await viewer.call(removeSearchFigures, part)).toMatchObject(refused)
    const stranger = await server().as((await makeRole(db(), 'semDetail.view')).code)
    expect(await stranger.call(getSearchMarketing, {})).toMatchObject(refused)
    expect(await stranger.call(querySearchMarketing, {})).toMatchObject(refused)
    expect(await stranger.call(querySearchAccounts, {})).toMatchObject(refused)
  })
})
