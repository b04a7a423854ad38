// Prices that are published and corrected as people do it, for tests of what follows from it.
import { correctPrices, getPrice, savePrices, submitPrices } from '../contract/prices/prices.ts'
import { listReviews, passPrices } from '../contract/prices/reviews.ts'
import { makeRole } from './factories.ts'
import type { Person, TestServer } from './http.ts'
import { giveProduct, type Item } from './price-factories.ts'

export type Desk = { analyst: Person; reviewer: Person }

/** Two people who enter and review, with these rights beside. */
export async function openDesk({ database, as }: TestServer, ...rights: string[]): Promise<Desk> {
  const entering = ['price.view', 'price.add', 'price.edit', 'price.details']
  const reviewing = ['price.view', 'price.details', 'priceReview.view', 'priceReview.details', 'priceReview.pass']
  return {
    analyst: await as((await makeRole(database.db, ...entering, ...rights)).code),
    reviewer: await as((await makeRole(database.db, ...reviewing, ...rights)).code),
  }
}

export const giveToDesk = ({ database }: TestServer, { analyst, reviewer }: Desk, { productId }: Item) =>
  giveProduct(database.db, [analyst, reviewer], productId)

async function pass({ reviewer }: Desk, id: string): Promise<void> {
  const { data } = await reviewer.call(listReviews, { size: 100 })
  const revisionId = data.records.find((each) => each.id === id)?.revisionId ?? ''
  const done = await reviewer.call(passPrices, { rows: [{ id, revisionId }] })
  if (done.code !== 200) throw new Error(JSON.stringify(done))
}

type Figures = { low: string; high?: string }

/** @returns the entry */
export async function publish(desk: Desk, item: Item, day: string, { low, high = low }: Figures): Promise<string> {
  const own = { quoteItemId: item.quoteItemId, day, low, high, average: null, version: null, isOffDay: true }
  const rows = [{ ...own, remark: '', englishRemark: '', reason: '行情变动' }]
  const { data } = await desk.analyst.call(savePrices, { origin: 'grid', rows })
  const id = data[0]?.id
  if (!id) throw new Error(JSON.stringify(data))
  await desk.analyst.call(submitPrices, { ids: [id] })
  await pass(desk, id)
  return id
}

export async function correct(desk: Desk, id: string, { low, high = low }: Figures): Promise<void> {
  const { version } = (await desk.reviewer.call(getPrice, { id })).data
  const rows = [{ id, version, low, high, average: null, remark: '' }]
  const done = await desk.analyst.call(correctPrices, { cause: 'error', reason: '录入时看错一行', rows })
  if (done.code !== 200) throw new Error(JSON.stringify(done))
  await pass(desk, id)
}
