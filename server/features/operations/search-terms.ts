// What a query of search marketing asks for, with what it leaves open filled in.
import { addDays, dayOf } from '#contract/days.ts'
import { type Attribution, usualAttribution } from '#contract/operations/attribution.ts'
import { SEARCH_DAYS, SEARCH_USUAL_DAYS, type SearchTerms } from '#contract/operations/search-marketing.ts'
import { checkDays } from '#server/features/prices/days.rules.ts'
import { readRegion } from './imports/search-sheets.rules.ts'
import type { Terms } from './search-facts.queries.ts'

/** Without a last day until yesterday, without a first one the usual number of days. Throws 400 where they are wrong. */
export function daysOf({ from, to }: { from?: string; to?: string }, now = Date.now()): { from: string; to: string } {
  const last = to ?? addDays(dayOf(now), -1)
  const days = { from: from ?? addDays(last, 1 - SEARCH_USUAL_DAYS), to: last }
  checkDays(days, SEARCH_DAYS)
  return days
}

const attributionOf = ({ touch, window, basis }: Pick<SearchTerms, 'touch' | 'window' | 'basis'>): Attribution => ({
  touch: touch ?? usualAttribution.touch,
  window: window ?? usualAttribution.window,
  basis: basis ?? usualAttribution.basis,
})

export const termsOf = ({ from, to, region, ...rest }: SearchTerms): Terms => ({
  ...rest,
  ...(region?.trim() && { region: readRegion(region) }),
  ...attributionOf(rest),
  ...daysOf({ ...(from && { from }), ...(to && { to }) }),
})
