// Presence of reviewers in the queue: announced to other processes, within the scope.
import { beforeAll, describe, expect, it } from 'vitest'
import { listReviewers, noteReviewing } from '#contract/prices/review-presence.ts'
import { makeRole } from '#test/factories.ts'
import { openTestServer, type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'
import { connect } from '#test/socket.ts'

const server = testServer()
const TAB = 'tab-00000001'
let one: Person
let other: Person
let stranger: Person
let item: Item

beforeAll(async () => {
  const { database, as } = server()
  const { code } = await makeRole(database.db, 'priceReview.view')
  one = await as(code, { realName: '王敏' })
  other = await as(code)
  stranger = await as(code)
  item = await makeQuoteItem(database.db)
  await giveProduct(database.db, [one, other], item.productId)
})

const seenBy = async (person: Person) => (await person.call(listReviewers, {})).data

describe('reviewers in the queue', () => {
  it('§1 are shown to others at the product, on every process, until they leave', async () => {
    const second = await openTestServer(server().database)
    const there = await connect(second.base, other)
    await one.call(noteReviewing, { tab: TAB, productId: item.productId })
    await expect.poll(() => there.of('changed').map(({ data }) => data.what)).toContain('priceReviewers')
    expect(await seenBy(other)).toEqual([{ productId: item.productId, userId: one.id, name: '王敏' }])
    expect(await seenBy(one)).toEqual([])
    await one.call(noteReviewing, { tab: TAB, productId: null })
    expect(await seenBy(other)).toEqual([])
    there.socket.close()
    await second.server.close()
  })

  it('§1 disappear once their heartbeat stops', async () => {
    await one.call(noteReviewing, { tab: TAB, productId: item.productId })
    await server().database.pool.query(`update price_reviewers set seen_at = now() - interval '46 seconds'`)
    expect(await seenBy(other)).toEqual([])
  })

  it('§6 are neither announced nor shown out of scope, nor without the right', async () => {
    await one.call(noteReviewing, { tab: TAB, productId: item.productId })
    expect(await seenBy(stranger)).toEqual([])
    await stranger.call(noteReviewing, { tab: TAB, productId: item.productId })
    expect((await seenBy(other)).map(({ userId }) => userId)).toEqual([one.id])
    const reader = await server().as((await makeRole(server().database.db, 'price.view')).code)
    expect(await reader.call(listReviewers, {})).toMatchObject({ status: 403 })
    expect(await reader.call(noteReviewing, { tab: TAB, productId: null })).toMatchObject({ status: 403 })
  })
})
