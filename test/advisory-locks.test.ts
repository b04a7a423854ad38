// Advisory locks are numbers that whoever takes one must choose for themselves: two acts with one number wait for each other.
import { expect, it } from 'vitest'
import type { Tx } from '#server/db/connection.ts'
import { lockPublications as lockArticles } from '#server/features/articles/publications.acts.ts'
import { tryLockDues } from '#server/features/monitoring/dues.queries.ts'
import { lockPublications as lockPrices } from '#server/features/prices/publications.queries.ts'
import { testServer } from './http.ts'

const server = testServer()

it('§8 publishing articles, publishing prices and the watch of due rows do not wait for each other', async () => {
  const { db } = server().database
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => db.transaction(work)
  const isWatching = await inTransaction(async (articles) => {
    await lockArticles(articles)
    return inTransaction(async (prices) => {
      await prices.execute("set local lock_timeout = '2s'")
      await lockPrices(prices)
      return inTransaction(tryLockDues)
    })
  })
  expect(isWatching).toBe(true)
})
