// Which days there are of an account, and where its reports contradict each other.
import { Decimal } from 'decimal.js'
import { addDays, eachDay } from '#contract/days.ts'
import type { SemDayState } from '#contract/operations/search-accounts.ts'
import { OVERSPEND_GRAIN, sliceLabel, WORD_GRAIN } from '#contract/operations/search-slices.ts'
import { pickOf, presentOf } from './search-choice.rules.ts'

export type StoredSlice = {
  accountId: string
  day: string
  grain: number
  shows: number
  clicks: number
  cost: string
  settledAt: string | null
}

type Span = { from: string; to: string; today: string; settlingDays: number; firstDay: string | null }

/** Days from the account's first one on, until yesterday. */
export function daysOf(slices: readonly StoredSlice[], { from, to, today, settlingDays, firstDay }: Span) {
  const yesterday = addDays(today, -1)
  const [start, end] = [firstDay && firstDay > from ? firstDay : from, to > yesterday ? yesterday : to]
  if (firstDay === null || start > end) return []
  const grains = Map.groupBy(
    slices.filter(({ grain }) => grain < WORD_GRAIN && grain !== OVERSPEND_GRAIN),
    ({ day }) => day,
  )
  const settled = addDays(today, -settlingDays)
  const stateOf = (day: string): SemDayState => {
    const own = grains.get(day)
    if (!own) return 'missing'
    if (presentOf(own).size === 0) return 'half'
    if (day > settled) return 'unsettled'
    return presentOf(own.filter(({ settledAt }) => settledAt !== null)).size === 0 ? 'outdated' : 'there'
  }
  return eachDay(start, end).map((day) => ({ day, state: stateOf(day) }))
}

type Summed = { pick: number; shows: number; clicks: number; cost: Decimal }

/** Of each account and day, finer reports that hold more than a coarser one. */
export function mismatchesOf(slices: readonly StoredSlice[]) {
  const found: {
    accountId: string
    day: string
    coarse: string
    coarseCost: string
    fine: string
    fineCost: string
  }[] = []
  for (const some of Map.groupBy(slices, ({ accountId, day }) => `${accountId}/${day}`).values()) {
    const [first] = some
    const picks =
      first && presentOf(some.filter(({ grain }) => grain < WORD_GRAIN)).get(`${first.accountId}/${first.day}`)
    if (!first || !picks) continue
    const sums = picks.map((pick): Summed => {
      const own = some.filter(({ grain }) => pickOf(grain) === pick)
      return {
        pick,
        shows: own.reduce((sum, { shows }) => sum + shows, 0),
        clicks: own.reduce((sum, { clicks }) => sum + clicks, 0),
        cost: own.reduce((sum, { cost }) => sum.plus(cost), new Decimal(0)),
      }
    })
    const [coarse, ...finer] = sums
    if (!coarse) continue
    for (const fine of finer) {
      if (!fine.cost.gt(coarse.cost) && fine.clicks <= coarse.clicks && fine.shows <= coarse.shows) continue
      found.push({
        accountId: first.accountId,
        day: first.day,
        coarse: sliceLabel(coarse.pick),
        coarseCost: coarse.cost.toFixed(2),
        fine: sliceLabel(fine.pick),
        fineCost: fine.cost.toFixed(2),
      })
    }
  }
  return found
}
