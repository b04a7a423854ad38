// Signals into a spreadsheet: what the board finds, in the person's scope.

import {
  exportSignals,
  type SignalExportKey,
  type SignalRow,
  signalStateLabels,
} from '../../../../contract/members/account-signals.ts'
import { signalLabels } from '../../../../contract/members/members.ts'
import { subProductOf } from '../../../../contract/sub-products.ts'
import { scopeValues } from '../../../core/access/scope.ts'
import { declareExport } from '../../../core/sheets/exports.ts'
import { minute } from '../../../core/sheets/sheet-cells.ts'
import { listSignals } from './account-signals.queries.ts'

export const signalsExport = declareExport<SignalExportKey, SignalRow>(exportSignals, {
  target: 'accountSignal',
  list: listSignals,
  scope: scopeValues,
  columns: {
    loginName: { width: 18, cell: ({ loginName }) => loginName },
    realName: { width: 14, cell: ({ realName }) => realName },
    enterprise: { width: 30, cell: ({ enterprise }) => enterprise },
    ownerName: { width: 14, cell: ({ ownerName }) => ownerName },
    subProduct: { width: 14, cell: ({ subProduct }) => subProductOf(subProduct).title },
    kind: { width: 12, cell: ({ kind }) => signalLabels[kind] },
    count: { width: 8, isNumber: true, cell: ({ count }) => count },
    samples: { width: 60, cell: ({ samples }) => samples.join('、') },
    fromAt: { width: 18, cell: ({ fromAt }) => minute(fromAt) },
    toAt: { width: 18, cell: ({ toAt }) => minute(toAt) },
    foundAt: { width: 18, cell: ({ foundAt }) => minute(foundAt) },
    state: { width: 8, cell: ({ state }) => signalStateLabels[state] },
    handledByName: { width: 14, cell: ({ handledByName }) => handledByName },
    handledAt: { width: 18, cell: ({ handledAt }) => minute(handledAt) },
    remark: { width: 40, cell: ({ remark }) => remark },
  },
})
