// Who has an article open, across two processes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeProduct, writeArticle } from '#test/article-factories.ts'
import { makeRole } from '#test/factories.ts'
import { openTestServer, type Person, type TestServer, testServer } from '#test/http.ts'
import { giveProduct } from '#test/price-factories.ts'
import { type Connected, connect } from '#test/socket.ts'

const server = testServer()
let other: TestServer
let first: Person
let second: Person
let stranger: Person
let articleId: string
const open: Connected[] = []

beforeAll(async () => {
  const { database, as } = server()
  other = await openTestServer(database)
  const product = await makeProduct(database.db)
  const role = await makeRole(database.db, 'articles.view', 'articles.add', 'articles.edit', 'articles.details')
  first = await as(role.code)
  second = await as(role.code)
  stranger = await as(role.code)
  await giveProduct(database.db, [first, second], product)
  articleId = (await writeArticle(first, product)).id
})

afterAll(async () => {
  for (const { socket } of open) socket.terminate()
  await other.server.close()
})

const arrive = async (at: TestServer, person: Person) => {
  const connected = await connect(at.base, person)
  open.push(connected)
  return connected
}
/**
 * Shorter than the expiry of a row or a timer tick: the change must be pushed, not polled. `bench/article-presence.ts`
 * measures the delay.
 */
const soon = { timeout: 9_000 }
const idsOf = (connected: Connected) =>
  connected
    .of('presence')
    .at(-1)
    ?.data.people.map(({ userId }) => userId)
    .toSorted()

describe('articles.md "Presence"', () => {
  it('people with the article open see each other, but nobody out of its scope', async () => {
    const here = await arrive(server(), first)
    here.say({ type: 'present', articleId, tab: 'first1', mode: 'edit' })
    await expect.poll(() => idsOf(here)).toEqual([first.id])
    const there = await arrive(other, second)
    there.say({ type: 'present', articleId, tab: 'second1', mode: 'review' })
    const both = [first.id, second.id].toSorted()
    await expect.poll(() => idsOf(here), soon).toEqual(both)
    await expect.poll(() => idsOf(there), soon).toEqual(both)
    const outside = await arrive(other, stranger)
    outside.say({ type: 'present', articleId, tab: 'third1', mode: 'edit' })
    outside.say({ type: 'absent', articleId, tab: 'second1' })
    there.socket.terminate()
    await expect.poll(() => idsOf(here), soon).toEqual([first.id])
    expect(outside.of('presence')).toEqual([])
  })
})
