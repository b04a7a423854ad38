// Logs of accounts into a spreadsheet: what the list finds, in the person's scope.
import {
  type AccountLogExportKey,
  type AccountLogQuery,
  type AccountLogRow,
  exportAccountLogs,
} from '../../../../contract/members/account-logs.ts'
import { accountLogLabels } from '../../../../contract/members/members.ts'
import { type ScopeValues, scopeValues } from '../../../core/access/scope.ts'
import { declareExport } from '../../../core/sheets/exports.ts'
import type { Db } from '../../../db/connection.ts'
import { listAccountLogs } from './account-logs.queries.ts'
import { withinDays } from './account-logs.rules.ts'

/** `2026-11-20T17:48:13+08:00` as people read it, to the second. */
const second = (moment: string) => moment.slice(0, 19).replace('T', ' ')

export const accountLogsExport = declareExport<AccountLogExportKey, AccountLogRow>(exportAccountLogs, {
  target: 'accountLog',
  list: {
    each: (db: Db, query: AccountLogQuery, scope: ScopeValues, limit: number) =>
      listAccountLogs.each(db, withinDays(query), scope, limit),
  },
  scope: scopeValues,
  columns: {
    at: { width: 20, cell: ({ at }) => second(at) },
    loginName: { width: 18, cell: ({ loginName }) => loginName },
    realName: { width: 14, cell: ({ realName }) => realName },
    enterprise: { width: 30, cell: ({ enterprise }) => enterprise },
    kind: { width: 10, cell: ({ kind }) => accountLogLabels[kind] },
    module: { width: 18, cell: ({ module }) => module },
    detail: { width: 40, cell: ({ detail }) => detail },
    seconds: { width: 10, isNumber: true, cell: ({ seconds }) => seconds },
    address: { width: 18, cell: ({ address }) => address },
    device: { width: 30, cell: ({ device }) => device },
  },
})
