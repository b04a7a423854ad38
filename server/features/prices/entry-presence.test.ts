// Presence in the day's grid: announced to other processes, within the scope.
import { beforeAll, describe, expect, it } from 'vitest'
import { listEditors, noteEditing } from '#contract/prices/entry-presence.ts'
import { makeRole } from '#test/factories.ts'
import { openTestServer, type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'
import { connect } from '#test/socket.ts'

const server = testServer()
const [TAB, DAY] = ['tab-00000001', '2026-11-18']
let one: Person
let other: Person
let stranger: Person
let item: Item

beforeAll(async () => {
  const { database, as } = server()
  const { code } = await makeRole(database.db, 'priceBatchAdd.view')
  one = await as(code, { realName: '王敏' })
  other = await as(code)
  stranger = await as(code)
  item = await makeQuoteItem(database.db)
  await giveProduct(database.db, [one, other], item.productId)
})

const seenBy = async (person: Person, day = DAY) => (await person.call(listEditors, { day })).data
const here = (quoteItemId: string | null = item.quoteItemId) => ({ tab: TAB, day: DAY, quoteItemId })

describe('people in the day’s grid', () => {
  it('prices.md "Entering": are shown to others in their row of that day, on every process, until they leave', async () => {
    const second = await openTestServer(server().database)
    const there = await connect(second.base, other)
    await one.call(noteEditing, here())
    await expect.poll(() => there.of('changed').map(({ data }) => data.what)).toContain('priceEditors')
    expect(await seenBy(other)).toEqual([{ quoteItemId: item.quoteItemId, userId: one.id, name: '王敏' }])
    expect(await seenBy(one)).toEqual([])
    expect(await seenBy(other, '2026-11-19')).toEqual([])
    await one.call(noteEditing, here(null))
    expect(await seenBy(other)).toEqual([])
    there.socket.close()
    await second.server.close()
  })

  it('prices.md "Entering": disappear once their heartbeat stops', async () => {
    await one.call(noteEditing, here())
    await server().database.pool.query(`update price_editors set seen_at = now() - interval '46 seconds'`)
    expect(await seenBy(other)).toEqual([])
  })

  it('§6 are neither announced nor shown out of scope, nor without the right', async () => {
    await one.call(noteEditing, here())
    expect(await seenBy(stranger)).toEqual([])
    await stranger.call(noteEditing, here())
    expect((await seenBy(other)).map(({ userId }) => userId)).toEqual([one.id])
    const reader = await server().as((await makeRole(server().database.db, 'price.view')).code)
    expect(await reader.call(listEditors, { day: DAY })).toMatchObject({ status: 403 })
    expect(await reader.call(noteEditing, here(null))).toMatchObject({ status: 403 })
  })
})
