// Registration statistics over HTTP.
import { addDays, dayOf } from '../../../contract/days.ts'
import { registrationSourceLabels, registrationStateLabels } from '../../../contract/members/members.ts'
import {
  type DetailsQuery,
  exportRegistrationDetails,
  getRegistrationBreakdown,
  getRegistrationFigures,
  getRegistrationHours,
  getRegistrationPeople,
  getRegistrationTrend,
  queryRegistrationDetails,
  STATISTICS_DAYS,
  USUAL_DAYS,
} from '../../../contract/operations/registration-statistics.ts'
import { daysBefore } from '../../../contract/operations/registration-statistics-periods.ts'
import { subProductOf } from '../../../contract/sub-products.ts'
import type { ScopeValues } from '../../core/access/scope.ts'
import { serve } from '../../core/http/serve.ts'
import { declareExport } from '../../core/sheets/exports.ts'
import type { Db } from '../../db/connection.ts'
import { listScope } from '../members/registrations/registration-list.queries.ts'
import { checkDays } from '../prices/days.rules.ts'
import { breakdownOf, figuresOf, hoursOf, peopleOf, trendOf } from './registration-statistics.queries.ts'
import { listDetails } from './registration-statistics-rows.queries.ts'

/** Fills in the days: without a last one until today, without a first one the usual number until then. */
function withDays<Q extends { from?: string; to?: string }>(
  query: Q,
  now = Date.now(),
): Q & { from: string; to: string } {
  const to = query.to ?? dayOf(now)
  const days = { from: query.from ?? addDays(to, 1 - USUAL_DAYS), to }
  checkDays(days, STATISTICS_DAYS)
  return { ...query, ...days }
}

export const routes = [
  serve(getRegistrationFigures, async ({ body, actor, db }) => {
    const filters = withDays(body)
    const { from, to } = filters
    const before = daysBefore({ from, to })
    const [figures, figuresBefore] = await Promise.all([
      figuresOf(db, actor, filters),
      figuresOf(db, actor, { ...filters, ...before }),
    ])
    return { from, to, before, figures, figuresBefore }
  }),

  serve(getRegistrationTrend, ({ body, actor, db }) => trendOf(db, actor, withDays(body))),

  serve(getRegistrationBreakdown, ({ body, actor, db }) => breakdownOf(db, actor, withDays(body))),

  serve(getRegistrationHours, ({ body, actor, db }) => hoursOf(db, actor, withDays(body))),

  serve(getRegistrationPeople, ({ body, actor, db }) => peopleOf(db, actor, withDays(body))),

  serve(queryRegistrationDetails, ({ body, actor, db }) => listDetails(db, withDays(body), listScope(actor))),
]

export const registrationDetailsExport = declareExport(exportRegistrationDetails, {
  target: 'registrationStatistics',
  list: {
    each: async function* (db: Db, query: DetailsQuery, scope: ScopeValues, limit: number) {
      yield* listDetails.each(db, withDays(query), scope, limit)
    },
  },
  scope: listScope,
  cells: {
    subProduct: ({ subProduct }) => subProductOf(subProduct).title,
    source: ({ source }) => registrationSourceLabels[source],
    state: ({ state }) => registrationStateLabels[state],
  },
})
