// Due rows are made some days ahead, and again when a rule, a calendar or an item changes; days that have ended stay.
import { addDays, eachDay } from '../../../contract/days.ts'
import type { Tx } from '../../db/connection.ts'
import { readCalendars } from './calendars.queries.ts'
import { lockDues, readOrders, readPeople, readRules, readWatched, storeDues } from './dues.queries.ts'
import { planDues } from './dues.rules.ts'

/** A process that is down for a week still finds the rows of each day. */
const DAYS_AHEAD = 7

/** @returns how many rows are different now */
export async function makeDues(tx: Tx, today: string): Promise<number> {
  await lockDues(tx)
  const days = eachDay(today, addDays(today, DAYS_AHEAD))
  const known = {
    rules: await readRules(tx),
    watched: await readWatched(tx),
    orders: await readOrders(tx),
    calendars: await readCalendars(tx),
    people: await readPeople(tx, today, days.at(-1) ?? today),
  }
  const planned = Map.groupBy(planDues(days, known), ({ day }) => day)
  let changed = 0
  for (const day of days) changed += await storeDues(tx, day, planned.get(day) ?? [])
  return changed
}
