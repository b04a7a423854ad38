// Access statistics into a spreadsheet: the accounts of the person's customers that were used in these days.

import {
  exportVisitors,
  type VisitorExportKey,
  type VisitorQuery,
  type VisitorRow,
} from '../../../../contract/members/account-visits.ts'
import { type ScopeValues, scopeValues } from '../../../core/access/scope.ts'
import { declareExport } from '../../../core/sheets/exports.ts'
import { minute } from '../../../core/sheets/sheet-cells.ts'
import type { Db } from '../../../db/connection.ts'
import { withinDays } from './account-logs.rules.ts'
import { eachVisitor } from './account-visits.queries.ts'

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
