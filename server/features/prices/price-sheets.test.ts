// Import and export of prices, over HTTP.
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { exportPrices, priceImport } from '../../../contract/prices/price-sheets.ts'
import { listPrices, listRevisions } from '../../../contract/prices/prices.ts'
import { makeRole } from '../../../test/factories.ts'
import { openTestServer, type Person, testServer } from '../../../test/http.ts'
import { giveProduct, makePrice, makeQuoteItem } from '../../../test/price-factories.ts'
import { bring, cellsOf, download, endOf } from '../../../test/sheets.ts'
import { connect } from '../../../test/socket.ts'
import { prices } from '../../db/schema/prices/prices.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'prices-')) })
const header = '日期,报价项,低价,高价,均价,原因,备注'
let analyst: Person
let productId: string

beforeAll(async () => {
  const { database, as } = server()
  const rights = ['view', 'details', 'leadingIn', 'exportBtn'].map((alias) => `price.${alias}`)
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
    expect(view.records).toMatchObject([{ number: 3, cells: ['2026-11-04', 'REBARTJ', '3x', '', '', '', ''] }])
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
      [3, 'day', '当日已有价格，请在录入表中修改'],
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
    const [, known, heads, row] = await cellsOf(await download(server(), fileUrl))
    expect(known).toEqual(['截至发布序号 0'])
    expect(heads).toEqual(['日期', '报价项', '均价', '状态'])
    expect(row).toEqual(['2026-11-13', '螺纹钢 上海', '3230.25', '草稿'])
  })
})
