// Staff accounts into a spreadsheet: what the list finds.

import { exportUsers, type UserExportKey } from '../../../../contract/organisation/user-sheets.ts'
import type { UserRow } from '../../../../contract/organisation/users.ts'
import { declareExport } from '../../../core/sheets/exports.ts'
import { minute } from '../../../core/sheets/sheet-cells.ts'
import { listUsers } from './users.queries.ts'

export const usersExport = declareExport<UserExportKey, UserRow>(exportUsers, {
  target: 'user',
  list: listUsers,
  columns: {
    userName: { width: 18, cell: ({ userName }) => userName },
    realName: { width: 14, cell: ({ realName }) => realName },
    mobile: { width: 16, cell: ({ mobile }) => mobile },
    email: { width: 26, cell: ({ email }) => email },
    deptName: { width: 18, cell: ({ deptName }) => deptName },
    roleName: { width: 16, cell: ({ roleName }) => roleName },
    status: { width: 8, cell: ({ status }) => (status === 'enabled' ? '启用' : '已禁用') },
    locked: { width: 8, cell: ({ locked }) => (locked ? '已锁定' : '') },
    expiresAt: { width: 12, cell: ({ expiresAt }) => expiresAt },
    lastSignInAt: { width: 18, cell: ({ lastSignInAt }) => minute(lastSignInAt) },
    createdAt: { width: 18, cell: ({ createdAt }) => minute(createdAt) },
    remark: { width: 30, cell: ({ remark }) => remark },
  },
})
