// Exact decimals of prices: decimal strings in, decimal strings out. A float never holds a price, not even to compare two.
import { Decimal } from 'decimal.js'

/**
 * Sums, differences and products of prices (18 digits) stay exact; a quotient keeps 40 digits until it is rounded once.
 * Half-up is away from zero, as `round(numeric)` of the database.
 */
export const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -100, toExpPos: 100 })
export type Exact = Decimal

const negativeZero = /^-[0.]+$/

function asText(value: Exact, decimals: number): string {
  const text = value.toFixed(decimals)
  return negativeZero.test(text) ? text.slice(1) : text
}

/** With exactly so many decimals, rounded half-up; zero has no sign. */
export const roundTo = (value: string | Exact, decimals: number): string =>
  asText(typeof value === 'string' ? new Exact(value) : value, decimals)

/** Of low and high, as it is published. */
export const meanOf = (low: string, high: string, decimals: number): string =>
  asText(new Exact(low).plus(high).dividedBy(2), decimals)

/** Against the last published price. */
export const changeOf = (now: string, before: string, decimals: number): string =>
  asText(new Exact(now).minus(before), decimals)

/** In percent of the last published price's size; null where that is zero. */
export function percentOf(now: string, before: string, decimals = 2): string | null {
  const base = new Exact(before)
  if (base.isZero()) return null
  return asText(new Exact(now).minus(base).dividedBy(base.abs()).times(100), decimals)
}

/** Below zero where `a` is less, above where it is more. */
export const compareDecimals = (a: string, b: string): number => new Exact(a).comparedTo(b)

/** Not rounded: of an even number the mean of the two in the middle. Undefined where there is nothing. */
export function medianOf(values: readonly Exact[]): Exact | undefined {
  const sorted = values.toSorted((a, b) => a.comparedTo(b))
  const [below, above] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return below && above && below.plus(above).dividedBy(2)
}
