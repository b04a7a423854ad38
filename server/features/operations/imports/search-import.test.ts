// Import of the reports of search engines, over HTTP.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type SearchSource, searchSourceLabels } from '#contract/operations/search-labels.ts'
import { getSearchMarketing, querySearchMarketing } from '#contract/operations/search-marketing.ts'
import { searchImport } from '#contract/operations/search-sheets.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { bring, cellsOf, endOf } from '#test/sheets.ts'

const server = testServer()
let keeper: Person
let reader: Person

beforeAll(async () => {
  const { db } = server().database
  keeper = await server().as((await makeRole(db, 'semData.view', 'semData.leadingIn')).code)
  reader = await server().as((await makeRole(db, 'semData.view')).code)
})

/** A file whose name says which source it is of. */
const open = async (source: SearchSource, sheet: string | Buffer) =>
  keeper.call(searchImport.open, {
    fileId: await bring(server(), keeper, sheet, `${searchSourceLabels[source]}报表.csv`),
    hasHeader: true,
  })

async function load(source: SearchSource, sheet: string | Buffer, mode: 'all' | 'correct' = 'all') {
  const { data } = await open(source, sheet)
  const saved = await keeper.call(searchImport.save, { id: data.id, version: data.version, mode })
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
      '识别为“百度”的“关键词”层级数据。',
      '1 行合计或说明没有导入：合计。',
      '各行之和与合计行一致。',
      '未使用的列：点击率；比率由合计重新计算。',
      '将新增账号：百度 gangcai；账号写错时请更正。',
      '新增 1 份报表（2026-03-01）。',
    ])
    expect(await load('baidu', keywords)).toMatchObject({ state: 'done', message: '导入 2 行' })
    expect(await totalOf()).toMatchObject({ shows: 1500, clicks: 70, cost: '1300.00', costPerClick: '18.57' })
  })

  it('operations.md "The check names slices": same ones are skipped, replaced ones are named before → after', async () => {
    expect((await open('baidu', keywords)).data.notes).toContain('1 份与已有的相同，将跳过。')
    expect(await load('baidu', keywords)).toMatchObject({ message: '导入 2 行，1 份与已有的相同，没有改动' })
    // without one of its rows: what is no longer there goes
    const again = keywords.replace(/.*螺纹钢.*\n/, '').replace('"1,500",70,"1,300.00"', '"1,000",50,"1,200.50"')
    expect((await open('baidu', again)).data.notes).toContain(
      '将整份替换 1 份：2026-03-01 gangcai 关键词（2 → 1 行，消费 1300.00 → 1200.50）。',
    )
    expect(await load('baidu', again)).toMatchObject({ message: '导入 1 行，替换了 1 份同一天的报表' })
    expect(await totalOf()).toMatchObject({ shows: 1000, clicks: 50, cost: '1200.50' })
    await load('baidu', keywords)
  })

  it('imports.md "Mode": what a report replaces is shown before it is saved, sums and cells before → after', async () => {
    const head = '日期,账户,推广计划名称,关键词,设备,展现量,点击量,消费,线索'
    const of = (rows: readonly string[]) => `${head}\n${rows.map((row) => `2026-02-01,parts,${row}`).join('\n')}`
    const before = ['品牌,甲,移动,100,10,20.00,1', '品牌,乙,移动,50,5,10.50,0', '品牌,丙,移动,7,1,2.00,0']
    expect((await open('sogou', of(before))).data).toMatchObject({ updated: 0, same: 0, parts: { total: 0 } })
    await load('sogou', of(before))

    // the same again: nothing is replaced, every row stays
    expect((await open('sogou', of(before))).data).toMatchObject({ updated: 0, same: 3, parts: { total: 0 } })
    const next = ['品牌,甲,移动,100,12,20,1', '品牌,乙,移动,50,5,10.5,0', '品牌,丁,移动,8,2,3.30,0']
    const other = '2026-02-02,parts,品牌,甲,移动,1,1,1,0'
    const { data } = await open('sogou', `${of(next)}\n${other}`)
    expect(data.parts).toEqual({
      records: [
        {
          name: '2026-02-01 parts 关键词 分设备',
          sums: [
            { label: '行', was: '3', is: '3' },
            { label: '展现量', was: '157', is: '158' },
            { label: '点击量', was: '16', is: '19' },
            { label: '消费', was: '32.50', is: '33.80' },
            { label: '线索', was: '1', is: '1' },
          ],
          changed: 1,
          added: 1,
          gone: 1,
          goneNames: ['品牌 · 丙 · 移动'],
        },
      ],
      current: 1,
      total: 1,
    })
    expect(data).toMatchObject({ updated: 1, same: 1 })
    expect(data.records.map(({ change, was }) => [change, was])).toEqual([
      ['update', [{ key: 'clicks', value: '10' }]],
      ['same', []],
      ['add', []],
      ['add', []],
    ])
    const rows = { id: data.id, onlyWrong: false, onlyChanged: true, current: 1, partsPage: 2 }
    const changed = (await keeper.call(searchImport.rows, rows)).data
    expect(changed).toMatchObject({ total: 3, parts: { records: [], current: 2, total: 1 } })
    expect(changed.records.map(({ number }) => number)).toEqual([2, 4, 5])

    // somebody else has replaced it meanwhile
    await load('sogou', of(before.slice(0, 2)))
    const saved = await keeper.call(searchImport.save, { id: data.id, version: data.version, mode: 'all' })
    expect(await endOf(keeper, saved.data.jobId)).toMatchObject({
      state: 'failed',
      message: '“2026-02-01 parts 关键词 分设备”在检查后已有变化，没有导入任何行，请重新检查',
    })
  })

  it('imports.md "Mode": a row that the source renamed is one row, told by its number', async () => {
    const of = (name: string) =>
      `日期,账户,推广计划名称,关键词,关键词ID,展现量,点击量,消费\n2026-02-03,parts,品牌,${name},9001,10,1,2`
    await load('sogou', of('旧名'))
    expect((await open('sogou', of('新名'))).data).toMatchObject({
      parts: { records: [{ changed: 1, added: 0, gone: 0 }] },
      records: [{ change: 'update', was: [{ key: 'keyword', value: '旧名' }] }],
    })
  })

  it('operations.md "One level counts": the coarsest gives totals, finer ones divide them', async () => {
    const campaigns =
      '日期,账户,计划,展现,点击,消费\n2026-03-01,gangcai,品牌,1700,90,1500\n2026-03-02,gangcai,品牌,100,5,20.10'
    await load('baidu', campaigns)
    expect(await totalOf()).toMatchObject({ shows: 1800, clicks: 95, cost: '1520.10' })
    const words = '日期,账户,计划,关键词,搜索词,展现,点击,消费\n2026-03-03,gangcai,品牌,钢材价格,今日钢价,10,1,2'
    await load('baidu', words)
    expect(await totalOf()).toMatchObject({ shows: 1800 })
    const { data } = await keeper.call(querySearchMarketing, { ...days, by: 'keyword' })
    expect(data.records.map(({ name, within, cost }) => [name, within, cost])).toEqual([
      ['钢材价格', '品牌 · gangcai · 百度', '1200.50'],
      ['未细分', '品牌 · gangcai · 百度', '220.10'],
      ['螺纹钢', '品牌 · gangcai · 百度', '99.50'],
    ])
    expect(data.sums?.cost).toBe('1520.10')
    const ofKeywords = (await keeper.call(getSearchMarketing, { ...days, level: 'keyword' })).data
    expect(ofKeywords.total).toMatchObject({ shows: 1500, cost: '1300.00' })
    expect(ofKeywords.basis).toEqual([{ source: 'baidu', account: 'gangcai', level: 'keyword', days: 1 }])
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
2199-01-01,wrong,品牌,1,x,1,火星
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

  it('operations.md "faults come back as a workbook": the wrong lines with why, which can be brought again', async () => {
    const { data } = await open('sogou', '日期,账户,展现,点击,消费\n2026-05-01,fault,5,1,1.5\n2026-05-02,fault,x,1,2')
    const { name, content } = (await keeper.call(searchImport.failed, { id: data.id })).data
    expect(name).toBe('推广数据错误行.xlsx')
    const [header = [], ...lines] = await cellsOf(Buffer.from(content, 'base64'))
    const cell = (title: string) => lines[0]?.[header.indexOf(title)]
    expect(lines).toHaveLength(1)
    expect(['日期', '账号', '展现量', '错误原因'].map(cell)).toEqual([
      '2026-05-02',
      'fault',
      'x',
      '应为整数，可以有千分位',
    ])
    const again = await open('sogou', Buffer.from(content, 'base64'))
    expect(again.data).toMatchObject({ rows: 1, wrongRows: 1 })
    expect(again.data.records[0]?.problems).toEqual([{ key: 'shows', message: '应为整数，可以有千分位' }])
  })

  it('§5 says which columns are missing', async () => {
    expect(await open('baidu', '日期,展现,点击\n2026-03-01,1,1')).toMatchObject({
      status: 400,
      msg: '表头有误，缺少列：“消费”。请使用下载的模板',
    })
  })

  it('§6 is refused without the right', async () => {
    const input = { fileId: '1', hasHeader: true }
    expect(await reader.call(searchImport.open, input)).toMatchObject({ status: 403 })
  })
})

