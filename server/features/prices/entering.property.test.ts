// Under any interleaving of two people and a feed over one day's rows: what is submitted is what the submitter's grid
// showed, nothing that a person typed is replaced by somebody who has not seen it, and each refusal names its row.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { API_KEY_HEADER } from '#contract/endpoint.ts'
import { bringPrices } from '#contract/prices/open-prices.ts'
import { getSheet, type SheetRow } from '#contract/prices/price-grids.ts'
import { removePrices, type SeenOutcome, savePrices, submitPrices } from '#contract/prices/prices.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'

const server = testServer()
const DAY = '2026-11-18'
const RUNS = 12
const ROWS = 2
let people: Person[]
let key: string

beforeAll(async () => {
  const { database, as } = server()
  const role = await makeRole(database.db, 'price.view', 'price.add', 'price.delete')
  people = [await as(role.code), await as(role.code)]
  const made = {
    name: '交易所行情',
    scopes: ['bringPrices' as const],
    dailyQuota: 100_000,
    createdBy: people[0]?.id ?? '',
  }
  key = (await database.db.transaction((tx) => createApiKey(tx, made))).key
})

/** `who` 2 is the feed. A row of the grid is read again by `look` only, as if the live notices were lost. */
type Step = { who: number; act: 'look' | 'save' | 'submit' | 'remove'; row: number; price: number }
type Draft = { low: string; origin: string; status: string; version: number } | undefined
type Grid = Map<string, SheetRow['entry']>

async function storedOf({ quoteItemId }: Item): Promise<Draft> {
  const { rows } = await server().database.pool.query<NonNullable<Draft>>(
    'select low::text as low, origin, status, version from prices where quote_item_id = $1 and day = $2',
    [quoteItemId, DAY],
  )
  return rows[0]
}

async function look(person: Person, { productId }: Item): Promise<Grid> {
  const { data } = await person.call(getSheet, { day: DAY, productIds: [productId] })
  return new Map(data.map(({ quoteItemId, entry }) => [quoteItemId, entry]))
}

const figure = (price: number) => String(price)

async function feed(code: string, item: Item, price: number): Promise<void> {
  const before = await storedOf(item)
  const rows = [{ code, day: DAY, low: figure(price), high: figure(price) }]
  const reply = await server().send('POST', bringPrices.path, { rows }, { headers: { [API_KEY_HEADER]: key } })
  const [outcome] = reply.data as unknown as { code: string; problem: string | null }[]
  expect(outcome?.code).toBe(code)
  if (!before || before.low === figure(price)) return
  const isFeeds = before.origin === 'api' && before.status === 'draft'
  expect(outcome?.problem === null).toBe(isFeeds)
  if (!isFeeds) expect(await storedOf(item)).toEqual(before)
}

async function save(person: Person, grid: Grid, item: Item, price: number): Promise<void> {
  const before = await storedOf(item)
  const seen = grid.get(item.quoteItemId) ?? null
  const own = { quoteItemId: item.quoteItemId, day: DAY, low: figure(price), high: figure(price), average: null }
  const rows = [{ ...own, remark: '', englishRemark: '', reason: '', version: seen?.version ?? null }]
  const [outcome] = (await person.call(savePrices, { origin: 'grid', rows })).data
  if (outcome?.problem === null) {
    expect(before?.version ?? null).toBe(seen?.version ?? null)
    const { id = '', version = 1 } = outcome as { id: string; version: number }
    const texts = { remark: '', englishRemark: '', reason: '', opinion: '', byName: '', at: '' }
    grid.set(item.quoteItemId, {
      id,
      version,
      status: 'draft',
      low: own.low,
      high: own.high,
      average: own.low,
      isOutlier: false,
      ...texts,
    })
    return
  }
  expect(await storedOf(item)).toEqual(before)
  expect(outcome).toMatchObject({ quoteItemId: item.quoteItemId, day: DAY })
  // the refused row brings what is stored, so that the grid can offer both
  if (outcome?.isStale) expect(outcome.now?.low).toBe(before?.low)
}

async function onSeen(person: Person, grid: Grid, items: readonly Item[], act: 'submit' | 'remove'): Promise<void> {
  const before = new Map(
    await Promise.all(items.map(async (item) => [item.quoteItemId, await storedOf(item)] as const)),
  )
  const shown = [...grid].flatMap(([quoteItemId, entry]) => (entry ? [{ quoteItemId, ...entry }] : []))
  if (shown.length === 0) return
  const rows = shown.map(({ id, version }) => ({ id, version }))
  const reply = await person.call(act === 'submit' ? submitPrices : removePrices, { rows })
  const outcomes = (reply.code === 602 ? reply.data : rows.map(({ id }) => ({ id, ok: true }))) as SeenOutcome[]
  expect(outcomes).toHaveLength(rows.length)
  for (const { id, ok, code, now, msg } of outcomes) {
    const seen = shown.find((each) => each.id === id)
    const item = items.find(({ quoteItemId }) => quoteItemId === seen?.quoteItemId)
    const stood = before.get(seen?.quoteItemId ?? '')
    if (!seen || !item) throw new Error('an outcome of a row that nobody sent')
    const after = await storedOf(item)
    if (ok) {
      expect(stood).toMatchObject({ low: seen.low, version: seen.version })
      if (act === 'submit') expect(after).toMatchObject({ low: seen.low, status: 'submitted' })
      else expect(after).toBeUndefined()
      continue
    }
    expect(after).toEqual(stood)
    expect(msg).not.toBe('')
    if (stood && stood.version !== seen.version && code === 601) expect(now?.low).toBe(stood.low)
  }
  const [first] = items
  if (first)
    for (const [id, entry] of await look(person, first))
      if (outcomes.some((each) => each.ok && each.id === grid.get(id)?.id)) grid.set(id, entry)
}

const steps = fc.array(
  fc.record({
    who: fc.constantFrom(0, 0, 1, 1, 2),
    act: fc.constantFrom('look', 'save', 'save', 'save', 'submit', 'remove'),
    row: fc.nat({ max: ROWS - 1 }),
    price: fc.integer({ min: 1, max: 5 }),
  }),
  { minLength: 12, maxLength: 24 },
)

let made = 0

describe('one day’s rows', () => {
  it('prices.md "Entering": are submitted as seen, under any interleaving of two people and a feed', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence: Step[]) => {
        const { db } = server().database
        made += 1
        const codes = Array.from({ length: ROWS }, (_, at) => `PROP${made}X${at}`)
        const first = await makeQuoteItem(db, { code: codes[0] ?? '', decimals: 0 })
        const items = [
          first,
          await makeQuoteItem(db, { code: codes[1] ?? '', decimals: 0, productId: first.productId }),
        ]
        await giveProduct(db, people, first.productId)
        const grids = await Promise.all(people.map((person) => look(person, first)))
        for (const { who, act, row, price } of sequence) {
          const item = items[row] ?? first
          const [person, grid] = [people[who], grids[who]]
          if (!person || !grid) await feed(codes[row] ?? '', item, price)
          else if (act === 'look') grids[who] = await look(person, first)
          else if (act === 'save') await save(person, grid, item, price)
          else await onSeen(person, grid, items, act)
        }
      }),
      { numRuns: RUNS },
    )
  })
})
