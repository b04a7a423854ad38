// Staff accounts: find, create, edit, reset the password, disable, lock, delete.
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { exportUsers, userImport } from '#contract/organisation/user-sheets.ts'
import { addUser, deleteUser, queryUserList, type UserRow } from '#contract/organisation/users.ts'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf, flagFilter, selectFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { ImportButton } from '#web/kit/sheets/import-button.tsx'
import { deptFilter } from '#web/pickers/dept-picker.tsx'
import { useProductBatch } from '#web/pickers/product-batch.tsx'
import { roleFilter } from '#web/pickers/role-picker.tsx'
import { useUserActs } from './user-acts.tsx'
import { UserDetails } from './user-details.tsx'
import { statusOptions, UserExpiry, UserStatus } from './user-status.tsx'

const filters = filtersOf(queryUserList, ['userName', 'realName', 'mobile'])

const advanced = [
  deptFilter('deptId', '部门'),
  roleFilter('roleId', '角色'),
  selectFilter('status', '状态', statusOptions),
  flagFilter('locked', '锁定', { yes: '已锁定', no: '未锁定' }),
  flagFilter('isDouble', '用户名重复', { yes: '与其他账号重复', no: '不重复' }),
]

const columns = columnsOf(queryUserList, {
  userName: { width: 130, opens: true },
  realName: { width: 100 },
  mobile: { width: 120 },
  deptName: { width: 140 },
  roleName: { width: 120 },
  status: { width: 120, render: UserStatus },
  expiresAt: { width: 150, render: UserExpiry },
  lastSignInAt: {},
  createdAt: {},
  remark: { width: 180 },
})

export default function UserList() {
  const navigate = useNavigate()
  const [shown, setShown] = useState<UserRow>()
  const { actionsOf, remove, dialogs } = useUserActs()
  const products = useProductBatch(queryUserList, ['批量授权产品', '批量取消产品授权'])
  return (
    <>
      <ListPage
        endpoint={queryUserList}
        settings="userList"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ realName }) => realName}
        rowActions={actionsOf}
        onOpen={setShown}
        toolbar={
          <>
            <AddButton call={addUser} onClick={() => void navigate('/userControl/createAccount')} />
            <ImportButton calls={userImport} invalidates={[queryUserList]} />
          </>
        }
        exportCall={exportUsers}
        batchActs={[...products.batchActs, { label: '删除', call: deleteUser, isDanger: true, run: remove }]}
      />
      {shown && <UserDetails user={shown} acts={actionsOf(shown)} onClosed={() => setShown(undefined)} />}
      {dialogs}
      {products.dialog}
    </>
  )
}
