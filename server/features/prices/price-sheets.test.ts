// Import and export of prices, over HTTP.
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { exportPrices, priceImport } from '#contract/prices/price-sheets.ts'
import { listPrices, listRevisions } from '#contract/prices/prices.ts'
import { pricePublications, prices } from '#server/db/schema/prices/prices.ts'
import { makeRole } from '#test/factories.ts'
import { openTestServer, type Person, testServer } from '#test/http.ts'
import { giveProduct, makePrice, makeQuoteItem } from '#test/price-factories.ts'
import { workbookOf } from '#test/sheet-fixtures.ts'
import { bring, cellsOf, download, endOf } from '#test/sheets.ts'
import { connect } from '#test/socket.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'prices-')) })
const header = '日期,报价项,低价,高价,均价,原因,备注'
let analyst: Person
let productId: string

beforeAll(async () => {
  const { database, as } = server()
  const rights = ['view', 'details', 'leadingIn', 'exportBtn', 'edit'].map((alias) => `price.${alias}`)
  analyst = await as((await makeRole(database.db, ...rights)).code)
  const item = await makeQuoteItem(database.db, { name: '螺纹钢 上海', decimals: 0 })
  productId = item.productId
  await giveProduct(database.db, [analyst], productId)
  await makeQuoteItem(database.db, { productId, name: '螺纹钢 天津', code: 'REBARTJ', kind: 'single' })
  await makeQuoteItem(database.db, { name: '别人的报价项' })
  await makePrice(database.db, item, '2026-11-13')
})

const open = async (...lines: string[]) =>
  (
    await analyst.call(priceImport.open, {
      fileId: await bring(server(), analyst, [header, ...lines].join('\n')),
      hasHeader: true,
    })
  ).data

