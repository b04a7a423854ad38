// Whatever people edit about a series, a published day shows what it showed, but for days that an edit has named and
// somebody has confirmed.
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import { CONFIRM_HEADER } from '#contract/endpoint.ts'
import type { Confirmation } from '#contract/envelope.ts'
import { listSeriesValues, type SeriesForm, seriesCalls } from '#contract/prices/series-calls.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, makeQuoteItem } from '#test/price-factories.ts'
import { pricePeople } from '#test/price-people.ts'

const server = testServer()
const people = pricePeople(server)
const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18'] as const
const RUNS = 6
const ACTS = 8
let keeper: Person

beforeAll(async () => {
  const role = await makeRole(
    server().database.db,
    ...['view', 'add', 'edit', 'details'].map((right) => `series.${right}`),
  )
  keeper = await server().as(role.code)
})

const step = fc.record({
  change: fc.oneof(
    fc.record({ unit: fc.constantFrom('元/吨', '美元/桶', '元/千克') }),
    fc.record({ added: fc.constantFrom(0, 1, 20) }),
    fc.record({ remark: fc.constantFrom('备注', '') }),
  ),
  from: fc.option(fc.integer({ min: -1, max: 4 })),
  isConfirmed: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

let count = 0

it('prices.md "Data": no sequence of edits of a series changes a published day, but by the act that says so', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: ACTS }), async (steps) => {
      const { db, pool } = server().database
      const item = await makeQuoteItem(db)
      await giveProduct(db, [keeper, ...people.all()], item.productId)
      const { rows } = await pool.query('select code from quote_items where id = $1', [item.quoteItemId])
      const code = rows[0].code as string
      for (const [at, day] of DAYS.entries()) await people.publish(item, day, String(800 + at))
      const form: SeriesForm = {
        productId: item.productId,
        name: `守恒系列 ${++count}`,
        englishName: '',
        unit: '元/吨',
        remark: '',
        decimals: 2,
        withinDays: 0,
        formula: code,
        validFrom: null,
      }
      const { id } = (await keeper.call(seriesCalls.add, form)).data
      const shown = async () => {
        const { data } = await keeper.call(listSeriesValues, { id, from: DAYS[0], to: DAYS[2] })
        return new Map(data.map(({ day, value, unit }) => [day, `${value} ${unit}`]))
      }
      const formulaOf = ({ change }: Step) => ('added' in change ? `${code} + ${change.added}` : undefined)
      let before = await shown()
      expect(before.size).toBe(DAYS.length)
      for (const each of steps) {
        const { version, formula, unit } = (await keeper.call(seriesCalls.get, { id })).data
        const from = each.from === null ? null : addDays(DAYS[0], each.from)
        const input = {
          ...form,
          id,
          version,
          validFrom: from,
          unit,
          formula: formulaOf(each) ?? formula,
          ...('unit' in each.change && { unit: each.change.unit }),
          ...('remark' in each.change && { remark: each.change.remark }),
        }
        const asked = await keeper.call(seriesCalls.edit, input)
        const isConfirmed = asked.code === 600 && each.isConfirmed
        if (isConfirmed) {
          const { confirmToken } = asked.data as unknown as Confirmation
          const sent = { token: keeper.token, headers: { [CONFIRM_HEADER]: confirmToken } }
          expect((await server().send('POST', seriesCalls.edit.path, input, sent)).code).toBe(200)
        }
        const after = await shown()
        for (const day of DAYS) {
          const mayChange = isConfirmed && (from === null || day >= from)
          if (!mayChange) expect([day, after.get(day)]).toEqual([day, before.get(day)])
        }
        before = after
      }
    }),
    { numRuns: RUNS },
  )
})
