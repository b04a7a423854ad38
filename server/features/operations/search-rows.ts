// A row of search marketing as it is answered.
import type { SearchDimension } from '#contract/operations/search-labels.ts'
import type { SearchRow } from '#contract/operations/search-marketing.ts'
import type { PlacedSums } from './search-marketing.queries.ts'
import { amountOf, figuresOf, type Sums, wholes } from './search-marketing.rules.ts'
import { idOf, namesOf } from './search-pivot.rules.ts'

export function rowOf(by: SearchDimension, placed: PlacedSums): SearchRow {
  const { source, accountId, account, campaign, group, keyword, device, region, hour, subProduct, day, ...sums } =
    placed
  const place = { source, accountId, account, campaign, group, keyword, device, region, hour, subProduct, day }
  return { id: idOf(place), ...namesOf(by, place), ...place, ...figuresOf(sums) }
}

/** What a list's foot says of all its pages. */
export function sumsOf(sums: Sums) {
  const { shows, clicks, reported } = sums
  const counts = { shows, clicks, reported, ...wholes(sums) }
  const texts = Object.fromEntries(Object.entries(counts).map(([key, count]) => [key, String(count)]))
  return {
    ...(texts as Record<keyof typeof counts, string>),
    cost: figuresOf(sums).cost,
    paid: figuresOf(sums).paid,
    amount: amountOf(sums.amounts),
  }
}