describe('the reports of four sources', () => {
  const folder = join(import.meta.dirname, 'fixtures')
  const july = { from: '2026-07-18', to: '2026-07-18' }
  const bringAll = async (names: readonly string[], change = (content: Buffer) => content) =>
    Promise.all(names.map((name) => bring(server(), keeper, change(readFileSync(join(folder, name))), name)))
  const openAll = async (names: readonly string[]) => {
    const [fileId = '', ...more] = await bringAll(names)
    return keeper.call(searchImport.open, { fileId, more, hasHeader: true })
  }
  const saved = async ({ id, version }: { id: string; version: number }) => {
    const { data } = await keeper.call(searchImport.save, { id, version, mode: 'all' })
    return endOf(keeper, data.jobId)
  }

  it('operations.md "what its files look like": GBK, ="…", .gz and lines above and below, in any order', async () => {
    const names = readdirSync(folder).toSorted().reverse()
    expect(names).toHaveLength(5)
    const { data } = await openAll(names)
    expect(data, data.notes.join('\n')).toMatchObject({ rows: 10, wrongRows: 0 })
    const notes = data.notes.join('\n')
    for (const said of ['识别为“百度”', '识别为“360”的“关键词”层级数据（移动）', '识别为“搜狗”', '识别为“必应”'])
      expect(notes).toContain(said)
    expect(notes).toContain('数据可能不完整')
    expect(await saved(data)).toMatchObject({ state: 'done' })
    const { records } = (await keeper.call(querySearchMarketing, { ...july, by: 'account' })).data
    expect(records.map(({ source, account, shows, cost }) => [source, account, shows, cost])).toEqual([
      ['baidu', 'dazong-bj', 2500, '618.30'],
      // both parts are there
      ['so360', 'dazong360', 680, '79.50'],
      ['bing', 'Dazong Data', 250, '29.00'],
      ['sogou', 'dazong-sg', 455, '26.00'],
    ])
    const devices = (await keeper.call(querySearchMarketing, { ...july, source: 'so360', by: 'device' })).data.records
    expect(devices.map(({ name, cost }) => [name, cost])).toEqual([
      ['计算机', '55.20'],
      ['移动', '24.30'],
    ])
  })

  it('operations.md "one replaced, one refused with why": the others are taken', async () => {
    const [baidu = ''] = readdirSync(folder).filter((name) => name.startsWith('百度'))
    const [sogou = ''] = readdirSync(folder).filter((name) => name.startsWith('搜狗'))
    const content = new TextDecoder('gbk').decode(readFileSync(join(folder, baidu)))
    const changed = content.replace('60,372.00,5%,6.20', '70,434.00,5%,6.20').replace('100,618.30', '110,680.30')
    const cut = content.replace(/.*811003.*\r\n/, '')
    const [fileId, ...more] = [
      await bring(server(), keeper, cut, '百度_截断.csv'),
      await bring(server(), keeper, changed, baidu),
      ...(await bringAll([sogou])),
    ]
    const { data } = await keeper.call(searchImport.open, { fileId: fileId ?? '', more, hasHeader: true })
    expect(data.notes[0]).toContain('“百度_截断.csv”没有读取：合计行的展现量是 2500，各行之和是 2100')
    expect(data.notes).toContain('将整份替换 1 份：2026-07-18 dazong-bj 关键词（3 行，消费 618.30 → 680.30）。')
    expect(data.notes).toContain('1 份与已有的相同，将跳过。')
    expect(await saved(data)).toMatchObject({
      message: '导入 5 行，替换了 1 份同一天的报表，1 份与已有的相同，没有改动',
    })
  })

  it('operations.md "a rename stays one node": the source\'s number tells', async () => {
    const [baidu = ''] = readdirSync(folder).filter((name) => name.startsWith('百度'))
    const content = new TextDecoder('gbk').decode(readFileSync(join(folder, baidu)))
    const renamed = content.replaceAll('2026-07-18', '2026-07-19').replace('螺纹钢价格,811002', '螺纹钢最新价格,811002')
    const fileId = await bring(server(), keeper, renamed, baidu)
    expect(await saved((await keeper.call(searchImport.open, { fileId, hasHeader: true })).data)).toMatchObject({
      state: 'done',
    })
    const both = { from: '2026-07-18', to: '2026-07-19', source: 'baidu' as const }
    const { records } = (await keeper.call(querySearchMarketing, { ...both, by: 'keyword' })).data
    expect(records.map(({ name, cost }) => [name, cost])).toContainEqual(['螺纹钢最新价格', '372.60'])
    expect(records.map(({ name }) => name)).not.toContain('螺纹钢价格')
  })

  it('operations.md "one file by two people at once": one is saved, the other changes nothing', async () => {
    const sheet = '日期,账户,展现,点击,消费\n2026-06-01,twice,10,1,2.00'
    const [one, other] = [(await open('sogou', sheet)).data, (await open('sogou', sheet)).data]
    const ends = await Promise.all([saved(one), saved(other)])
    expect(ends.map(({ message }) => message).toSorted()).toEqual([
      '导入 1 行',
      '导入 1 行，1 份与已有的相同，没有改动',
    ])
  })

  it('operations.md "Bad input": a formula, an unknown source, two cuts, more clicks than shows', async () => {
    const sheet = `日期,账户,计划,展现,点击,消费,设备,地域
2026-06-02,odd,"=HYPERLINK(""http://x"",""y"")",1,1,1,,
2026-06-02,odd,品牌,1,5,1,移动,江苏
2026-06-02,odd,品牌,-4,1,1,,`
    const { data } = await open('sogou', sheet)
    const found = data.records.map(({ number, problems }) => [number, problems.map(({ message }) => message)])
    expect(found).toEqual([
      [2, ['单元格是公式，请改为文字', '设备、地域、小时只能按一种细分，请分别导出']],
      [3, ['设备、地域、小时只能按一种细分，请分别导出']],
      [4, ['设备、地域、小时只能按一种细分，请分别导出', '应为整数，可以有千分位']],
    ])
    expect(data.notes.join()).toContain('2 行的点击多于展现（第 3、4 行），请核对。')
    const nowhere = {
      fileId: await bring(server(), keeper, '日期,账户,展现,点击,消费\n2026-06-02,who,1,1,1'),
      hasHeader: true,
    }
    expect((await keeper.call(searchImport.open, nowhere)).data.records[0]?.problems).toMatchObject([
      { key: 'source', message: expect.stringContaining('无法判断是哪个平台的报表') },
    ])
  })
})
