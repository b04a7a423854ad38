// Access statistics over HTTP.
import {
  countVisits,
  exportVisitors,
  getVisitor,
  getVisits,
  queryVisitors,
  type VisitorQuery,
} from '#contract/members/account-visits.ts'
import { type ScopeValues, scopeValues } from '#server/core/access/scope.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import type { Db } from '#server/db/connection.ts'
import { subProductOfAnyAccount } from '../accounts/accounts.queries.ts'
import { daysOf, withinDays } from './account-logs.rules.ts'
import {
  countAccounts,
  countDays,
  countShares,
  eachVisitor,
  isVisible,
  listVisitors,
  visitsOf,
} from './account-visits.queries.ts'

export const routes = [
  serve(getVisits, async ({ body, db, subProduct }) => {
    const period = { ...daysOf(body), subProduct }
    const [days, counted] = await Promise.all([countDays(db, period), countAccounts(db, period)])
    const acts = days.reduce((sum, day) => sum + day.acts, 0)
    return { from: period.from, to: period.to, acts, ...counted, days }
  }),

  serve(countVisits, ({ body, db, subProduct }) => countShares(db, { ...daysOf(body), subProduct })),

  serve(queryVisitors, ({ body, db, actor, subProduct }) =>
    listVisitors(db, { ...withinDays(body), subProduct }, scopeValues(actor)),
  ),

  serve(
    getVisitor,
    async ({ body, db, actor, subProduct }) => {
      const { accountId } = body
      if (!(await isVisible(db, actor, accountId))) throw refuse('notFound')
      return visitsOf(db, { ...daysOf(body), subProduct, accountId })
    },
    { subProductOf: ({ body: { accountId }, db }) => subProductOfAnyAccount(db, accountId) },
  ),
]

export const visitorsExport = declareExport(exportVisitors, {
  target: 'accountVisit',
  list: {
    each: (db: Db, query: VisitorQuery, scope: ScopeValues, limit: number) =>
      eachVisitor(db, withinDays(query), scope, limit),
  },
  scope: scopeValues,
})
