// Handles of an answer: prices that were found in this turn, and what is computed of them in exact decimals.
import { Decimal } from 'decimal.js'
import type { PricePart, QuotedPart } from '#contract/ai/answer-labels.ts'
import type { DayPrice } from './found.queries.ts'
import type { Candidate } from './question.rules.ts'
import type { Handle, Priced } from './release.rules.ts'

const partsOf = (price: DayPrice): [QuotedPart, string | null][] => [
  ['average', price.average],
  ['low', price.low],
  ['high', price.high],
  ['change', price.change],
  ['percent', price.percent],
]

/** A change is made of the averages of both days. */
function madeOf({ quoteItemId, day, publication, before }: DayPrice, part: QuotedPart): Priced<PricePart>[] {
  if (part !== 'change' && part !== 'percent') return [{ quoteItemId, day, part, publication }]
  const averages = before ? [{ day, publication }, before] : [{ day, publication }]
  return averages.map((each) => ({ quoteItemId, part: 'average', ...each }))
}

/** Market and product, as an answer names the item. */
export const nameOf = ({ market, productName }: Candidate) => `${market}${productName}`
/** A sentence that has any of these names the item. */
const namesOf = (item: Candidate) =>
  [nameOf(item), item.itemName, item.productName, item.code].filter((name) => name !== '')

export const operations = ['difference', 'sum', 'mean', 'ratio', 'percent', 'highest', 'lowest'] as const
export type Operation = (typeof operations)[number]

/** Decimals of what is computed. */
const DECIMALS = 2

export function createHandles() {
  const handles = new Map<string, Handle>()
  const names = new Set<string>()
  let computed = 0

  function addPrices(items: readonly Candidate[], prices: readonly DayPrice[]): void {
    const byId = new Map(items.map((item) => [item.quoteItemId, item]))
    for (const item of items) {
      for (const name of [...namesOf(item), item.specification, item.brand, ...item.formerNames])
        if (name !== '') names.add(name)
    }
    for (const price of prices) {
      const item = byId.get(price.quoteItemId)
      if (!item) continue
      const { quoteItemId, day, publication } = price
      for (const [part, value] of partsOf(price)) {
        if (value === null) continue
        const key = `${item.code} ${day} ${part}`
        const unit = part === 'percent' ? '%' : price.unit
        const found = { quoteItemId, day, part, publication }
        handles.set(key, {
          key,
          figure: value,
          unit,
          verdict: 'bound',
          names: namesOf(item),
          price: found,
          madeOf: madeOf(price, part),
        })
      }
    }
  }

  /** @returns the key of the result, or what is wrong */
  function compute(operation: Operation, keys: readonly string[]): { key: string } | { problem: string } {
    const found = keys.map((key) => handles.get(key.replace(/^⟦|⟧$/gu, '').trim()))
    const all = found.flatMap((handle) => handle ?? [])
    if (all.length < found.length || all.length === 0) return { problem: '只能用本轮给出的标记计算' }
    const units = new Set(all.map(({ unit }) => unit))
    if (units.size > 1 && operation !== 'ratio') return { problem: '单位不同，不能计算' }
    const values = all.map(({ figure }) => new Decimal(figure))
    const [first = new Decimal(0), second] = values
    const isPair = operation === 'difference' || operation === 'ratio' || operation === 'percent'
    if (isPair && (values.length !== 2 || second === undefined)) return { problem: '这种计算需要两个标记' }
    if ((operation === 'ratio' || operation === 'percent') && second?.isZero()) return { problem: '除数为零' }
    const sum = values.reduce((one, other) => one.plus(other))
    const result = {
      difference: () => first.minus(second ?? 0),
      sum: () => sum,
      mean: () => sum.div(values.length),
      ratio: () => first.div(second ?? 1),
      percent: () =>
        first
          .minus(second ?? 0)
          .times(100)
          .div((second ?? new Decimal(1)).abs()),
      highest: () => Decimal.max(...values),
      lowest: () => Decimal.min(...values),
    }[operation]()
    computed += 1
    const key = `C${computed}`
    const unit = operation === 'percent' ? '%' : operation === 'ratio' ? '' : ([...units][0] ?? '')
    handles.set(key, {
      key,
      figure: result.toFixed(DECIMALS),
      unit,
      verdict: 'computed',
      names: [],
      price: null,
      madeOf: all.flatMap((handle) => handle.madeOf),
    })
    return { key }
  }

  return {
    handles,
    names: () => [...names],
    addPrices,
    compute,
  }
}
export type Handles = ReturnType<typeof createHandles>