describe('§2 prices in spreadsheets', () => {
  it('become drafts, by name or code, and keep their row of the file', async () => {
    const { id, version } = await open(
      '2026-11-16,螺纹钢 上海,"3,200-3,260",,,,成交清淡',
      '2026-11-16,REBARTJ,3210,,,,',
    )
    const { data } = await analyst.call(priceImport.save, { id, version, mode: 'all' })
    expect(await endOf(analyst, data.jobId)).toMatchObject({ state: 'done', done: 2 })
    const { records } = (await analyst.call(listPrices, { from: '2026-11-16', to: '2026-11-16' })).data
    expect(records.map(({ itemName, average, status }) => [itemName, average, status]).toSorted()).toEqual([
      ['螺纹钢 上海', '3230', 'draft'],
      ['螺纹钢 天津', '3210.00', 'draft'],
    ])
    const first = records.find(({ itemName }) => itemName === '螺纹钢 上海')
    const [revision] = (await analyst.call(listRevisions, { id: first?.id ?? '' })).data
    expect(revision).toMatchObject({ origin: 'import', originDetail: '第 2 行', remark: '成交清淡' })
  })

  it('prices.md "Entering": are announced to open grids on every process', async () => {
    const second = await openTestServer(server().database)
    const there = await connect(second.base, analyst)
    const { id, version } = await open('2026-11-12,螺纹钢 上海,3200,3260,,,')
    const { data } = await analyst.call(priceImport.save, { id, version, mode: 'all' })
    expect(await endOf(analyst, data.jobId)).toMatchObject({ state: 'done', done: 1 })
    await expect.poll(() => there.of('changed').map((notice) => notice.data.what)).toContain('priceEntries')
    there.socket.close()
    await second.server.close()
  })

  it('imports.md "Cells": 平, +10 and -1.5% go on from the file’s own previous day', async () => {
    const fileId = await bring(
      server(),
      analyst,
      ['报价项,2026-09-08,2026-09-07,2026-09-09,2026-09-10', 'REBARTJ,+10,4000,平,-1.5%'].join('\n'),
    )
    const { id, version, wrongRows } = (await analyst.call(priceImport.open, { fileId, hasHeader: true })).data
    expect(wrongRows).toBe(0)
    const { data } = await analyst.call(priceImport.save, { id, version, mode: 'all' })
    expect(await endOf(analyst, data.jobId)).toMatchObject({ state: 'done', done: 4 })
    const { records } = (await analyst.call(listPrices, { from: '2026-09-07', to: '2026-09-10' })).data
    expect(records.map(({ day, average }) => `${day} ${average}`).toSorted()).toEqual([
      '2026-09-07 4000.00',
      '2026-09-08 4010.00',
      '2026-09-09 4010.00',
      '2026-09-10 3949.85',
    ])
  })

  // opened, edited and saved by LibreOffice 7.4, in Chinese
  it.each(['csv', 'xlsx'])(
    'come as LibreOffice writes .%s: its days, decimals, quotes and line ends',
    async (format) => {
      const file = readFileSync(join(import.meta.dirname, `fixtures/libreoffice.${format}`))
      const fileId = await bring(server(), analyst, file)
      const view = (await analyst.call(priceImport.open, { fileId, hasHeader: true })).data
      expect(view).toMatchObject({ rows: 3, wrongRows: 0 })
      const { data } = await analyst.call(priceImport.save, { id: view.id, version: view.version, mode: 'all' })
      expect(await endOf(analyst, data.jobId)).toMatchObject({ state: 'done', done: 3 })
      const { records } = (await analyst.call(listPrices, { from: '2026-11-19', to: '2026-11-20' })).data
      expect(records.map(({ day, low, high, remark }) => [day, low, high, remark]).toSorted()).toEqual([
        ['2026-11-19', '3800', '3860', '成交清淡，"锁价"为主, 少量\n出口询盘'],
        ['2026-11-19', '3815.50', '3815.50', '=1+1'],
        ['2026-11-20', '3200', '3260', ''],
      ])
      await server().database.db.delete(prices).where(sql`${prices.day} >= '2026-11-19'`)
    },
  )

  it('are also read from sheets with a column for each day', async () => {
    const lines = ['报价项,2026-11-03,2026-11-04,2026/11/5', '螺纹钢 上海,3200-3260,,3300-3360', 'REBARTJ,3210,3x,-']
    const fileId = await bring(server(), analyst, lines.join('\n'))
    const view = (await analyst.call(priceImport.open, { fileId, hasHeader: true })).data
    expect(view).toMatchObject({ rows: 4, wrongRows: 1 })
    expect(view.records).toMatchObject([{ number: 3, cells: ['2026-11-04', 'REBARTJ', '3x', '', '', '', '', ''] }])
    const { data } = await analyst.call(priceImport.save, { id: view.id, version: view.version, mode: 'correct' })
    expect(await endOf(analyst, data.jobId)).toMatchObject({ state: 'partly', done: 4 })
    const { records } = (await analyst.call(listPrices, { from: '2026-11-03', to: '2026-11-05', ascs: ['day'] })).data
    expect(records.map(({ day, average }) => `${day} ${average}`).toSorted()).toEqual([
      '2026-11-03 3210.00',
      '2026-11-03 3230',
      '2026-11-05 3330',
    ])
    const unknown = await bring(server(), analyst, '报价项,2026-11-03,昨天\nREBARTJ,1,2')
    const refused = await analyst.call(priceImport.open, { fileId: unknown, hasHeader: true })
    expect(refused.msg).toContain('不认识的列：“昨天”')
  })

  it('imports.md "The steps" a merged day is that of each item, under a title and other headings; computed figures are as shown', async () => {
    const rows = [
      ['11 月价格', null, null, null],
      ['日期', '报价项', '低价(元/吨)', 'High'],
      [new Date('2026-11-17T00:00:00Z'), '螺紋鋼上海', 4210.0000000000009, 4220],
      [null, 'ｒｅｂａｒＴＪ', 4310, null],
    ]
    const merges: [number, number, number, number][] = [
      [0, 0, 0, 3],
      [2, 0, 3, 0],
    ]
    const cells = { '2,0': { style: { numFmt: 'yyyy"年"m"月"d"日"' } } }
    const file = await workbookOf([{ name: '价格', rows, merges, cells }], 'wps')
    const fileId = await bring(server(), analyst, file, '价格.xlsx')
    const { data } = await analyst.call(priceImport.open, { fileId, hasHeader: true })
    expect(data.records.map(({ cells: own, problems }) => [...own.slice(0, 4), ...problems])).toEqual([
      ['2026-11-17', '螺紋鋼上海', '4210', '4220'],
      ['2026-11-17', 'ｒｅｂａｒＴＪ', '4310', ''],
    ])
  })

  it('report each problem at its cell', async () => {
    const { records } = await open(
      '2026-11-17,别人的报价项,1,2,,,',
      '2026-11-13,螺纹钢 上海,1,2,,,',
      '2026-11-14,螺纹钢 上海,1,2,,,',
      '2026-11-18,螺纹钢 上海,3.5,4,,,',
      '2026-11-19,螺纹钢 上海,9,8,,,',
      '2026-11-20,螺纹钢 上海,9,,,,',
      '2026-11-20,螺纹钢 上海,9,10,,,',
    )
    const found = records.flatMap(({ number, problems }) => problems.map(({ key, message }) => [number, key, message]))
    expect(found).toEqual([
      [2, 'item', '报价项不存在、不唯一，或不在您的编辑范围内'],
      [3, 'day', '当日已有价格，请选择更新已有的，或在录入表中修改'],
      [4, 'day', '该日不是发布日，请确认后再保存'],
      [5, 'low', '此报价项不带小数'],
      [6, 'low', '低价高于高价'],
      [7, 'high', '请填写高价'],
      [8, 'item', '与第 7 行重复'],
    ])
  })

  it('are exported as the list finds them', async () => {
    const body = {
      query: { from: '2026-11-13', to: '2026-11-13' },
      columns: ['day', 'itemName', 'average', 'status'] as ('day' | 'itemName' | 'average' | 'status')[],
      format: 'csv' as const,
      reason: '核对',
    }
    const { data } = await analyst.call(exportPrices, body)
    const { fileUrl } = await endOf(analyst, data.jobId)
    const [heads, row, notes] = await cellsOf(await download(server(), fileUrl))
    expect(notes).toEqual([expect.stringMatching(/^导出人：/), '截至发布序号 0'])
    expect(heads).toEqual(['日期', '报价项', '均价', '状态'])
    expect(row).toEqual(['2026-11-13', '螺纹钢 上海', '3230.25', '草稿'])
  })
})

