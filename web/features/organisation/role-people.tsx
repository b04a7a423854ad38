// Who has a role, as main or deputy role.
import { queryRoleHolders, type RoleHolder } from '../../../contract/roles.ts'
import type { Column } from '../../kit/columns.ts'
import { DataTable } from '../../kit/data-table.tsx'
import { idFilter } from '../../kit/filters.tsx'
import { Status } from '../../kit/status.tsx'
import { useList } from '../../kit/use-list.ts'
import { useOpenAccount } from './department-people.tsx'

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
