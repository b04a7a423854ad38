// Sums of a range of days, day by day, and of the days that they are compared with.
import { addDays, addMonths, dayNumber, daysBetween, dayText, eachDay } from '#contract/days.ts'
import type { Comparison } from '#contract/operations/search-marketing.ts'
import type { Executor } from '#server/db/connection.ts'
import type { Terms } from './search-facts.queries.ts'
import { daySums } from './search-marketing.queries.ts'
import { addUp, figuresOf } from './search-marketing.rules.ts'

const YEAR = 12
const WEEK = 7

/** As many days: immediately before, by whole weeks before, or of the same dates a year ago. */
function comparedDays({ from, to }: { from: string; to: string }, by: Comparison): { from: string; to: string } {
  const length = daysBetween(from, to) + 1
  if (by === 'lastYear') {
    const first = dayText(addMonths(dayNumber(from), -YEAR))
    return { from: first, to: addDays(first, length - 1) }
  }
  const back = by === 'weekdays' ? Math.ceil(length / WEEK) * WEEK : length
  return { from: addDays(from, -back), to: addDays(to, -back) }
}

/** Totals, and a row for every day. */
export async function periodOf(db: Executor, terms: Terms) {
  const sums = await daySums(db, terms)
  const of = (day: string) => figuresOf(sums.get(day) ?? addUp([]))
  return {
    total: figuresOf(addUp([...sums.values()])),
    days: eachDay(terms.from, terms.to).map((day) => ({ day, ...of(day) })),
  }
}

export async function overviewOf(db: Executor, terms: Terms, by: Comparison = 'before') {
  const compared = comparedDays(terms, by)
  const [now, earlier] = await Promise.all([periodOf(db, terms), periodOf(db, { ...terms, ...compared })])
  const { from, to } = terms
  return {
    from,
    to,
    total: now.total,
    before: earlier.total,
    beforeFrom: compared.from,
    beforeTo: compared.to,
    days: now.days,
    daysBefore: earlier.days,
  }
}
