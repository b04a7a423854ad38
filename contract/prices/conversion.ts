// Prices in another currency, with or without tax, by rates that the query states: none is looked up.
import { Exact } from './decimals.ts'
import type { Conversion } from './periods.ts'
import type { currencies } from './price-labels.ts'

export type Currency = (typeof currencies)[number]

/** As written in units: `元/吨`. */
const currencyUnits: Readonly<Record<Currency, string>> = {
  CNY: '元',
  USD: '美元',
  EUR: '欧元',
  JPY: '日元',
  HKD: '港元',
}

export type ConversionTarget = {
  /** Left out: each column in its own. */
  currency?: Currency | undefined
  /** Rate of each currency in the target currency. */
  rates?: readonly { currency: Currency; rate: string }[] | undefined
  isTaxIncluded?: boolean | undefined
  /** %. */
  taxRate?: string | undefined
}

type Quoted = { currency: Currency; isTaxIncluded: boolean }

/** Currencies of the columns that need a rate which is not stated. */
export const missingRates = (quoted: readonly Quoted[], { currency, rates = [] }: ConversionTarget): Currency[] =>
  currency === undefined
    ? []
    : [...new Set(quoted.map((each) => each.currency))].filter(
        (each) => each !== currency && !rates.some((rate) => rate.currency === each),
      )

const HUNDRED = new Exact(100)

/** Null where nothing is converted. */
export function conversionOf(quoted: Quoted, target: ConversionTarget): Conversion | null {
  const { currency = quoted.currency, rates = [], isTaxIncluded = quoted.isTaxIncluded, taxRate = '0' } = target
  const rate = currency === quoted.currency ? undefined : rates.find((each) => each.currency === quoted.currency)?.rate
  const hasTax = isTaxIncluded !== quoted.isTaxIncluded
  if (rate === undefined && !hasTax) return null
  const withTax = HUNDRED.plus(hasTax ? taxRate : 0)
  const money = new Exact(rate ?? 1)
  return isTaxIncluded ? { times: money.times(withTax), over: HUNDRED } : { times: money.times(HUNDRED), over: withTax }
}

/** A converted price has at least two decimals, even of an item without any. */
const LEAST_DECIMALS = 2
export const decimalsAfter = (decimals: number, conversion: Conversion | null) =>
  conversion === null ? decimals : Math.max(decimals, LEAST_DECIMALS)

/** `元/吨` as `美元/吨`; where the unit names no currency, the target currency is appended. */
export function unitAfter(unit: string, from: Currency, to: Currency): string {
  if (from === to) return unit
  const own = currencyUnits[from]
  return unit.startsWith(own) ? `${currencyUnits[to]}${unit.slice(own.length)}` : `${unit}（${to}）`
}
