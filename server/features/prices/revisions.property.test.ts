// Under any sequence of acts by any people: replayed revisions give the entries, the state as known at publication n is
// the one saved at n, and nobody reviews what they edited.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { correctPrices, getTrend, savePrices, submitPrices, withdrawPrices } from '#contract/prices/prices.ts'
import { cancelVerify, overrulePrices, passPrices } from '#contract/prices/reviews.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'

const server = testServer()
const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18']
const RUNS = 8
const ACTS = 20
let people: Person[]
/** Has every right but no product. */
let stranger: Person

const every = [
  'price.add',
  'price.edit',
  'price.details',
  'price.cancelVerify',
  'priceReview.pass',
  'priceReview.overrule',
]

beforeAll(async () => {
  const { database, as } = server()
  const role = await makeRole(database.db, 'price.view', ...every)
  people = await Promise.all([0, 1, 2].map(() => as(role.code)))
  stranger = await as(role.code)
})

const query = async <R extends object>(text: string, values: unknown[]) =>
  (await server().database.db.$client.query<R>(text, values)).rows

type Stored = {
  id: string
  version: number
  day: string
  low: string
  reviewing: string | null
  publication: string | null
}
const entriesOf = (item: Item) =>
  query<Stored>(
    `select id, version, day::text as day, low::text as low, reviewing, publication from prices
      where quote_item_id = $1 order by day`,
    [item.quoteItemId],
  )

type Step = { who: number; day: number; act: number; price: number }

/** One act of one person on the entry of one day, whether accepted or refused. */
async function play(item: Item, { who, day, act, price }: Step): Promise<void> {
  const person = people[who] ?? stranger
  const text = String(price)
  const entry = (await entriesOf(item)).find((each) => each.day === DAYS[day])
  if (act <= 1 || !entry) {
    const own = { quoteItemId: item.quoteItemId, day: DAYS[day] ?? '', low: text, high: text, average: null }
    const rows = [{ ...own, remark: '', englishRemark: '', reason: '行情', version: entry?.version ?? null }]
    await person.call(savePrices, { origin: 'grid', rows })
    return
  }
  const { id, version, reviewing } = entry
  const ids = [id]
  const seen = [{ id, version }]
  const rows = [{ id, revisionId: reviewing ?? '1' }]
  const acts = [
    () => person.call(submitPrices, { rows: seen }),
    () => person.call(withdrawPrices, { rows: seen }),
    () => person.call(passPrices, { rows }),
    () => person.call(passPrices, { rows }),
    () => person.call(overrulePrices, { rows, opinion: '不符' }),
    () => person.call(cancelVerify, { ids, reason: '撤回' }),
    () =>
      person.call(correctPrices, {
        cause: 'error',
        reason: '看错',
        rows: [{ id, version, low: text, high: text, average: null, remark: '' }],
      }),
  ]
  await acts[(act - 2) % acts.length]?.()
}

const steps = fc.array(
  fc.record({
    who: fc.constantFrom(0, 0, 1, 1, 2, 2, 3),
    day: fc.nat({ max: 2 }),
    // submit and pass are the most frequent, so that most sequences publish
    act: fc.constantFrom(0, 2, 2, 2, 3, 4, 4, 5, 5, 6, 7, 8),
    price: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: ACTS, maxLength: ACTS },
)

/** Publishes, corrects and cancels by two people: what random sequences may miss. */
const wholeLife = [
  [0, 0],
  [0, 2],
  [1, 4],
  [0, 8],
  [1, 4],
  [2, 7],
].map(([who = 0, act = 0], price) => ({ who, day: 0, act, price: price + 1 }))

const shown = (rows: readonly { day: string; low: string }[]) => rows.map(({ day, low }) => `${day} ${low}`)

describe('the record of prices', () => {
  it('§1 when replayed, gives the entries, and what was known at each publication', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const item = await makeQuoteItem(server().database.db)
        await giveProduct(server().database.db, people, item.productId)
        const [reader] = people
        const seen = new Map<string, string[]>()
        for (const step of sequence) {
          await play(item, step)
          const published = (await entriesOf(item)).filter(({ publication }) => publication !== null)
          const [last] = await query<{ number: string }>(
            'select max(publication)::text as number from price_revisions where quote_item_id = $1',
            [item.quoteItemId],
          )
          if (last?.number) seen.set(last.number, shown(published))
        }
        for (const [asKnownAt, rows] of seen) {
          const range = { quoteItemId: item.quoteItemId, from: DAYS[0] ?? '', to: DAYS[2] ?? '' }
          const { data } = (await reader?.call(getTrend, { ...range, asKnownAt })) ?? { data: [] }
          expect(shown(data)).toEqual(rows)
        }
        const replayed = await query<{ day: string; low: string }>(
          `select day::text as day, low::text as low from (select distinct on (day) * from price_revisions
            where quote_item_id = $1 and publication is not null order by day, publication desc) last
            where act <> 'cancelVerify' order by day`,
          [item.quoteItemId],
        )
        // a waiting or overruled correction leaves the published figures
        const whole = (of: string) =>
          ['quote_item_id', 'day', 'low', 'high', 'average', 'remark', 'english_remark'].map((name) => `${of}.${name}`)
        const lost = await query(
          `select ${whole('p')} from prices p where p.quote_item_id = $1 except
            select ${whole('r')} from price_revisions r join prices p on p.id = r.price_id
              where p.quote_item_id = $1 and case when p.publication is null
                then r.number = (select max(number) from price_revisions where price_id = p.id)
                else r.publication = p.publication and r.act = 'verify' end`,
          [item.quoteItemId],
        )
        expect(lost).toEqual([])
        const standing = (await entriesOf(item)).filter(({ publication }) => publication !== null)
        expect(shown(replayed)).toEqual(shown(standing))
      }),
      { numRuns: RUNS, examples: [[wholeLife]] },
    )
  })

  it('§6 has no act out of the actor’s scope, under any sequence', async () => {
    expect(await query('select id from price_revisions where by_id = $1', [stranger.id])).toEqual([])
  })

  it('§6 has no review by somebody who edited the entry since it was published', async () => {
    const own = await query(
      `select v.id from price_revisions v join price_revisions a on a.price_id = v.price_id and a.id < v.id
        where v.act in ('verify', 'overrule') and a.act in ('save', 'submit', 'correct') and a.by_id = v.by_id
          and not exists (select from price_revisions p where p.price_id = v.price_id and p.id between a.id and v.id - 1
            and p.act = 'verify' and not exists (select from price_revisions c where c.price_id = v.price_id
              and c.act = 'cancelVerify' and c.id between p.id and v.id))`,
      [],
    )
    expect(own).toEqual([])
    const [count] = await query<{ verified: string }>(
      "select count(*) as verified from price_revisions where act = 'verify'",
      [],
    )
    expect(Number(count?.verified)).toBeGreaterThan(0)
  })
})