describe('imports.md "Mode": prices that are there already', () => {
  const mode = 'all' as const
  let single: string
  let range: string

  const update = async (person: Person, ...lines: string[]) =>
    person.call(priceImport.open, {
      fileId: await bring(server(), person, lines.join('\n')),
      hasHeader: true,
      method: 'update',
    })
  const saved = async ({ id, version }: { id: string; version: number }) => {
    const { data } = await analyst.call(priceImport.save, { id, version, mode })
    return endOf(analyst, data.jobId)
  }
  const stored = async (id: string) =>
    (
      await server().database.db.execute<{ low: string; average: string; status: string; reviewing: string | null }>(
        sql`select low::text, high::text, average::text, remark, english_remark, status, reviewing::text, version
          from ${prices} where id = ${id}`,
      )
    ).rows[0]

  beforeAll(async () => {
    const { db } = server().database
    const one = await makeQuoteItem(db, { productId, name: '线材 上海', kind: 'single', decimals: 2 })
    const two = await makeQuoteItem(db, { productId, name: '盘螺 上海', decimals: 2 })
    const figures = { low: '3210.00', high: '3210.00', average: '3210.00' }
    single = await makePrice(db, one, '2026-11-12', { ...figures, remark: '稳', englishRemark: 'flat' })
    range = await makePrice(db, two, '2026-11-12')
  })

  it('drafts change in the cells that differ; an average of low and high goes along; 3210 is 3210.00', async () => {
    const { data } = await update(
      analyst,
      '日期,报价项,低价,高价,均价,备注',
      '2026-11-12,线材 上海,3210,3210,3210,',
      '2026-11-12,盘螺 上海,3200.5,3270,3230.25,成交清淡',
    )
    expect(data).toMatchObject({ rows: 2, wrongRows: 0, updated: 1, same: 1 })
    expect(data.records.map(({ change, was }) => [change, was])).toEqual([
      ['same', []],
      [
        'update',
        [
          { key: 'high', value: '3260.00' },
          { key: 'remark', value: '' },
        ],
      ],
    ])
    expect(await saved(data)).toMatchObject({ state: 'done', message: '新增 0 行，更新 1 行，1 行没有变化' })
    expect(await stored(range)).toMatchObject({
      low: '3200.50',
      high: '3270.00',
      average: '3235.25',
      remark: '成交清淡',
    })
    expect(await stored(single)).toMatchObject({ remark: '稳', english_remark: 'flat', version: 1 })
  })

  it('a single price changes by any one of its cells', async () => {
    const { data } = await update(analyst, '日期,报价项,低价,高价,均价', '2026-11-12,线材 上海,3220,3210,3210')
    expect(await saved(data)).toMatchObject({ state: 'done' })
    expect(await stored(single)).toMatchObject({ low: '3220.00', high: '3220.00', average: '3220.00', remark: '稳' })
  })

  it('a published price becomes a correction under review, with its reason', async () => {
    const { db } = server().database
    const item = await makeQuoteItem(db, { productId, name: '冷轧 上海', decimals: 0 })
    await db.insert(pricePublications).values({ number: '1', byName: '审核', entries: 1 })
    const figures = { low: '4000', high: '4100', average: '4050' }
    const id = await makePrice(db, item, '2026-11-12', { ...figures, status: 'verified', publication: '1' })
    const header = '日期,报价项,低价,原因,更正类型'
    const without = await update(analyst, '日期,报价项,低价', '2026-11-12,冷轧 上海,4020')
    expect(without.data.records[0]?.problems).toEqual([{ key: 'reason', message: '更正已发布的价格须填写原因' }])

    const { data } = await update(analyst, header, '2026-11-12,冷轧 上海,4020,抄错一位,录入有误')
    expect(await saved(data)).toMatchObject({ state: 'done', message: '新增 0 行，更新 1 行，0 行没有变化' })
    const now = await stored(id)
    expect(now).toMatchObject({ low: '4000', average: '4050', status: 'verified' })
    expect(now?.reviewing).not.toBeNull()
    const revisions = (await analyst.call(listRevisions, { id })).data
    expect(revisions.at(0)).toMatchObject({ act: 'correct', low: '4020', cause: 'error', reason: '抄错一位' })

    const again = await update(analyst, header, '2026-11-12,冷轧 上海,4030,又错,')
    expect(again.data.records[0]?.problems).toEqual([{ key: 'day', message: '已有更正待审核' }])
  })

  it('what was changed since the check is refused as a whole', async () => {
    const { data } = await update(analyst, '日期,报价项,低价,高价', '2026-11-12,盘螺 上海,3300,3400')
    await server().database.db.execute(
      sql`update ${prices} set remark = '同事', version = version + 1 where id = ${range}`,
    )
    const end = await saved(data)
    expect(end.state).toBe('failed')
    expect(end.message).toContain('在检查后已被修改')
    expect(await stored(range)).toMatchObject({ low: '3200.50', remark: '同事' })
  })

  it('who may not edit prices can only add', async () => {
    const role = await makeRole(server().database.db, 'price.view', 'price.leadingIn')
    const other = await server().as(role.code)
    await giveProduct(server().database.db, [other], productId)
    const reply = await update(other, '日期,报价项,低价', '2026-11-12,盘螺 上海,1')
    expect(reply.code).toBe(403)
  })

  it('rows that mean no entry, or one of another’s product, say so', async () => {
    const { data } = await update(
      analyst,
      '日期,报价项,低价,高价',
      '2026-11-11,盘螺 上海,3200,3210',
      '2026-11-12,别人的报价项,3200,3210',
    )
    expect(data.records.map(({ problems }) => problems.map(({ message }) => message))).toEqual([
      ['没有找到要更新的价格'],
      ['没有找到要更新的价格', '报价项不存在、不唯一，或不在您的编辑范围内'],
    ])
  })
})
