// Export of the audit log and of browser errors.
import { actLabel, actorLabel, fieldLabel, objectLabel } from '#contract/system/audit-labels.ts'
import type { AuditDetail, AuditQuery } from '#contract/system/audit-log.ts'
import { valueLabel } from '#contract/system/audit-values.ts'
import { exportAudit, exportClientLog } from '#contract/system/log-sheets.ts'
import type { Values } from '#server/core/lists/statements.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import type { Db } from '#server/db/connection.ts'
import { listAudit } from './audit-log.queries.ts'
import { withNames } from './audit-names.ts'
import { listClientErrors } from './client-log.queries.ts'

/** `手机号码：138… → 139…`, a line for each field. */
function changesText({ changes, targetType }: AuditDetail): string {
  const say = (value: string | null, field: string) =>
    value === null ? '无' : valueLabel(value, { field, targetType })
  return changes
    .map(
      (each) =>
        `${fieldLabel(each.field, targetType)}：${say(each.before, each.field)} → ${say(each.after, each.field)}`,
    )
    .join('\n')
}

async function* auditWithNames(db: Db, query: AuditQuery, scope: Values, limit: number) {
  for await (const rows of listAudit.each(db, query, scope, limit)) yield await withNames(db, rows)
}

export const auditExport = declareExport(exportAudit, {
  target: 'auditLog',
  list: { each: auditWithNames },
  cells: {
    actorName: actorLabel,
    action: ({ action }) => actLabel(action),
    targetId: objectLabel,
    changes: changesText,
  },
})

export const clientLogExport = declareExport(exportClientLog, {
  target: 'clientLog',
  list: listClientErrors,
  cells: { userName: ({ userName }) => userName ?? '未登录' },
})
