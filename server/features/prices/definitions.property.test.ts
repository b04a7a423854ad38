// Whatever people edit about an item and the tables that name it, a published day shows what it showed, but for days whose
// definition somebody corrects by the act for it.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import { type BodyOf, CONFIRM_HEADER } from '#contract/endpoint.ts'
import type { Confirmation } from '#contract/envelope.ts'
import { correctDefinition } from '#contract/prices/definitions.ts'
import { differenceCalls } from '#contract/prices/differences.ts'
import { queryPriceData } from '#contract/prices/price-data.ts'
import { getTrend, listPrices } from '#contract/prices/prices.ts'
import {
  moveQuoteItems,
  type QuoteItemForm,
  quoteItemCalls,
  resumeQuoteItems,
  stopQuoteItems,
} from '#contract/prices/quote-items.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'
import { pricePeople } from '#test/price-people.ts'

const server = testServer()
const people = pricePeople(server)
const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18']
const RANGE = { from: '2026-11-10', to: '2026-11-30' }
const RUNS = 6
const ACTS = 10
let keeper: Person

beforeAll(async () => {
  const { database, as } = server()
  const item = ['view', 'details', 'edit', 'move', 'update', 'stopUpdate'].map((alias) => `quoteItem.${alias}`)
  const table = ['view', 'add', 'edit', 'delete'].map((alias) => `steel.priceDiff.${alias}`)
  const role = await makeRole(database.db, ...item, ...table, 'price.view', 'price.details', 'searchData.view')
  keeper = await as(role.code)
})

