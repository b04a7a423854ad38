// Under any sequence of publications, corrections and cancellations: the results that readers see equal those of a full
// computation, byte for byte, and as known at publication n they are those seen at n.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { cancelVerify } from '#contract/prices/reviews.ts'
import { startJob } from '#server/core/jobs/jobs.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'
import { pricePeople } from '#test/price-people.ts'
import { endOf } from '#test/sheets.ts'
import { addSeries } from './series.acts.ts'
import { seriesValuesOf } from './series.queries.ts'
import { recompute, recomputeSeries } from './series-values.acts.ts'

const server = testServer()
const people = pricePeople(server)
const DAYS = ['2026-08-31', '2026-09-30', '2026-10-30', '2026-11-16', '2026-11-17', '2026-11-18']
const RUNS = 6
const STEPS = 14

const everyone = { id: '0', isAdministrator: true, roleCodes: [] }
const by = { id: null, name: 'test', address: '', requestId: 'test' }
const inTx = <T>(work: Parameters<ReturnType<typeof server>['database']['db']['transaction']>[0]) =>
  server().database.db.transaction(work as never) as Promise<T>
const query = async <R extends object>(text: string, values: unknown[] = []) =>
  (await server().database.pool.query<R>(text, values)).rows

let admin: Person
beforeAll(async () => {
  admin = await server().as('administrator')
})

async function makeWorld(): Promise<{ items: Item[]; seriesIds: string[] }> {
  const { db } = server().database
  const first = await makeQuoteItem(db)
  const items = [first, await makeQuoteItem(db, { productId: first.productId })]
  await giveProduct(db, people.all(), first.productId)
  const codes = await query<{ code: string }>('select code from quote_items where product_id = $1 order by id', [
    first.productId,
  ])
  const [a, b] = codes.map(({ code }) => code)
  const seriesIds: string[] = []
  const texts = [`${a} - ${b}`, `ma(${a}, 2) / 3`, `mom(${b})`, 'if(LAST > 0, 1 / LAST, lag(LAST, 1))', `LAST + ${a}`]
  let last = ''
  for (const [at, text] of texts.entries()) {
    const { id } = await inTx<{ id: string }>((tx) =>
      addSeries(
        tx,
        { actor: everyone, by },
        {
          productId: first.productId,
          name: `系列 ${at}`,
          englishName: '',
          unit: '元/吨',
          remark: '',
          decimals: at,
          withinDays: at === 0 ? 3 : 0,
          formula: text.replaceAll('LAST', last),
          validFrom: null,
        },
      ),
    )
    seriesIds.push(id)
    last = (await query<{ code: string }>('select code from series where id = $1', [id]))[0]?.code ?? ''
  }
  return { items, seriesIds }
}

const seen = (seriesIds: string[], asKnownAt?: string) =>
  seriesValuesOf(server().database.db, { seriesIds, from: '2026-01-01', to: '2026-12-31', asKnownAt }, everyone)
/** Results without their publications. */
const bytes = (values: Awaited<ReturnType<typeof seen>>) => values.map(({ publication: _, ...own }) => own)

const newest = async () =>
  (await query<{ number: string }>('select max(number)::text as number from price_publications'))[0]?.number ?? '0'

type Step = { item: number; day: number; price: number; isTakenBack: boolean }

describe('the values of series', () => {
  it('§1 equal a full computation and what was known, after any publications', async () => {
    const step = fc.record({
      item: fc.nat(1),
      day: fc.nat(DAYS.length - 1),
      price: fc.integer({ min: 1, max: 400 }),
      isTakenBack: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: STEPS }), async (steps: Step[]) => {
        const { items, seriesIds } = await makeWorld()
        const entries = new Map<string, string>()
        const states = new Map<string, unknown>()
        for (const { item, day, price, isTakenBack } of steps) {
          const key = `${item} ${day}`
          const id = entries.get(key)
          if (!id) entries.set(key, await people.publish(items[item] as Item, DAYS[day] ?? '', String(price)))
          else if (isTakenBack) await people.reviewer().call(cancelVerify, { ids: [id], reason: '错' })
          else if ((await people.publicationOf(id)) !== '')
            await people.correct(id, `${price}.5`).catch(() => undefined)
          states.set(await newest(), bytes(await seen(seriesIds)))
        }
        const now = await seen(seriesIds)
        const before = await newest()
        await inTx((tx) => recompute(tx, by, seriesIds))
        expect(await seen(seriesIds)).toEqual(now)
        expect(await newest()).toBe(before)
        for (const [publication, state] of states) expect(bytes(await seen(seriesIds, publication))).toEqual(state)
        await query('delete from series_values where series_id = any($1)', [seriesIds])
        await inTx((tx) => recompute(tx, by, seriesIds))
        expect(bytes(await seen(seriesIds))).toEqual(bytes(now))
      }),
      { numRuns: RUNS },
    )
  })

  it('§1 are the same from a job where there is much to compute', async () => {
    const { items, seriesIds } = await makeWorld()
    for (const day of DAYS) await people.publish(items[0] as Item, day, '100')
    const now = bytes(await seen(seriesIds))
    await query('delete from series_values where series_id = any($1)', [seriesIds])
    await query('update series set is_recomputing = true where id = any($1)', [seriesIds])
    const author = { ...by, id: admin.id }
    const jobId = await inTx<string>((tx) => startJob(tx, recomputeSeries, { seriesIds }, author))
    expect(await endOf(admin, jobId)).toMatchObject({ state: 'done', done: seriesIds.length })
    expect(bytes(await seen(seriesIds))).toEqual(now)
    const rows = await query('select from series where is_recomputing and id = any($1)', [seriesIds])
    expect(rows).toHaveLength(0)
  })

  it('§1 are never updated in place', async () => {
    const { items, seriesIds } = await makeWorld()
    await people.publish(items[0] as Item, DAYS[0] ?? '', '100')
    await expect(query('update series_values set value = 1 where series_id = $1', [seriesIds[1]])).rejects.toThrow(
      'append-only',
    )
  })
})
