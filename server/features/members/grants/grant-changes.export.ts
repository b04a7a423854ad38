// The ledgers of grants into spreadsheets: what each list finds, in the same scope.

import {
  exportGrantActs,
  type GrantActKey,
  type GrantActRow,
  type GrantChangeKey,
  type GrantChangeRow,
  grantLedger,
  type PartnerChangeKey,
  type PartnerLedger,
  partnerLedgers,
} from '../../../../contract/members/grant-changes.ts'
import {
  type GrantState,
  grantActionLabels,
  grantKindLabels,
  grantViaLabels,
} from '../../../../contract/members/members.ts'
import { subProductOf } from '../../../../contract/sub-products.ts'
import { scopeValues } from '../../../core/access/scope.ts'
import { declareExport, type ExportedColumn } from '../../../core/sheets/exports.ts'
import { minute } from '../../../core/sheets/sheet-cells.ts'
import { listGrantActs, listGrantChanges, partnerLists } from './grant-changes.queries.ts'

function said(state: GrantState | null): string {
  if (!state) return ''
  const { kind, startsOn, endsOn, quota } = state
  return `${grantKindLabels[kind]} ${startsOn} 至 ${endsOn}${quota === null ? '' : `，每日 ${quota}`}`
}

const columns: Record<PartnerChangeKey, ExportedColumn<GrantChangeRow>> = {
  at: { width: 18, cell: ({ at }) => minute(at) },
  loginName: { width: 18, cell: ({ loginName }) => loginName },
  realName: { width: 14, cell: ({ realName }) => realName },
  enterpriseName: { width: 28, cell: ({ enterpriseName }) => enterpriseName },
  partnerName: { width: 20, cell: ({ partnerName }) => partnerName },
  productName: { width: 20, cell: ({ productName }) => productName || '整个子产品' },
  action: { width: 8, cell: ({ action }) => grantActionLabels[action] },
  before: { width: 34, cell: ({ before }) => said(before) },
  after: { width: 34, cell: ({ after }) => said(after) },
  via: { width: 12, cell: ({ via }) => grantViaLabels[via] },
  reason: { width: 30, cell: ({ reason }) => reason },
  actorName: { width: 14, cell: ({ actorName }) => actorName },
}

const scope = scopeValues

const partnerExport = (page: PartnerLedger) =>
  declareExport<PartnerChangeKey, GrantChangeRow>(partnerLedgers[page].exported, {
    ...{ target: page, list: partnerLists[page], columns, scope },
  })

export const grantExports = [
  declareExport<GrantChangeKey, GrantChangeRow>(grantLedger.exported, {
    ...{ target: 'grantChange', list: listGrantChanges, columns, scope },
  }),
  partnerExport('grantChangeBigData'),
  partnerExport('grantChangeOfficialWebsite'),
  declareExport<GrantActKey, GrantActRow>(exportGrantActs, {
    target: 'grantAct',
    list: listGrantActs,
    scope,
    columns: {
      at: { width: 18, cell: ({ at }) => minute(at) },
      actorName: { width: 14, cell: ({ actorName }) => actorName },
      via: { width: 12, cell: ({ via }) => grantViaLabels[via] },
      subProducts: {
        width: 28,
        cell: ({ subProducts }) => subProducts.map((key) => subProductOf(key).title).join('、'),
      },
      accounts: { width: 10, isNumber: true, cell: ({ accounts }) => accounts },
      changes: { width: 10, isNumber: true, cell: ({ changes }) => changes },
      reason: { width: 40, cell: ({ reason }) => reason },
    },
  }),
]
