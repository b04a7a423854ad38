// The audit log and the errors of browsers into spreadsheets.

import { actLabel, fieldLabel, objectLabel } from '../../../contract/system/audit-labels.ts'
import type { AuditDetail, AuditQuery } from '../../../contract/system/audit-log.ts'
import { valueLabel } from '../../../contract/system/audit-values.ts'
import { type ClientLogDetail, clientErrorLabels } from '../../../contract/system/client-log.ts'
import {
  type AuditExportKey,
  type ClientLogExportKey,
  exportAudit,
  exportClientLog,
} from '../../../contract/system/log-sheets.ts'
import type { Values } from '../../core/lists/statements.ts'
import { declareExport } from '../../core/sheets/exports.ts'
import { minute } from '../../core/sheets/sheet-cells.ts'
import type { Db } from '../../db/connection.ts'
import { listAudit } from './audit-log.queries.ts'
import { withNames } from './audit-names.ts'
import { listClientErrors } from './client-log.queries.ts'

/** `手机号码：138… → 139…`, a line for each field. */
function changesText({ changes, targetType }: AuditDetail): string {
  const say = (value: string | null, field: string) =>
    value === null ? '无' : valueLabel(value, { field, targetType })
  return changes
    .map((each) => `${fieldLabel(each.field)}：${say(each.before, each.field)} → ${say(each.after, each.field)}`)
    .join('\n')
}

async function* auditWithNames(db: Db, query: AuditQuery, scope: Values, limit: number) {
  for await (const rows of listAudit.each(db, query, scope, limit)) yield await withNames(db, rows)
}

export const auditExport = declareExport<AuditExportKey, AuditDetail>(exportAudit, {
  target: 'auditLog',
  list: { each: auditWithNames },
  columns: {
    id: { width: 12, cell: ({ id }) => id },
    at: { width: 18, cell: ({ at }) => minute(at) },
    actorName: { width: 14, cell: ({ actorName }) => actorName || '未登录' },
    action: { width: 24, cell: ({ action }) => actLabel(action) },
    targetId: { width: 20, cell: objectLabel },
    changes: { width: 60, cell: changesText },
    address: { width: 18, cell: ({ address }) => address },
    requestId: { width: 30, cell: ({ requestId }) => requestId },
  },
})

export const clientLogExport = declareExport<ClientLogExportKey, ClientLogDetail>(exportClientLog, {
  target: 'clientLog',
  list: listClientErrors,
  columns: {
    receivedAt: { width: 18, cell: ({ receivedAt }) => minute(receivedAt) },
    type: { width: 12, cell: ({ type }) => clientErrorLabels[type] },
    message: { width: 60, cell: ({ message }) => message },
    count: { width: 8, isNumber: true, cell: ({ count }) => count },
    userName: { width: 16, cell: ({ userName }) => userName ?? '未登录' },
    url: { width: 40, cell: ({ url }) => url },
    info: { width: 40, cell: ({ info }) => info },
    stack: { width: 60, cell: ({ stack }) => stack },
    address: { width: 18, cell: ({ address }) => address },
    userAgent: { width: 40, cell: ({ userAgent }) => userAgent },
  },
})
