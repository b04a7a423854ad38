// Monitoring out of the console.

import { dueKindLabels, recurrenceLabels, ruleLevelLabels } from '../../../contract/monitoring/monitoring-labels.ts'
import {
  exportReliability,
  type ReliabilityExportKey,
  type ReliabilityQuery,
  type ReliabilityRow,
} from '../../../contract/monitoring/reliability.ts'
import { exportRules, type RuleExportKey, type RuleRow } from '../../../contract/monitoring/rules.ts'
import type { Viewer } from '../../core/access/scope.ts'
import { declareExport } from '../../core/sheets/exports.ts'
import type { Db } from '../../db/connection.ts'
import { reliabilityOf } from './reliability.queries.ts'
import { listRules } from './rules.queries.ts'

const frequencyText = (kind: RuleRow['kind'], frequency: RuleRow['frequency']) => {
  if (frequency !== null) return recurrenceLabels[frequency]
  return kind === 'report' ? '按订单的期次' : '按报价项'
}

const each = async function* (db: Db, query: ReliabilityQuery, { viewer }: { viewer: Viewer }) {
  yield await reliabilityOf(db, query, viewer)
}

export const reliabilityExport = declareExport<ReliabilityExportKey, ReliabilityRow>(exportReliability, {
  target: 'reliability',
  list: { each },
  scope: (viewer) => ({ viewer }),
  columns: {
    name: { width: 24, cell: ({ name }) => name },
    dues: { width: 10, isNumber: true, cell: ({ dues }) => dues },
    done: { width: 10, isNumber: true, cell: ({ done }) => done },
    doneLate: { width: 10, isNumber: true, cell: ({ doneLate }) => doneLate },
    missed: { width: 12, isNumber: true, cell: ({ missed }) => missed },
    excused: { width: 10, isNumber: true, cell: ({ excused }) => excused },
    rate: { width: 12, isNumber: true, cell: ({ rate }) => rate },
    medianLate: { width: 18, isNumber: true, cell: ({ medianLate }) => medianLate },
  },
})

export const rulesExport = declareExport<RuleExportKey, RuleRow>(exportRules, {
  target: 'monitoringRule',
  list: listRules,
  columns: {
    name: { width: 28, cell: ({ name }) => name },
    kind: { width: 12, cell: ({ kind }) => dueKindLabels[kind] },
    level: { width: 10, cell: ({ level }) => ruleLevelLabels[level] },
    targetName: { width: 24, cell: ({ targetName }) => targetName },
    calendarName: { width: 16, cell: ({ calendarName }) => calendarName ?? '' },
    frequency: { width: 12, cell: ({ kind, frequency }) => frequencyText(kind, frequency) },
    dueTime: { width: 12, cell: ({ dueTime }) => dueTime ?? '按报价项' },
    warnMinutes: { width: 14, isNumber: true, cell: ({ warnMinutes }) => warnMinutes },
    graceMinutes: { width: 14, isNumber: true, cell: ({ graceMinutes }) => graceMinutes },
    escalateMinutes: { width: 18, isNumber: true, cell: ({ escalateMinutes }) => escalateMinutes },
    ownerName: { width: 12, cell: ({ ownerName }) => ownerName ?? '按报价项' },
    deputyName: { width: 12, cell: ({ deputyName }) => deputyName ?? '' },
    isEnabled: { width: 8, cell: ({ isEnabled }) => (isEnabled ? '启用' : '禁用') },
    remark: { width: 30, cell: ({ remark }) => remark },
  },
})
