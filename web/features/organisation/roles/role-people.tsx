// Who has a role, as main or deputy role.
import { queryRoleHolders, type RoleHolder } from '../../../../contract/organisation/roles.ts'
import type { Column } from '../../../kit/list/columns.ts'
import { idFilter } from '../../../kit/list/filters.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { DataTable } from '../../../kit/table/data-table.tsx'
import { Status } from '../../../kit/table/status.tsx'
import { useOpenAccount } from '../departments/department-people.tsx'

/** The role itself is chosen beside. */
const filters = [idFilter('roleId', '角色', () => null)]

const columns: readonly Column<RoleHolder>[] = [
  { key: 'realName', label: '姓名', width: 110, opens: true },
  { key: 'userName', label: '用户名', width: 130 },
  { key: 'deptName', label: '部门', width: 150 },
  { key: 'isMain', label: '方式', width: 90, render: ({ isMain }) => (isMain ? '主角色' : '副角色') },
  {
    key: 'status',
    label: '状态',
    width: 90,
    render: ({ status }) =>
      status === 'enabled' ? <Status tone="good">启用</Status> : <Status tone="idle">已禁用</Status>,
  },
]

export function RolePeople() {
  const list = useList(queryRoleHolders, filters)
  return (
    <DataTable<RoleHolder>
      list={list}
      columns={columns}
      rowName={({ realName }) => realName}
      onOpen={useOpenAccount()}
    />
  )
}
