// Access statistics into a spreadsheet: the accounts of the person's customers that were used in these days.
import {
  exportVisitors,
  type VisitorExportKey,
  type VisitorQuery,
  type VisitorRow,
} from '../../../../contract/members/account-visits.ts'
import { type ScopeValues, scopeValues } from '../../../core/access/scope.ts'
import { declareExport } from '../../../core/sheets/exports.ts'
import type { Db } from '../../../db/connection.ts'
import { withinDays } from './account-logs.rules.ts'
import { eachVisitor } from './account-visits.queries.ts'

/** `2026-11-20T17:48:13+08:00` as people read it. */
const minute = (moment: string) => moment.slice(0, 16).replace('T', ' ')

export const visitorsExport = declareExport<VisitorExportKey, VisitorRow>(exportVisitors, {
  target: 'accountVisit',
  list: {
    each: (db: Db, query: VisitorQuery, scope: ScopeValues, limit: number) =>
      eachVisitor(db, withinDays(query), scope, limit),
  },
  scope: scopeValues,
  columns: {
    loginName: { width: 18, cell: ({ loginName }) => loginName },
    realName: { width: 14, cell: ({ realName }) => realName },
    enterprise: { width: 30, cell: ({ enterprise }) => enterprise },
    acts: { width: 10, isNumber: true, cell: ({ acts }) => acts },
    days: { width: 10, isNumber: true, cell: ({ days }) => days },
    seconds: { width: 10, isNumber: true, cell: ({ seconds }) => seconds },
    lastAt: { width: 18, cell: ({ lastAt }) => minute(lastAt) },
  },
})
