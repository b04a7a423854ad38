// Subordinates into a spreadsheet.
import { can } from '../access.ts'
import { exportCall } from '../sheets.ts'
import { SubordinateQuery } from './staff-links.ts'

const exportedSubordinates = [
  { key: 'depth', header: '层级' },
  { key: 'realName', header: '姓名' },
  { key: 'userName', header: '用户名' },
  { key: 'deptName', header: '部门' },
  { key: 'roleName', header: '角色' },
  { key: 'status', header: '状态' },
  { key: 'parentName', header: '上级' },
] as const
export type SubordinateExportKey = (typeof exportedSubordinates)[number]['key']

/** Everybody below one person, in one kind. */
export const exportSubordinates = exportCall({
  noun: '下属账号',
  path: '/api/backend/organisation/subordinate/export',
  access: can('userSubsidiaryAccount', 'exportBtn'),
  query: SubordinateQuery,
  columns: exportedSubordinates,
})
