// Exports of monitoring.
import { dueKindLabels, recurrenceLabels } from '#contract/monitoring/monitoring-labels.ts'
import { exportReliability, type ReliabilityQuery } from '#contract/monitoring/reliability.ts'
import { exportRules, type RuleRow } from '#contract/monitoring/rules.ts'
import type { Viewer } from '#server/core/access/scope.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import type { Db } from '#server/db/connection.ts'
import { reliabilityOf } from './reliability.queries.ts'
import { listRules } from './rules.queries.ts'

const frequencyText = (kind: RuleRow['kind'], frequency: RuleRow['frequency']) => {
  if (frequency !== null) return recurrenceLabels[frequency]
  return kind === 'report' ? '按订单的期次' : '按报价项'
}

const each = async function* (db: Db, query: ReliabilityQuery, { viewer }: { viewer: Viewer }) {
  yield await reliabilityOf(db, query, viewer)
}

export const reliabilityExport = declareExport(exportReliability, {
  target: 'reliability',
  list: { each },
  scope: (viewer) => ({ viewer }),
})

export const rulesExport = declareExport(exportRules, {
  target: 'monitoringRule',
  list: listRules,
  cells: {
    kind: ({ kind }) => dueKindLabels[kind],
    frequency: ({ kind, frequency }) => frequencyText(kind, frequency),
    dueTime: ({ dueTime }) => dueTime ?? '按报价项',
    ownerName: ({ ownerName }) => ownerName ?? '按报价项',
    isEnabled: ({ isEnabled }) => (isEnabled ? '启用' : '禁用'),
  },
})
