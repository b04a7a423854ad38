// Export of subordinates.
import { can } from '#contract/access.ts'
import { exportCall } from '#contract/exports.ts'
import { SubordinateQuery } from './staff-links.ts'

/** All subordinates of one person, of one kind. */
export const exportSubordinates = exportCall(
  '下属账号',
  '/api/backend/organisation/subordinate/export',
  can('userSubsidiaryAccount', 'exportBtn'),
  {
    query: SubordinateQuery,
    columns: [
      { key: 'depth', header: '层级', width: 8, as: 'number' },
      { key: 'realName', header: '姓名', width: 14 },
      { key: 'userName', header: '用户名', width: 18 },
      { key: 'deptName', header: '部门', width: 18 },
      { key: 'roleName', header: '角色', width: 16 },
      { key: 'status', header: '状态', width: 8 },
      { key: 'parentName', header: '上级', width: 14 },
    ],
  },
)
