// Days of accounts that are there or missing, and months against their budgets.
import { Decimal } from 'decimal.js'
import { addDays } from '#contract/days.ts'
import { usualAttribution } from '#contract/operations/attribution.ts'
import type { SemAccount, SemStrip } from '#contract/operations/search-accounts.ts'
import type { Executor } from '#server/db/connection.ts'
import {
  accountRows,
  firstDays,
  knownAccounts,
  storedDays,
} from '#server/features/operations/search-accounts.queries.ts'
import { listSums } from '#server/features/operations/search-marketing.queries.ts'
import { daysOf, mismatchesOf } from './search-strip.rules.ts'

const MISMATCHES_MAX = 200

export async function stripOf(
  db: Executor,
  { from, to, today }: { from: string; to: string; today: string },
): Promise<SemStrip> {
  const [accounts, slices, first] = await Promise.all([knownAccounts(db), storedDays(db, { from, to }), firstDays(db)])
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  const own = Map.groupBy(slices, ({ accountId }) => accountId)
  return {
    accounts: accounts
      .filter(({ isEnabled }) => isEnabled)
      .map(({ id, source, name, settlingDays }) => {
        const span = { from, to, today, settlingDays, firstDay: first.get(id) ?? null }
        const days = daysOf(own.get(id) ?? [], span)
        const present = days.filter(({ state }) => state !== 'missing' && state !== 'half').length
        return { id, source, name, days, present, expected: days.length }
      }),
    mismatches: mismatchesOf(slices)
      .slice(0, MISMATCHES_MAX)
      .map(({ accountId, ...mismatch }) => ({ account: names.get(accountId) ?? '', ...mismatch })),
  }
}

/** The budget's part until yesterday. */
function expectedOf(budget: string | null, today: string): string | null {
  if (budget === null) return null
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return new Decimal(budget)
    .times(day - 1)
    .div(days)
    .toFixed(2)
}

/** Accounts with what this month has cost until yesterday. */
export async function monthsOf(db: Executor, today: string): Promise<SemAccount[]> {
  const month = { from: `${today.slice(0, 7)}-01`, to: addDays(today, -1), currency: null, ...usualAttribution }
  const order = { sort: 'cost', isDescending: true, limit: 10_000, offset: 0 }
  const [rows, sums] = await Promise.all([
    accountRows(db),
    month.from > month.to ? { rows: [] } : listSums(db, month, 'account', order),
  ])
  const spent = new Map(sums.rows.map(({ accountId, cost }) => [accountId, cost]))
  return rows.map((row) => ({
    ...row,
    spent: new Decimal(spent.get(row.id) ?? 0).toFixed(2),
    expected: expectedOf(row.monthlyBudget, today),
  }))
}
