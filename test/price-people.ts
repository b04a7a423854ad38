// People who enter, submit and pass prices, for tests of what follows from a publication.
import { beforeAll } from 'vitest'
import { correctPrices, getPrice, savePrices, submitPrices } from '#contract/prices/prices.ts'
import { listReviews, passPrices } from '#contract/prices/reviews.ts'
import { confirm } from './confirm.ts'
import { makeRole } from './factories.ts'
import type { Person, TestServer } from './http.ts'
import type { Item } from './price-factories.ts'

const rights = ['price.view', 'price.add', 'price.edit', 'price.details', 'price.cancelVerify']
const reviews = ['priceReview.view', 'priceReview.pass']

/** Entries as the person sees them now. */
export const seenNow = (person: Person, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => ({ id, version: (await person.call(getPrice, { id })).data.version })))

const orThrow = <R extends { code: number }>(reply: R): R => {
  if (reply.code !== 200) throw new Error(JSON.stringify(reply))
  return reply
}

export function pricePeople(server: () => TestServer) {
  let analyst: Person
  let reviewer: Person
  beforeAll(async () => {
    const { database, as } = server()
    const role = await makeRole(database.db, ...rights, ...reviews)
    analyst = await as(role.code)
    reviewer = await as(role.code)
  })

  async function pass(id: string): Promise<void> {
    const { data } = await reviewer.call(listReviews, { size: 100 })
    const row = data.records.find((each) => each.id === id)
    if (!row) throw new Error('it does not wait')
    orThrow(await reviewer.call(passPrices, { rows: [{ id, revisionId: row.revisionId }] }))
  }

  return {
    /** Those who need the items' products assigned. */
    all: () => [analyst, reviewer],
    reviewer: () => reviewer,
    /** On any day, also one on which none is due. @returns the entry's id */
    async publish({ quoteItemId }: Item, day: string, price: string, high = price): Promise<string> {
      const own = { quoteItemId, day, low: price, high, average: null, version: null, isOffDay: true }
      const rows = [{ ...own, remark: '', englishRemark: '', reason: '行情变动' }]
      const { done } = await confirm(server(), analyst, savePrices, { origin: 'grid', rows })
      const { data } = orThrow(done)
      const id = data[0]?.id ?? ''
      orThrow(await analyst.call(submitPrices, { rows: await seenNow(analyst, [id]) }))
      await pass(id)
      return id
    },
    async correct(id: string, price: string, high = price): Promise<void> {
      const { version } = (await analyst.call(getPrice, { id })).data
      const rows = [{ id, version, low: price, high, average: null, remark: '' }]
      orThrow(await analyst.call(correctPrices, { cause: 'error', reason: '看错一行', rows }))
      await pass(id)
    },
    publicationOf: async (id: string): Promise<string> => (await analyst.call(getPrice, { id })).data.publication ?? '',
  }
}
