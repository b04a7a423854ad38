// Import of the reports of search engines, over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import type { SearchSource } from '../../../contract/operations/search-labels.ts'
import { getSearchMarketing, querySearchMarketing } from '../../../contract/operations/search-marketing.ts'
import { searchImports } from '../../../contract/operations/search-sheets.ts'
import { makeRole } from '../../../test/factories.ts'
import { type Person, testServer } from '../../../test/http.ts'
import { bring, endOf } from '../../../test/sheets.ts'

const server = testServer()
let keeper: Person
let reader: Person

beforeAll(async () => {
  const { db } = server().database
  keeper = await server().as((await makeRole(db, 'semData.view', 'semData.leadingIn')).code)
  reader = await server().as((await makeRole(db, 'semData.view')).code)
})

const open = async (source: SearchSource, sheet: string | Buffer) =>
  keeper.call(searchImports[source].open, { fileId: await bring(server(), keeper, sheet), hasHeader: true })

async function load(source: SearchSource, sheet: string | Buffer, mode: 'all' | 'correct' = 'all') {
  const { data } = await open(source, sheet)
  const saved = await keeper.call(searchImports[source].save, { id: data.id, version: data.version, mode })
  return endOf(keeper, saved.data.jobId)
}

const days = { from: '2026-03-01', to: '2026-03-31' }
const totalOf = async (accountId?: string) =>
  (await keeper.call(getSearchMarketing, { ...days, ...(accountId && { accountId }) })).data.total

const keywords = `关键词报告,,,,,,,
账户,gangcai,,,,,,
日期,账户,推广计划名称,推广单元名称,关键词,展现量,点击量,消费,点击率
2026-03-01,gangcai,品牌,核心,钢材价格,"1,000",50,"1,200.50",5%
2026-03-01,gangcai,品牌,核心,螺纹钢,500,20,99.50,4%
合计,,,,,"1,500",70,"1,300.00",4.67%
`

describe('a report', () => {
  it('operations-service-ai.md "columns recognised": is read with lines above, totals and thousands', async () => {
    const { data } = await open('baidu', keywords)
    expect(data).toMatchObject({ rows: 2, wrongRows: 0 })
    expect(data.notes).toEqual([
      '按表头识别为“关键词”层级的数据。',
      '1 行合计或说明没有导入：合计。',
      '未使用的列：点击率；比率由合计重新计算。',
    ])
    expect(await load('baidu', keywords)).toMatchObject({ state: 'done', message: '导入 2 行' })
    expect(await totalOf()).toMatchObject({ shows: 1500, clicks: 70, cost: '1300.00', costPerClick: '18.57' })
  })

  it('operations-service-ai.md "the same day again replaces, and says so"', async () => {
    const again = keywords.replace('500,20,99.50', '600,30,199.50')
    expect(await load('baidu', again)).toMatchObject({ message: '导入 2 行，其中 2 行替换了同一天的已有数据' })
    expect(await totalOf()).toMatchObject({ shows: 1600, clicks: 80, cost: '1400.00' })
  })

  it('operations-service-ai.md "a keyword sheet and a campaign sheet of one day never add up twice"', async () => {
    const campaigns =
      '日期,账户,计划,展现,点击,消费\n2026-03-01,gangcai,品牌,1700,90,1500\n2026-03-02,gangcai,品牌,100,5,20.10'
    await load('baidu', campaigns)
    // the keywords of the 1st, the campaigns of the 2nd
    expect(await totalOf()).toMatchObject({ shows: 1700, clicks: 85, cost: '1420.10' })
    const words = '日期,账户,计划,关键词,搜索词,展现,点击,消费\n2026-03-03,gangcai,品牌,钢材价格,今日钢价,10,1,2'
    await load('baidu', words)
    expect(await totalOf()).toMatchObject({ shows: 1700 })
    const { data } = await keeper.call(getSearchMarketing, { ...days, level: 'campaign' })
    expect(data.total).toMatchObject({ shows: 1800, cost: '1520.10' })
    expect(data.basis).toEqual([{ source: 'baidu', account: 'gangcai', level: 'campaign', days: 2 }])
  })

  it('operations-service-ai.md "GB18030 too", and names belong to their source', async () => {
    // 日期,账户,展现,点击,消费 and 必应户 in GB 18030
    const hex = 'c8d5c6da2cd5cbbba72cd5b9cfd62cb5e3bbf72ccffbb7d1'
    const sheet = Buffer.concat([
      Buffer.from(hex, 'hex'),
      Buffer.from('\n2026-03-05,'),
      Buffer.from('b1d8d3a6bba7', 'hex'),
      Buffer.from(',7,1,3\n'),
    ])
    expect(await load('bing', sheet)).toMatchObject({ state: 'done' })
    const { data } = await keeper.call(querySearchMarketing, { ...days, by: 'account', source: 'bing' })
    expect(data.records).toMatchObject([{ source: 'bing', account: '必应户', shows: 7, cost: '3.00' }])
  })

  it('§5 names what is wrong by line, and keeps the lines that are right', async () => {
    const sheet = `日期,账户,计划,展现,点击,消费,设备
2026-04-01,wrong,品牌,1,1,1.234,移动
2026-04-01,wrong,,1,1,1,移动
2999-01-01,wrong,品牌,1,x,1,火星
2026-04-01,wrong,品牌,1,1,1,移动
2026-04-01,wrong,品牌,2,1,1,移动`
    const { data } = await open('sogou', sheet)
    const found = data.records.map(({ number, problems }) => [number, problems.map(({ message }) => message)])
    expect(found).toEqual([
      [2, ['应为数字，最多两位小数，可以有千分位']],
      [3, ['计划不能为空']],
      [4, ['日期不能晚于今天', '设备应为计算机、移动、平板、其他', '应为整数，可以有千分位']],
      [5, ['与第 2 行是同一天的同一项']],
      [6, ['与第 2 行是同一天的同一项']],
    ])
    expect(await load('sogou', `${sheet}\n2026-04-02,wrong,品牌,2,1,1,移动`, 'correct')).toMatchObject({
      state: 'partly',
    })
    const april = { from: '2026-04-01', to: '2026-04-30' }
    expect((await keeper.call(getSearchMarketing, april)).data.total).toMatchObject({ shows: 2 })
  })

  it('§5 says which columns are missing', async () => {
    expect(await open('baidu', '日期,展现,点击\n2026-03-01,1,1')).toMatchObject({
      status: 400,
      msg: '表头有误，缺少列：“账号”、“消费”。请使用下载的模板',
    })
  })

  it('§6 is refused without the right', async () => {
    const input = { fileId: '1', hasHeader: true }
    expect(await reader.call(searchImports.baidu.open, input)).toMatchObject({ status: 403 })
  })
})
