// The arithmetic of search marketing: what adds up, and the ratios of sums.
import { Decimal } from 'decimal.js'
import type { SearchFigures } from '../../../contract/operations/search-marketing.ts'

/** What adds up. `weighted` is the sum of position times shows, over `placed` shows whose position is known. */
export type Sums = {
  shows: number
  clicks: number
  cost: string
  weighted: string
  placed: number
  reported: number
  leads: number
  trials: number
  formals: number
  granted: number
}

const nothing: Sums = {
  ...{ shows: 0, clicks: 0, cost: '0', weighted: '0', placed: 0, reported: 0 },
  ...{ leads: 0, trials: 0, formals: 0, granted: 0 },
}

export function addUp(parts: readonly Sums[]): Sums {
  const all = { ...nothing }
  let [cost, weighted] = [new Decimal(0), new Decimal(0)]
  for (const part of parts) {
    for (const key of ['shows', 'clicks', 'placed', 'reported', 'leads', 'trials', 'formals', 'granted'] as const) {
      all[key] += part[key]
    }
    cost = cost.plus(part.cost)
    weighted = weighted.plus(part.weighted)
  }
  return { ...all, cost: cost.toFixed(), weighted: weighted.toFixed() }
}

/** Two decimals, half up as on an invoice; null where the divisor is zero. */
const ratio = (dividend: string | number, divisor: number, times = 1): string | null =>
  divisor === 0 ? null : new Decimal(dividend).times(times).div(divisor).toFixed(2, Decimal.ROUND_HALF_UP)

/** What a registration costs is unknown, rather than nothing, where no data say what was spent. */
const each = (cost: string, count: number) => (new Decimal(cost).isZero() ? null : ratio(cost, count))

export function figuresOf({ weighted, placed, ...sums }: Sums): SearchFigures {
  const { shows, clicks, cost, leads, granted } = sums
  return {
    ...sums,
    cost: new Decimal(cost).toFixed(2),
    position: ratio(weighted, placed),
    clickRate: ratio(clicks, shows, 100),
    costPerClick: ratio(cost, clicks),
    costPerLead: each(cost, leads),
    costPerGranted: each(cost, granted),
  }
}
