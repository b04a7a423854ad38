// The contact ranking over HTTP.
import { dayOf } from '#contract/days.ts'
import {
  exportContactRanking,
  getRankedPerson,
  queryContactRanking,
  RANKING_DAYS,
  type RankingQuery,
} from '#contract/service/contact-ranking.ts'
import { type ScopeValues, scopeValues } from '#server/core/access/scope.ts'
import { checkFields, orNotFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import type { Db } from '#server/db/connection.ts'
import { checkDays } from '#server/features/prices/days.rules.ts'
import { eachRanked, isTeam, listRanking, rankedPerson } from './contact-ranking.queries.ts'

type Days = { from: string; to: string }

/** Fills in the days: without a first one the month of the last one, without a last one until today. */
function withDays<Q extends { from?: string; to?: string }>(query: Q, now = Date.now()): Q & Days {
  const to = query.to ?? dayOf(now)
  const days = { from: query.from ?? `${to.slice(0, 'YYYY-MM'.length)}-01`, to }
  checkDays(days, RANKING_DAYS)
  return { ...query, ...days }
}

async function checked(db: Db, query: RankingQuery): Promise<RankingQuery & Days> {
  const isKnown = query.deptId === undefined || (await isTeam(db, query.deptId))
  checkFields({ deptId: isKnown ? null : '团队不存在，请重新选择' })
  return withDays(query)
}

export const routes = [
  serve(queryContactRanking, async ({ body, actor, db }) =>
    listRanking(db, await checked(db, body), scopeValues(actor)),
  ),

  serve(getRankedPerson, async ({ body, actor, db }) => orNotFound(await rankedPerson(db, actor, withDays(body)))),
]

export const rankingExport = declareExport(exportContactRanking, {
  target: 'contactRanking',
  list: {
    each: async function* (db: Db, query: RankingQuery, scope: ScopeValues, limit: number) {
      yield* eachRanked(db, await checked(db, query), scope, limit)
    },
  },
  scope: scopeValues,
})
