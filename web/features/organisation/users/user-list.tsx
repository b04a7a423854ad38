// Staff accounts: find, create, edit, reset the password, disable, lock, delete; beside the departments where there is room.
import './user-list.css'
import { Button } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { BREAKPOINTS } from '#contract/limits.ts'
import { exportUsers, userImport } from '#contract/organisation/user-sheets.ts'
import {
  addUser,
  type DeptNode,
  deleteUser,
  getDeptTree,
  queryUserList,
  type UserRow,
} from '#contract/organisation/users.ts'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf, flagFilter, selectFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { MarkedText } from '#web/kit/picker/marked-text.tsx'
import { ImportButton } from '#web/kit/sheets/import-button.tsx'
import { TreePage } from '#web/kit/tree/tree-page.tsx'
import { TreeView } from '#web/kit/tree/tree-view.tsx'
import { useAtLeast } from '#web/kit/use-at-least.ts'
import { useCall } from '#web/lib/query.ts'
import { deptFilter } from '#web/pickers/dept-picker.tsx'
import { useProductBatch } from '#web/pickers/product-batch.tsx'
import { roleFilter } from '#web/pickers/role-picker.tsx'
import { useUserActs } from './user-acts.tsx'
import { UserDetails } from './user-details.tsx'
import { statusOptions, UserExpiry, UserStatus } from './user-status.tsx'

const filters = filtersOf(queryUserList, ['userName', 'realName', 'mobile'])

const besideTree = [
  roleFilter('roleId', '角色'),
  selectFilter('status', '状态', statusOptions),
  flagFilter('locked', '锁定', { yes: '已锁定', no: '未锁定' }),
  flagFilter('isDouble', '用户名重复', { yes: '与其他账号重复', no: '不重复' }),
]
/** Where there is no room for the tree. */
const advanced = [deptFilter('deptId', '部门'), ...besideTree]

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

const titleOf = ({ title }: DeptNode) => [title]

/** The departments, of which one narrows the list. */
function Departments({
  chosen,
  onChoose,
  children,
}: {
  chosen: string
  onChoose: (id: string) => void
  children: ReactNode
}) {
  const { data: nodes, error, refetch } = useCall(getDeptTree)
  return (
    <div className="staff-page">
      <TreePage
        label="部门"
        error={error}
        onRetry={() => void refetch()}
        acts={
          <Button disabled={chosen === ''} onClick={() => onChoose('')}>
            全部部门
          </Button>
        }
        tree={
          nodes &&
          ((height) => (
            <TreeView<DeptNode>
              label="部门树"
              nodes={nodes}
              height={height}
              searchText="搜索部门"
              textsOf={titleOf}
              opensTo={2}
              stateOf={({ node }) => ({ selected: node.id === chosen })}
              onChoose={({ id }) => onChoose(id)}
              reveal={chosen}
            >
              {({ node }, needle) => <MarkedText text={node.title} needle={needle} />}
            </TreeView>
          ))
        }
      >
        {children}
      </TreePage>
    </div>
  )
}

/** The chosen department, in the address beside the list's own filters. */
function useDepartment() {
  const [address, setAddress] = useSearchParams()
  const chosen = /^[1-9]\d{0,18}$/.exec(address.get('deptId') ?? '')?.[0] ?? ''
  const choose = (id: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        if (id === '') next.delete('deptId')
        else next.set('deptId', id)
        next.delete('page')
        return next
      },
      { replace: true },
    )
  return { chosen, choose }
}

export default function UserList() {
  const navigate = useNavigate()
  const isBeside = useAtLeast(BREAKPOINTS.medium)
  const { chosen, choose } = useDepartment()
  const inDepartment = useMemo(() => (chosen === '' ? {} : { deptId: chosen }), [chosen])
  const [shown, setShown] = useState<UserRow>()
  const { actionsOf, remove, dialogs } = useUserActs()
  const products = useProductBatch(queryUserList, ['批量授权产品', '批量取消产品授权'])
  const list = (
    <ListPage
      // what was selected in one department is not acted upon in another
      key={isBeside ? chosen : ''}
      endpoint={queryUserList}
      settings="userList"
      filters={filters}
      advanced={isBeside ? besideTree : advanced}
      {...(isBeside && { fixedFilters: inDepartment })}
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
  )
  return (
    <>
      {isBeside ? (
        <Departments chosen={chosen} onChoose={choose}>
          {list}
        </Departments>
      ) : (
        list
      )}
      {shown && <UserDetails user={shown} acts={actionsOf(shown)} onClosed={() => setShown(undefined)} />}
      {dialogs}
      {products.dialog}
    </>
  )
}
