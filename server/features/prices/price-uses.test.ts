// Where prices went, over HTTP: files and keys that carry a figure, and notices about its correction.
import { beforeAll, describe, expect, it } from 'vitest'
import { API_KEY_HEADER } from '#contract/endpoint.ts'
import { readPrices } from '#contract/prices/open-prices.ts'
import { exportPriceData, type PriceDataQuery } from '#contract/prices/price-data.ts'
import { exportPrices } from '#contract/prices/price-sheets.ts'
import { listPriceUses, noteCorrection } from '#contract/prices/price-uses.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makePrice, makeQuoteItem } from '#test/price-factories.ts'
import { pricePeople } from '#test/price-people.ts'
import { endOf } from '#test/sheets.ts'

const server = testServer()
const people = pricePeople(server)
const [MONDAY, TUESDAY] = ['2026-11-16', '2026-11-17']
const rights = [
  'price.view',
  'price.details',
  'price.edit',
  'price.exportBtn',
  'searchData.view',
  'searchData.exportBtn',
]
let keeper: Person
let stranger: Person

beforeAll(async () => {
  const { code } = await makeRole(server().database.db, ...rights)
  keeper = await server().as(code)
  stranger = await server().as(code)
})

async function makeItem(code?: string): Promise<Item> {
  const { db } = server().database
  const item = await makeQuoteItem(db, code ? { code } : {})
  await giveProduct(db, [keeper, ...people.all()], item.productId)
  return item
}

const how = { format: 'csv' as const, reason: '核对' }

async function exportList({ quoteItemId }: Item): Promise<void> {
  const { data } = await keeper.call(exportPrices, { ...how, query: { quoteItemId }, columns: ['day', 'average'] })
  expect((await endOf(keeper, data.jobId)).state).toBe('done')
}

async function exportQuery({ quoteItemId }: Item, more: Partial<PriceDataQuery> = {}): Promise<void> {
  const columns = [{ kind: 'item' as const, id: quoteItemId }]
  const terms = { length: 'month', edges: 'cut', measure: 'average', fill: 'none' } as const
  const query = { columns, from: MONDAY, to: MONDAY, ...terms, ...more }
  const { data } = await keeper.call(exportPriceData, { ...how, query, columns: ['figures'] })
  expect((await endOf(keeper, data.jobId)).state).toBe('done')
}

const usesOf = async (id: string, person = keeper) => (await person.call(listPriceUses, { id })).data

describe('POST /api/backend/prices/price/uses', () => {
  it('§8 lists the files with the figure, and marks those with one from before a correction', async () => {
    const item = await makeItem()
    const id = await people.publish(item, MONDAY, '3800')
    await makePrice(server().database.db, item, '2026-11-18')
    const other = await people.publish(item, TUESDAY, '3900')
    await exportList(item)
    await exportQuery(item)
    expect(await usesOf(id)).toMatchObject([
      {
        channel: 'export',
        title: expect.stringMatching(/^查询数据_[^_]+_\d{14}\.csv$/),
        average: '3800.00',
        isOld: false,
      },
      { channel: 'export', title: expect.stringMatching(/^价格_[^_]+_\d{14}\.csv$/), average: '3800.00', isOld: false },
    ])
    expect(await usesOf(other)).toHaveLength(1)
    await people.correct(id, '3810')
    await exportQuery(item)
    expect((await usesOf(id)).map(({ average, isOld }) => [average, isOld])).toEqual([
      ['3810.00', false],
      ['3800.00', true],
      ['3800.00', true],
    ])
    expect((await usesOf(other)).map(({ isOld }) => isOld)).toEqual([false])
  })

  it('§8 knows that a file as known at an earlier publication carries the figure of that time', async () => {
    const item = await makeItem()
    const id = await people.publish(item, MONDAY, '100')
    const asKnownAt = await people.publicationOf(id)
    await people.correct(id, '101')
    await exportQuery(item, { asKnownAt })
    expect(await usesOf(id)).toMatchObject([{ average: '100.00', isOld: true }])
  })

  it('§8 lists the keys that have read it, and whether they have read the correction', async () => {
    const { db } = server().database
    const item = await makeItem('USESA')
    const id = await people.publish(item, MONDAY, '5000')
    const { key } = await db.transaction((tx) =>
      createApiKey(tx, { name: '客户行情', scopes: ['readPrices'], dailyQuota: 1_000, createdBy: null }),
    )
    const path = `${readPrices.path}?code=USESA&from=${MONDAY}&to=${TUESDAY}`
    const read = () => server().send('GET', path, undefined, { headers: { [API_KEY_HEADER]: key } })
    await read()
    await read()
    await people.correct(id, '5100')
    expect(await usesOf(id)).toMatchObject([{ channel: 'api', title: '客户行情', isOld: true, hasNewer: false }])
    await read()
    expect(await usesOf(id)).toMatchObject([{ isOld: false }, { isOld: true, hasNewer: true }])
  })

  it('§6 shows nothing out of scope', async () => {
    const item = await makeItem()
    const id = await people.publish(item, MONDAY, '1')
    await exportList(item)
    expect(await usesOf(id, stranger)).toEqual([])
    const useIds = [(await usesOf(id))[0]?.id ?? '']
    const noted = { id, useIds, outcome: 'told' as const, text: '' }
    expect(await stranger.call(noteCorrection, noted)).toMatchObject({ status: 404, code: 20404 })
    const reader = await server().as((await makeRole(server().database.db, 'price.view')).code)
    expect(await reader.call(listPriceUses, { id })).toMatchObject({ status: 403 })
    expect(await reader.call(noteCorrection, noted)).toMatchObject({ status: 403 })
  })
})

describe('POST /api/backend/prices/price/noteCorrection', () => {
  it('§8 records the notice to each holder of the old figure, for each correction', async () => {
    const item = await makeItem()
    const id = await people.publish(item, MONDAY, '3800')
    await exportList(item)
    const [use] = await usesOf(id)
    const noted = { id, useIds: [use?.id ?? ''], outcome: 'told' as const, text: ' 已邮件告知客户 ' }
    expect(await keeper.call(noteCorrection, noted)).toMatchObject({ status: 409, msg: '这条价格没有已发布的更正' })
    await people.correct(id, '3810')
    expect((await keeper.call(noteCorrection, noted)).code).toBe(200)
    expect(await usesOf(id)).toMatchObject([{ notice: { outcome: 'told', text: '已邮件告知客户' } }])
    await people.correct(id, '3820')
    expect(await usesOf(id)).toMatchObject([{ isOld: true, notice: null }])
    await exportList(item)
    const [fresh] = await usesOf(id)
    const refused = await keeper.call(noteCorrection, { ...noted, useIds: [fresh?.id ?? ''] })
    expect(refused).toMatchObject({ status: 400, data: { fields: [{ field: 'useIds' }] } })
  })
})
