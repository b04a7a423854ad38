// Import and export of staff accounts.
import { can } from '#contract/access.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { Day, Required, Text } from '#contract/fields.ts'
import {
  emailColumn,
  mobileColumn,
  optionalColumn,
  realNameColumn,
  remarkColumn,
  requiredColumn,
} from '#contract/import-columns.ts'
import { importCalls } from '#contract/sheets.ts'
import { LoginName, queryUserList, UserQuery } from './users.ts'

const columns = [
  requiredColumn('userName', LoginName, {
    example: 'zhang.san',
    hint: '2至32位字母、数字或 . _ -，不能重复',
    width: 18,
  }),
  realNameColumn,
  mobileColumn,
  emailColumn,
  requiredColumn('dept', Required('部门', 300), {
    example: '总部/销售部',
    hint: '部门名称；有同名部门时填写完整路径',
    width: 26,
  }),
  requiredColumn('role', Required('角色', 64), { example: '销售', hint: '角色名称，权限不能高于自己', width: 16 }),
  optionalColumn('saleParent', Text('销售上级', 64), { example: 'li.si', hint: '已有账号的用户名', width: 16 }),
  optionalColumn('expiresAt', Day('有效期'), { example: '2027-12-31', hint: 'YYYY-MM-DD，最后可用的一天', width: 14 }),
  remarkColumn,
]

export type UserImportKey = (typeof columns)[number]['key']

/** New accounts; each gets an initial password, which the result gives once and the first sign-in must change. */
export const userImport = importCalls(
  '员工账号',
  '/api/backend/organisation/user/import',
  can('userList', 'leadingIn'),
  { kind: 'users', columns },
)

export const exportUsers = exportCall(
  '员工账号',
  '/api/backend/organisation/user/export',
  can('userList', 'exportBtn'),
  {
    query: UserQuery,
    columns: sheetOf(queryUserList, [
      'userName',
      'realName',
      'mobile',
      'email',
      'deptName',
      'roleName',
      'status',
      'locked',
      'expiresAt',
      'lastSignInAt',
      'createdAt',
      'remark',
    ]),
  },
)
