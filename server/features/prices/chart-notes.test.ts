// Notes on charts of prices, over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import { addChartNote, listChartNotes, removeChartNote } from '#contract/prices/chart-notes.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'

const server = testServer()
const DAY = '2026-11-03'
let writer: Person
let reader: Person
let stranger: Person
let item: Item
let other: Item

beforeAll(async () => {
  const { database, as } = server()
  const writes = (await makeRole(database.db, 'searchData.view', 'price.edit')).code
  writer = await as(writes, { realName: '王敏' })
  stranger = await as(writes)
  reader = await as((await makeRole(database.db, 'searchData.view')).code)
  item = await makeQuoteItem(database.db, { productName: '标注钢' })
  other = await makeQuoteItem(database.db, { productId: item.productId })
  await giveProduct(database.db, [writer, reader], item.productId)
})

const column = ({ quoteItemId }: Item) => ({ kind: 'item' as const, id: quoteItemId })
const add = (caption: string, day = DAY, person = writer) =>
  person.call(addChartNote, { column: column(item), day, caption })
const list = async (person = reader, columns = [column(item)], from = '2026-11-01') =>
  (await person.call(listChartNotes, { columns, from, to: '2026-11-30' })).data

describe('notes on charts', () => {
  it('prices.md are written to a product, and appear on all its items and series in the range', async () => {
    const { id } = (await add(' 唐山限产 ')).data
    const later = (await add('出口退税调整', '2026-11-12')).data
    const noted = { id, day: DAY, caption: '唐山限产', productName: '标注钢', byName: '王敏' }
    expect(await list()).toMatchObject([noted, { id: later.id, day: '2026-11-12' }])
    expect(await list(reader, [column(other)], '2026-11-04')).toMatchObject([{ id: later.id }])
    await writer.call(removeChartNote, { id })
    expect(await list()).toMatchObject([{ id: later.id }])
    expect(await writer.call(removeChartNote, { id })).toMatchObject({ code: 20404 })
  })

  it('§6 are neither shown, written nor removed out of scope, nor written without the right', async () => {
    const { id } = (await add('检修')).data
    expect(await list(stranger)).toEqual([])
    expect(await add('检修', DAY, stranger)).toMatchObject({ code: 20404 })
    expect(await stranger.call(removeChartNote, { id })).toMatchObject({ code: 20404 })
    expect(await add('检修', DAY, reader)).toMatchObject({ status: 403 })
    expect(await reader.call(removeChartNote, { id })).toMatchObject({ status: 403 })
    const having = async (right: string) => server().as((await makeRole(server().database.db, right)).code)
    const input = { columns: [column(item)], from: DAY, to: DAY }
    expect(await (await having('price.view')).call(listChartNotes, input)).toMatchObject({ status: 403 })
    // shown beside the trend of a price under review
    expect(await (await having('priceReview.details')).call(listChartNotes, input)).toMatchObject({ code: 200 })
  })

  it.each([
    [{ caption: ' ' }, '请输入标注'],
    [{ caption: '长'.repeat(31) }, '标注最多30个字符'],
    [{ day: '2026-13-01' }, '日期应为 YYYY-MM-DD'],
  ])('§9 refuse %j', async (changes, msg) => {
    const body = { column: column(item), day: DAY, caption: '限产', ...changes }
    expect(await writer.call(addChartNote, body)).toMatchObject({ status: 400, msg })
  })
})
