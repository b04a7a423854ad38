// Makes due rows some days ahead, and again when a rule, a calendar or an item changes; past days stay.
import { type SQL, sql } from 'drizzle-orm'
import { addDays, eachDay } from '#contract/days.ts'
import { readCalendars } from '#server/core/calendars.ts'
import type { Tx } from '#server/db/connection.ts'
import {
  lockDues,
  readAccounts,
  readOrders,
  readPeople,
  readQuestions,
  readRules,
  readWatched,
  storeDues,
} from './dues.queries.ts'
import { planDues } from './dues.rules.ts'

/** After a week of downtime each day still has its rows. */
const DAYS_AHEAD = 7

/**
 * @param moment late rows of before it stay with whose they were
 * @returns the number of changed rows
 */
export async function makeDues(tx: Tx, today: string, moment: SQL = sql`now()`): Promise<number> {
  await lockDues(tx)
  const days = eachDay(today, addDays(today, DAYS_AHEAD))
  const known = {
    rules: await readRules(tx),
    watched: await readWatched(tx),
    orders: await readOrders(tx),
    accounts: await readAccounts(tx, today),
    questions: await readQuestions(tx, today),
    calendars: await readCalendars(tx),
    people: await readPeople(tx, today, days.at(-1) ?? today),
  }
  const planned = Map.groupBy(planDues(days, known), ({ day }) => day)
  let changed = 0
  for (const day of days) changed += await storeDues(tx, day, planned.get(day) ?? [], moment)
  return changed
}
