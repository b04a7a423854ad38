// Logs of accounts over HTTP: reported by sub-products, read by people in sales scope.
import {
  getAccountLog,
  getLoggedAccount,
  queryAccountLogs,
  sendAccountLogs,
} from '../../../../contract/members/account-logs.ts'
import { scopeValues } from '../../../core/access/scope.ts'
import { refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import { maskMobile } from '../registrations/registrations.rules.ts'
import { takeLogs } from './account-logs.acts.ts'
import {
  findLog,
  findNamedAccount,
  listAccountLogs,
  listNear,
  subProductOfAccount,
  subProductOfLog,
} from './account-logs.queries.ts'
import { withinDays } from './account-logs.rules.ts'

export const routes = [
  serve(sendAccountLogs, ({ body, core, by, apiKey }) => takeLogs(core, by, apiKey.id, body.rows)),

  serve(queryAccountLogs, ({ body, db, actor, subProduct }) =>
    listAccountLogs(db, { ...withinDays(body), subProduct }, scopeValues(actor)),
  ),

  serve(
    getAccountLog,
    async ({ body, db, actor }) => {
      const found = await findLog(db, actor, body)
      if (!found) throw refuse('notFound')
      const { mobile, ownerName, lastSeenAt, ...row } = found
      return { row, mobile: maskMobile(mobile), ownerName, lastSeenAt, near: await listNear(db, row) }
    },
    { subProductOf: ({ body, db }) => subProductOfLog(db, body) },
  ),

  serve(
    getLoggedAccount,
    async ({ body: { accountId }, db, actor }) => {
      const found = await findNamedAccount(db, actor, accountId)
      if (!found) throw refuse('notFound')
      return found
    },
    { subProductOf: ({ body: { accountId }, db }) => subProductOfAccount(db, accountId) },
  ),
]
