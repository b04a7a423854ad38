// Sums of a range of days, day by day, and of as many days before.
import { addDays, daysBetween, eachDay } from '../../../contract/days.ts'
import type { Executor } from '../../db/connection.ts'
import { daySums, type Terms } from './search-marketing.queries.ts'
import { addUp, figuresOf } from './search-marketing.rules.ts'

/** As many days, immediately before. */
function before(terms: Terms): Terms {
  const length = daysBetween(terms.from, terms.to) + 1
  return { ...terms, from: addDays(terms.from, -length), to: addDays(terms.from, -1) }
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

export async function overviewOf(db: Executor, terms: Terms) {
  const [now, earlier] = await Promise.all([periodOf(db, terms), periodOf(db, before(terms))])
  const { from, to } = terms
  return { from, to, total: now.total, before: earlier.total, days: now.days, daysBefore: earlier.days }
}
