// Accounts and sub-accounts into spreadsheets: what their lists find.

import {
  type AccountExportKey,
  exportAccounts,
  exportSubAccounts,
  type SubAccountExportKey,
} from '../../../../contract/members/account-sheets.ts'
import type { AccountRow } from '../../../../contract/members/accounts.ts'
import {
  type AccountModule,
  accountModules,
  accountStateLabels,
  grantKindLabels,
  memberSourceLabels,
  validityLabels,
} from '../../../../contract/members/members.ts'
import { scopeValues } from '../../../core/access/scope.ts'
import { declareExport, type ExportedColumn } from '../../../core/sheets/exports.ts'
import { minute } from '../../../core/sheets/sheet-cells.ts'
import { listAccounts } from './accounts.queries.ts'
import { listSubs } from './sub-accounts.queries.ts'

const modulesOf = (modules: readonly string[]) =>
  modules.map((each) => accountModules[each as AccountModule] ?? each).join('、')

const columns: Record<AccountExportKey, ExportedColumn<AccountRow>> = {
  loginName: { width: 18, cell: ({ loginName }) => loginName },
  realName: { width: 14, cell: ({ realName }) => realName },
  enterpriseName: { width: 32, cell: ({ enterpriseName }) => enterpriseName },
  mobile: { width: 16, cell: ({ mobile }) => mobile },
  email: { width: 26, cell: ({ email }) => email },
  ownerName: { width: 12, cell: ({ ownerName }) => ownerName },
  mainName: { width: 18, cell: ({ mainName }) => mainName },
  kind: { width: 10, cell: ({ kind }) => (kind ? grantKindLabels[kind] : '') },
  validity: { width: 10, cell: ({ validity }) => validityLabels[validity] },
  startsOn: { width: 12, cell: ({ startsOn }) => startsOn },
  endsOn: { width: 12, cell: ({ endsOn }) => endsOn },
  next: {
    width: 30,
    cell: ({ next }) => (next ? `${grantKindLabels[next.kind]} ${next.startsOn} 至 ${next.endsOn}` : ''),
  },
  grants: { width: 10, isNumber: true, cell: ({ grants }) => grants },
  modules: { width: 30, cell: ({ modules }) => modulesOf(modules) },
  subUsed: { width: 10, isNumber: true, cell: ({ subUsed }) => subUsed },
  subQuota: { width: 12, isNumber: true, cell: ({ subQuota }) => subQuota },
  status: { width: 8, cell: ({ status }) => accountStateLabels[status] },
  locked: { width: 8, cell: ({ locked }) => (locked ? '已锁定' : '') },
  source: { width: 10, cell: ({ source }) => memberSourceLabels[source] },
  lastSeenAt: { width: 18, cell: ({ lastSeenAt }) => minute(lastSeenAt) },
  openedAt: { width: 18, cell: ({ openedAt }) => minute(openedAt) },
  remark: { width: 30, cell: ({ remark }) => remark },
}

export const accountsExport = declareExport<AccountExportKey, AccountRow>(exportAccounts, {
  target: 'account',
  list: listAccounts,
  scope: scopeValues,
  columns,
})

export const subAccountsExport = declareExport<SubAccountExportKey, AccountRow>(exportSubAccounts, {
  target: 'subAccount',
  list: listSubs,
  scope: scopeValues,
  columns,
})
