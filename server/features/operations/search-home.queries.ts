// Figures of search marketing for the home page, each with its first accounts.
import { addDays } from '#contract/days.ts'
import { type DayFigure, FIGURE_ROWS } from '#contract/home/figures.ts'
import { searchSourceLabels } from '#contract/operations/search-labels.ts'
import { SEARCH_USUAL_DAYS } from '#contract/operations/search-marketing.ts'
import type { Db } from '#server/db/connection.ts'
import { monthsOf, stripOf } from './slices/search-strip.queries.ts'

type Counted = Pick<DayFigure, 'count' | 'since' | 'rows'>

/** Enabled accounts that have spent more than the month's budget. */
export async function budgetsOver(db: Db, day: string): Promise<Counted> {
  const over = (await monthsOf(db, day)).filter(
    ({ isEnabled, spent, monthlyBudget }) =>
      isEnabled && monthlyBudget !== null && Number(spent) > Number(monthlyBudget),
  )
  const rows = over.slice(0, FIGURE_ROWS).map(({ id, source, name, spent, monthlyBudget }) => ({
    id,
    title: `${searchSourceLabels[source]} ${name}`,
    since: null,
    query: `accountId=${id}`,
    note: `本月已消费 ${spent}，预算 ${monthlyBudget}`,
  }))
  return { count: over.length, since: null, rows }
}

/** Accounts with a day before `day` whose sheet is missing or not whole. */
export async function sheetsMissing(db: Db, day: string): Promise<Counted> {
  const [from, to] = [addDays(day, -SEARCH_USUAL_DAYS), addDays(day, -1)]
  const { accounts } = await stripOf(db, { from, to, today: day })
  const gaps = accounts.flatMap(({ id, source, name, days }) => {
    const missing = days.filter(({ state }) => state === 'missing' || state === 'half').map((each) => each.day)
    return missing.length > 0 ? [{ id, source, name, missing }] : []
  })
  const rows = gaps.slice(0, FIGURE_ROWS).map(({ id, source, name, missing }) => ({
    id,
    title: `${searchSourceLabels[source]} ${name}`,
    since: null,
    note: `近 ${SEARCH_USUAL_DAYS} 天缺 ${missing.length} 天`,
    query: `accountId=${id}&days=${missing[0]}~${missing.at(-1)}`,
  }))
  return { count: gaps.length, since: null, rows }
}
