// Sign-ins that failed, and what people opened and did, into spreadsheets.

import { type FailureRow, failureLabels, type VisitRow } from '../../../../contract/organisation/staff-links.ts'
import { actLabel, targetLabel } from '../../../../contract/system/audit-labels.ts'
import {
  exportFailures,
  exportVisits,
  type FailureExportKey,
  type VisitExportKey,
} from '../../../../contract/system/log-sheets.ts'
import { declareExport } from '../../../core/sheets/exports.ts'
import { minute } from '../../../core/sheets/sheet-cells.ts'
import { describeDevice } from '../../identity/user-agent.rules.ts'
import { listFailures } from './login-failures.queries.ts'
import { listVisits } from './visit-log.queries.ts'

export const failuresExport = declareExport<FailureExportKey, Omit<FailureRow, 'device'>>(exportFailures, {
  target: 'loginFail',
  list: listFailures,
  columns: {
    at: { width: 18, cell: ({ at }) => minute(at) },
    userName: { width: 18, cell: ({ userName }) => userName },
    realName: { width: 14, cell: ({ realName }) => realName },
    reason: { width: 20, cell: ({ reason }) => failureLabels[reason] },
    address: { width: 18, cell: ({ address }) => address },
    device: { width: 24, cell: ({ userAgent }) => describeDevice(userAgent) },
    lockedUntil: { width: 18, cell: ({ lockedUntil }) => minute(lockedUntil) },
  },
})

/** `user 7` becomes 员工 7; a page's path stays. */
const targetText = ({ action, target }: VisitRow) => {
  const [type = '', ...id] = target.split(' ')
  return action === 'act' ? [targetLabel(type), ...id].join(' ') : target
}

export const visitsExport = declareExport<VisitExportKey, VisitRow>(exportVisits, {
  target: 'visitLog',
  list: listVisits,
  columns: {
    at: { width: 18, cell: ({ at }) => minute(at) },
    userName: { width: 18, cell: ({ userName }) => userName },
    realName: { width: 14, cell: ({ realName }) => realName },
    action: { width: 12, cell: ({ action }) => (action === 'act' ? '操作' : '打开页面') },
    title: { width: 28, cell: ({ action, title }) => (action === 'act' ? actLabel(title) : title) },
    target: { width: 40, cell: targetText },
    ip: { width: 18, cell: ({ ip }) => ip },
  },
})
