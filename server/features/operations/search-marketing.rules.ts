// The arithmetic of search marketing: what adds up, and the ratios of sums.
import { Decimal } from 'decimal.js'
import { LEAD_UNITS } from '#contract/operations/attribution.ts'
import type { SearchFigures } from '#contract/operations/search-marketing.ts'

/** What adds up. `weighted` is the sum of position times shows, over `placed` shows whose position is known. */
export type Sums = {
  shows: number
  clicks: number
  cost: string
  /** In cash: cost times the account's factor of its day. */
  paid: string
  weighted: string
  placed: number
  reported: number
  /** In units of `LEAD_UNITS`, as what came of them. */
  leads: number
  trials: number
  formals: number
  granted: number
  /** Of orders, in units as well. */
  amounts: string
}

const nothing: Sums = {
  shows: 0,
  clicks: 0,
  cost: '0',
  paid: '0',
  weighted: '0',
  placed: 0,
  reported: 0,
  leads: 0,
  trials: 0,
  formals: 0,
  granted: 0,
  amounts: '0',
}

export function addUp(parts: readonly Sums[]): Sums {
  const all = { ...nothing }
  let [cost, paid, weighted, amounts] = [new Decimal(0), new Decimal(0), new Decimal(0), new Decimal(0)]
  for (const part of parts) {
    for (const key of ['shows', 'clicks', 'placed', 'reported', 'leads', 'trials', 'formals', 'granted'] as const) {
      all[key] += part[key]
    }
    cost = cost.plus(part.cost)
    paid = paid.plus(part.paid)
    weighted = weighted.plus(part.weighted)
    amounts = amounts.plus(part.amounts)
  }
  return {
    ...all,
    cost: cost.toFixed(),
    paid: paid.toFixed(),
    weighted: weighted.toFixed(),
    amounts: amounts.toFixed(),
  }
}

/** Two decimals, half up as on an invoice; null where the divisor is zero. */
const ratio = (dividend: string | number, divisor: number, times = 1): string | null =>
  divisor === 0 ? null : new Decimal(dividend).times(times).div(divisor).toFixed(2, Decimal.ROUND_HALF_UP)

/** What a registration costs is unknown, rather than nothing, where no data say what was spent. */
const each = (cost: string, count: number) => (new Decimal(cost).isZero() ? null : ratio(cost, count))

const eachLead = (cost: string, units: number) => each(new Decimal(cost).times(LEAD_UNITS).toFixed(), units)

/** Leads and what came of them, from their units. */
export function wholes({ leads, trials, formals, granted }: Pick<Sums, 'leads' | 'trials' | 'formals' | 'granted'>) {
  return {
    leads: leads / LEAD_UNITS,
    trials: trials / LEAD_UNITS,
    formals: formals / LEAD_UNITS,
    granted: granted / LEAD_UNITS,
  }
}

/** What orders of leads were worth, by their shares. */
export const amountOf = (amounts: string): string =>
  new Decimal(amounts).div(LEAD_UNITS).toFixed(2, Decimal.ROUND_HALF_UP)

export function figuresOf({ weighted, placed, amounts, ...sums }: Sums): SearchFigures {
  const { shows, clicks, cost, paid, leads, trials, formals, granted } = sums
  return {
    ...sums,
    ...wholes(sums),
    cost: new Decimal(cost).toFixed(2),
    paid: new Decimal(paid).toFixed(2),
    position: ratio(weighted, placed),
    clickRate: ratio(clicks, shows, 100),
    costPerClick: ratio(cost, clicks),
    costPerLead: eachLead(cost, leads),
    amount: amountOf(amounts),
    costPerTrial: eachLead(cost, trials),
    costPerFormal: eachLead(cost, formals),
    costPerGranted: eachLead(cost, granted),
    roi: new Decimal(cost).isZero()
      ? null
      : new Decimal(amounts).div(LEAD_UNITS).div(cost).toFixed(2, Decimal.ROUND_HALF_UP),
  }
}
