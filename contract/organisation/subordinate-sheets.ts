// Export of subordinates.
import { can } from '#contract/access.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { SubordinateQuery } from './staff-links.ts'
import { queryUserList } from './users.ts'

/** All subordinates of one person, of one kind. */
export const exportSubordinates = exportCall(
  '下属账号',
  '/api/backend/organisation/subordinate/export',
  can('userSubsidiaryAccount', 'exportBtn'),
  {
    query: SubordinateQuery,
    columns: sheetOf(queryUserList, [
      { key: 'depth', header: '层级', width: 8, as: 'number' },
      'realName',
      'userName',
      'deptName',
      'roleName',
      'status',
      { key: 'parentName', header: '上级', width: 14 },
    ]),
  },
)