const values = {
  unit: ['元/吨', '美元/桶', '元/千克'],
  currency: ['CNY', 'USD', 'EUR'],
  isTaxIncluded: [true, false, true],
  kind: ['range', 'single', 'range'],
  decimals: [0, 2, 1],
  market: ['上海', '天津', '广州'],
  specification: ['HRB400E', 'HRB500E', ''],
} as const satisfies Partial<Record<keyof QuoteItemForm, readonly unknown[]>>
type Field = keyof typeof values

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('edit' as const),
      field: fc.constantFrom(...(Object.keys(values) as Field[])),
      value: fc.nat(2),
      from: fc.option(fc.integer({ min: -1, max: 12 })),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('correct' as const),
      value: fc.nat(2),
      from: fc.option(fc.nat(3)),
      to: fc.option(fc.nat(3)),
      isConfirmed: fc.boolean(),
    }),
  },
  fc.record({ act: fc.constantFrom('rename' as const, 'stop' as const, 'move' as const), value: fc.nat(2) }),
  fc.record({
    act: fc.constantFrom('addTable' as const, 'editTable' as const, 'dropTable' as const),
    value: fc.nat(2),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const dayOf = (at: number | null) => (at === null ? null : addDays(DAYS[0] as string, at))

type World = { item: Item; other: Item; table: string | null }

const get = async ({ item }: World) => (await keeper.call(quoteItemCalls.get, { id: item.quoteItemId })).data

async function edit(world: World, overrides: Partial<QuoteItemForm>) {
  const { code: _, status: __, formerNames: ___, ...form } = await get(world)
  return keeper.call(quoteItemCalls.edit, { ...form, definedFrom: null, ...overrides })
}

/** @returns the days whose unit is another one by it */
async function correct(world: World, { value, from, to, isConfirmed }: Extract<Step, { act: 'correct' }>) {
  const { id, version, market, specification, unit: _, currency, isTaxIncluded, kind, decimals } = await get(world)
  const input: BodyOf<typeof correctDefinition> = {
    id,
    version,
    market,
    specification,
    currency,
    isTaxIncluded,
    kind,
    decimals,
    reason: '录错',
    unit: values.unit[value] ?? '',
    from: dayOf(from),
    to: dayOf(to),
  }
  const asked = await keeper.call(correctDefinition, input)
  if (asked.code !== 600 || !isConfirmed) return undefined
  const { confirmToken } = asked.data as unknown as Confirmation
  const sent = { token: keeper.token, headers: { [CONFIRM_HEADER]: confirmToken } }
  expect((await server().send('POST', correctDefinition.path, input, sent)).code).toBe(200)
  const { id: __, version: ___, reason: ____, ...rest } = input
  return rest
}

async function play(world: World, acted: Step): Promise<Awaited<ReturnType<typeof correct>>> {
  const ids = [world.item.quoteItemId]
  if (acted.act === 'correct') return correct(world, acted)
  if (acted.act === 'edit')
    await edit(world, { [acted.field]: values[acted.field][acted.value], definedFrom: dayOf(acted.from) })
  if (acted.act === 'rename') await edit(world, { name: `名称${acted.value}` })
  if (acted.act === 'stop')
    await (acted.value === 0
      ? keeper.call(resumeQuoteItems, { ids })
      : keeper.call(stopQuoteItems, { ids, reason: '停产', stoppedOn: '2026-11-20' }))
  if (acted.act === 'move')
    await keeper.call(moveQuoteItems, {
      ids,
      productId: acted.value === 0 ? world.item.productId : world.other.productId,
    })
  const rows = [{ id: null, kind: 'grade' as const, name: `牌号${acted.value}`, comparedItemId: null }]
  const table = {
    productId: world.item.productId,
    name: `价差${acted.value}`,
    baseItemId: ids[0] ?? '',
    remark: '',
    rows,
  }
  if (acted.act === 'addTable' && world.table === null)
    world.table = (await keeper.call(differenceCalls.add, table)).data?.id ?? null
  if (acted.act === 'editTable' && world.table !== null) {
    const { version } = (await keeper.call(differenceCalls.get, { id: world.table })).data
    await keeper.call(differenceCalls.edit, { ...table, id: world.table, version })
  }
  if (acted.act === 'dropTable' && world.table !== null) {
    await keeper.call(differenceCalls.remove, { ids: [world.table] })
    world.table = null
  }
  return undefined
}

type Shown = { day: string; unit: string; market: string; specification: string; figures: string }

/** What the published days show, and that list, trend and query agree. */
async function show({ item }: World): Promise<Shown[]> {
  const { quoteItemId } = item
  const { records } = (await keeper.call(listPrices, { quoteItemId, ascs: ['day'], size: 100 })).data
  const trend = (await keeper.call(getTrend, { quoteItemId, ...RANGE })).data
  const query = { columns: [{ kind: 'item' as const, id: quoteItemId }], ...RANGE }
  const { periods, columns } = (
    await keeper.call(queryPriceData, { ...query, length: 'day', measure: 'last', fill: 'last' })
  ).data
  expect(trend.map(({ day, unit }) => [day, unit])).toEqual(records.map(({ day, unit }) => [day, unit]))
  for (const [at, day] of periods.entries()) {
    const figures = columns.flatMap(({ unit, values: own, filled }) =>
      own[at] == null || filled.includes(at) ? [] : [[unit, own[at]]],
    )
    const row = records.find((each) => each.day === day)
    expect(figures).toEqual([[row?.unit, row?.average]])
  }
  return records.map(({ day, unit, market, specification, low, high, average }) => ({
    day,
    unit,
    market,
    specification,
    figures: [low, high, average].join(),
  }))
}

describe('what published days show', () => {
  it('prices.md "Data": stays under any edits, but for days whose definition is corrected', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: ACTS, maxLength: ACTS }), async (steps) => {
        const { db } = server().database
        const [item, other] = [await makeQuoteItem(db, { decimals: 0 }), await makeQuoteItem(db)]
        for (const { productId } of [item, other]) await giveProduct(db, [keeper, ...people.all()], productId)
        for (const day of DAYS) await people.publish(item, day, '8270')
        const world: World = { item, other, table: null }
        let shown = await show(world)
        for (const acted of steps) {
          const corrected = await play(world, acted)
          const isIn = (day: string) =>
            corrected && day >= (corrected.from ?? day) && day <= (corrected.to ?? day) ? corrected : undefined
          const expected = shown.map((row) => {
            const { unit, market, specification } = isIn(row.day) ?? row
            return { ...row, unit, market, specification }
          })
          shown = await show(world)
          expect(shown).toEqual(expected)
        }
      }),
      { numRuns: RUNS },
    )
  }, 120_000)
})
