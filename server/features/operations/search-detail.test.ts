// One campaign over HTTP, down to its registrations.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { getRegistration } from '#contract/members/registration-handling.ts'
import { applyRegistration } from '#contract/members/registrations.ts'
import {
  exportSearchDetail,
  findSearchCampaigns,
  getLeadWay,
  getSearchDetail,
  querySearchLeads,
  querySearchParts,
  saveSemNode,
} from '#contract/operations/search-detail.ts'
import { querySearchMarketing } from '#contract/operations/search-marketing.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { endsOf, touchOf, visitsOf } from '#server/features/members/registrations/touches.rules.ts'
import { makeRegistration, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { reportLine } from '#test/search-reports.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'
import { type ReportLine, storeReport } from './imports/search-reports.queries.ts'

const server = testServer()
const db = () => server().database.db
const days = { from: '2026-03-10', to: '2026-03-11' }
const unknown = { code: 20404, data: null }

const line = (changes: Partial<ReportLine>) =>
  reportLine({ level: 'keyword', campaign: '品牌', keyword: '钢价', shows: 10, clicks: 1, cost: '1.00', ...changes })

let keeper: Person
let accountId: string
const at = (day: string) => `2026-03-${day}T10:00:00+08:00`
const lastTouch = touchOf({ source: 'baidu', medium: 'cpc', campaign: '品牌', term: '钢价' })

beforeAll(async () => {
  const rights = ['semDetail.view', 'semDetail.exportBtn', 'semData.view', 'registration.view', 'registration.details']
  keeper = await server().as((await makeRole(db(), ...rights)).code)
  await db().transaction(async (tx) => {
    const lines = [
      line({ shows: 40, clicks: 4, cost: '4.00' }),
      line({ keyword: '螺纹钢', shows: 60, cost: '6.00' }),
      line({ day: '2026-03-11', clicks: 5, cost: '10.00' }),
      line({ campaign: '行业', cost: '50.00' }),
      line({ level: 'word', word: '今日钢价', shows: 7, cost: '0.70' }),
    ]
    const { made } = await storeReport(tx, 'baidu', lines)
    accountId = made[0]?.id.split('/')[0] ?? ''
  })
  await makeRegistration(db(), { createdAt: at('10'), lastTouch, ownerId: keeper.id, company: '我的客户' })
  await makeRegistration(db(), { createdAt: at('11'), lastTouch, company: '公海客户' })
  const elsewhere = touchOf({ source: 'bing', campaign: '只有注册' })
  await makeRegistration(db(), { createdAt: at('11'), lastTouch: elsewhere, ownerId: keeper.id })
})

const campaign = { source: 'baidu' as const, campaign: '品牌' }
const at1 = () => ({ ...days, ...campaign, accountId })

describe('one campaign', () => {
  it('operations.md "SemDetail: … days, devices": a campaign and a keyword are divided, and add up to their totals', async () => {
    await db().transaction((tx) =>
      storeReport(tx, 'baidu', [
        line({ day: '2026-03-11', device: 'mobile', clicks: 3, cost: '7.00' }),
        line({ day: '2026-03-11', device: 'pc', clicks: 1, cost: '2.00' }),
      ]),
    )
    const parts = async (by: 'device' | 'day' | 'keyword', keyword?: string) => {
      const { data } = await keeper.call(querySearchParts, { ...at1(), by, ...(keyword && { keyword }) })
      return { rows: data.records.map(({ name, cost }) => [name, cost]), cost: data.sums?.cost }
    }
    // the first day, and what the devices lack of the second
    expect(await parts('device')).toEqual({
      rows: [
        ['未细分', '11.00'],
        ['移动', '7.00'],
        ['计算机', '2.00'],
      ],
      cost: '20.00',
    })
    expect((await parts('device', '钢价')).rows).toEqual([
      ['移动', '7.00'],
      ['未细分', '5.00'],
      ['计算机', '2.00'],
    ])
    expect(await parts('day')).toEqual({
      rows: [
        ['2026-03-11', '10.00'],
        ['2026-03-10', '10.00'],
      ],
      cost: '20.00',
    })
    expect((await parts('keyword')).rows).toEqual([
      ['钢价', '14.00'],
      ['螺纹钢', '6.00'],
    ])
  })

  it('operations.md "`edit`: label, owner, target cost per lead": by version, of a campaign or a keyword', async () => {
    const { node } = (await keeper.call(getSearchDetail, at1())).data
    expect(node).toMatchObject({ label: '', ownerId: null, targetCost: null })
    const editor = await server().as((await makeRole(db(), 'semDetail.view', 'semDetail.edit')).code)
    const form = { id: node?.id ?? '', version: 1, label: '主推', ownerId: editor.id, targetCost: '80' }
    expect(await keeper.call(saveSemNode, form)).toMatchObject({ status: 403 })
    expect((await editor.call(saveSemNode, form)).data).toEqual({ version: 2 })
    expect(await editor.call(saveSemNode, form)).toMatchObject({ code: 601 })
    expect((await keeper.call(getSearchDetail, at1())).data.node).toMatchObject({ label: '主推', targetCost: '80.00' })
    expect((await keeper.call(getSearchDetail, { ...at1(), keyword: '钢价' })).data.node).toMatchObject({ label: '' })
    expect((await keeper.call(getSearchDetail, { ...at1(), word: '今日钢价' })).data.node).toBeNull()
    expect(await editor.call(saveSemNode, { ...form, id: '999999' })).toMatchObject({ code: 20404 })
  })

  it('operations-service-ai.md "SemDetail: one campaign or word down to its leads": its days, keywords and words', async () => {
    const { data } = await keeper.call(getSearchDetail, at1())
    expect(data).toMatchObject({ account: '甲', total: { shows: 110, cost: '20.00', leads: 2, costPerLead: '10.00' } })
    expect(data.days.map(({ cost, leads }) => [cost, leads])).toEqual([
      ['10.00', 1],
      ['10.00', 1],
    ])
    const keyword = (await keeper.call(getSearchDetail, { ...at1(), keyword: '钢价' })).data
    expect(keyword.total).toMatchObject({ cost: '14.00', leads: 2 })
    const word = (await keeper.call(getSearchDetail, { ...at1(), word: '今日钢价' })).data
    expect(word).toMatchObject({ total: { shows: 7, cost: '0.70', leads: 0 }, basis: [{ level: 'word' }] })
  })

  it('operations-service-ai.md "every total equals its list": leads behind the figure, those out of scope masked', async () => {
    const { data } = await keeper.call(querySearchLeads, at1())
    expect(data).toMatchObject({
      total: 2,
      leads: 2,
      records: [
        { company: '***', isMasked: true, share: 1 },
        { company: '我的客户', isMasked: false, share: 1, keyword: '钢价', result: null },
      ],
    })
    expect(JSON.stringify(data)).not.toContain('公海客户')
    const administrator = await server().as('administrator')
    const all = (await administrator.call(querySearchLeads, { ...at1(), ascs: ['createdAt'] })).data
    expect(all).toMatchObject({ total: 2, leads: 2 })
    expect(all.records.map(({ company }) => company)).toEqual(['我的客户', '公海客户'])
  })

  it('operations.md "Screens" a lead in scope has its way from the visit on, and one out of scope is not found', async () => {
    const { records } = (await keeper.call(querySearchLeads, at1())).data
    const [own, other] = [records.find((row) => !row.isMasked), records.find((row) => row.isMasked)]
    const { data } = await keeper.call(getLeadWay, { id: own?.id ?? '' })
    expect(data.steps.map(({ kind }) => kind)).toEqual(['visit', 'registration'])
    expect(data.steps[0]).toMatchObject({
      text: 'baidu · cpc · 品牌 · 钢价',
      place: { source: 'baidu', campaign: '品牌' },
    })
    expect(await keeper.call(getLeadWay, { id: other?.id ?? '' })).toMatchObject({ code: 20404 })
  })

  it('operations-service-ai.md "SemDetail": a campaign that only registrations name', async () => {
    const only = { ...days, source: 'bing' as const, campaign: '只有注册' }
    const listed = (await keeper.call(querySearchMarketing, { ...days, source: 'bing' })).data.records
    expect(listed).toMatchObject([{ accountId: null, campaign: '只有注册', leads: 1, costPerLead: null }])
    expect((await keeper.call(getSearchDetail, only)).data).toMatchObject({ account: '', total: { leads: 1 } })
  })

  it('§8 answers for what is not there as if it did not exist', async () => {
    expect(await keeper.call(getSearchDetail, { ...at1(), campaign: '没有' })).toMatchObject(unknown)
    expect(await keeper.call(getSearchDetail, { ...at1(), accountId: '999999' })).toMatchObject(unknown)
    expect(await keeper.call(getSearchDetail, { ...at1(), source: 'sogou' })).toMatchObject(unknown)
    expect(await keeper.call(getSearchDetail, { ...days, source: 'sogou', campaign: '没有' })).toMatchObject(unknown)
  })

  it('§9 campaigns are found by a part of their name', async () => {
    expect((await keeper.call(findSearchCampaigns, { text: '品' })).data).toEqual([
      { ...campaign, accountId, account: '甲' },
    ])
    expect((await keeper.call(findSearchCampaigns, {})).data).toHaveLength(2)
  })

  it('§9 the export has every day', async () => {
    const { data } = await keeper.call(exportSearchDetail, {
      query: at1(),
      columns: ['day', 'cost', 'leads'],
      format: 'csv',
      reason: '核对',
    })
    const rows = await cellsOf(await download(server(), (await endOf(keeper, data.jobId)).fileUrl))
    expect(rows.slice(1, -1)).toEqual([
      ['2026-03-10', '10.00', '1'],
      ['2026-03-11', '10.00', '1'],
    ])
  })

  it('§5 says what is wrong', async () => {
    const wrong = { ...at1(), from: '2026-03-12' }
    expect(await keeper.call(getSearchDetail, wrong)).toMatchObject({ status: 400, msg: '开始日期不能晚于结束日期' })
    expect(await keeper.call(querySearchLeads, { ...at1(), campaign: '' })).toMatchObject({
      status: 400,
      msg: '请输入计划',
    })
  })

  it('§6 is refused without the right', async () => {
    const stranger = await server().as((await makeRole(db(), 'semData.view')).code)
    const refused = { status: 403, code: 403 }
    expect(await stranger.call(getSearchDetail, at1())).toMatchObject(refused)
    expect(await stranger.call(querySearchLeads, at1())).toMatchObject(refused)
    expect(await stranger.call(getLeadWay, { id: '1' })).toMatchObject(refused)
    expect(await stranger.call(findSearchCampaigns, {})).toMatchObject(refused)
  })
})

describe('a registration', () => {
  it('operations-service-ai.md "a registration carries its source": first and last touch, shown in its details', async () => {
    const form = {
      company: '来源公司',
      contact: '王',
      mobile: '13912345678',
      subProduct: 'bigData' as const,
      consent: true,
    }
    const touches = {
      lastTouch: { source: 'baidu', campaign: '品牌', term: '钢价', referrer: 'https://www.baidu.com/s?wd=x' },
    }
    expect((await server().nobody.call(applyRegistration, { ...form, ...touches })).code).toBe(200)
    const [stored] = await db().select().from(registrations).where(eq(registrations.company, form.company))
    const id = stored?.id ?? ''
    const administrator = await server().as('administrator')
    expect((await administrator.call(getRegistration, { id })).data).toMatchObject(
      endsOf(visitsOf(touches, Date.now())),
    )
    const long = { ...form, mobile: '13912345679', firstTouch: { term: '钢'.repeat(201) } }
    expect(await server().nobody.call(applyRegistration, long)).toMatchObject({
      status: 400,
      msg: expect.stringContaining('utm_term'),
    })
  })
})
