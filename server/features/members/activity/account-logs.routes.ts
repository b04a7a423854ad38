// Logs of accounts over HTTP: reported by sub-products, read by people in sales scope.

import {
  type AccountLogQuery,
  exportAccountLogs,
  getAccountLog,
  getLoggedAccount,
  queryAccountLogs,
  sendAccountLogs,
} from '#contract/members/account-logs.ts'
import { maskMobile } from '#server/core/access/masks.ts'
import { type ScopeValues, scopeValues } from '#server/core/access/scope.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import type { Db } from '#server/db/connection.ts'
import { subProductOfAnyAccount } from '../accounts/accounts.queries.ts'
import { acceptLogs } from './account-logs.acts.ts'
import { findLog, findNamedAccount, listAccountLogs, listNear, subProductOfLog } from './account-logs.queries.ts'
import { withinDays } from './account-logs.rules.ts'

export const routes = [
  serve(sendAccountLogs, ({ body, core, by, apiKey }) => acceptLogs(core, by, apiKey.id, body.rows)),

  serve(queryAccountLogs, ({ body, db, actor, subProduct }) =>
    listAccountLogs(db, { ...withinDays(body), subProduct }, scopeValues(actor)),
  ),

  serve(
    getAccountLog,
    async ({ body, db, actor }) => {
      const found = orNotFound(await findLog(db, actor, body))
      const { mobile, ownerName, lastSeenAt, ...row } = found
      return { row, mobile: maskMobile(mobile), ownerName, lastSeenAt, near: await listNear(db, row) }
    },
    { subProductOf: ({ body, db }) => subProductOfLog(db, body) },
  ),

  serve(
    getLoggedAccount,
    async ({ body: { accountId }, db, actor }) => orNotFound(await findNamedAccount(db, actor, accountId)),
    { subProductOf: ({ body: { accountId }, db }) => subProductOfAnyAccount(db, accountId) },
  ),
]

/** `2026-11-20T17:48:13+08:00` as people read it, to the second. */
const second = (moment: string) => moment.slice(0, 19).replace('T', ' ')

export const accountLogsExport = declareExport(exportAccountLogs, {
  target: 'accountLog',
  list: {
    each: (db: Db, query: AccountLogQuery, scope: ScopeValues, limit: number) =>
      listAccountLogs.each(db, withinDays(query), scope, limit),
  },
  scope: scopeValues,
  cells: { at: ({ at }) => second(at) },
})
