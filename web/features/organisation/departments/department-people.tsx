// List of the people in the chosen department.
import { Checkbox } from 'antd'
import { useNavigate } from 'react-router'
import {
  type DepartmentPerson,
  exportDepartmentPeople,
  queryDepartmentPeople,
} from '#contract/organisation/departments.ts'
import { queryUserList } from '#contract/organisation/users.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { flagFilter, idFilter, textFilter } from '#web/kit/list/filters.tsx'
import { SearchBar } from '#web/kit/list/search-bar.tsx'
import type { List } from '#web/kit/list/use-list.ts'
import { ExportButton } from '#web/kit/sheets/export-button.tsx'
import { exportQuery } from '#web/kit/sheets/export-query.ts'
import { DataTable } from '#web/kit/table/data-table.tsx'
import { Status } from '#web/kit/table/status.tsx'

const search = [textFilter('name', '姓名或用户名', 64)]

/** The department filter has no input: the tree sets it. */
export const peopleFilters = [
  ...search,
  idFilter('deptId', '部门', () => null),
  flagFilter('direct', '范围', { yes: '只看本部门', no: '含下级部门' }),
]

const columns = columnsOf(queryDepartmentPeople, {
  realName: { width: 110, opens: true },
  userName: { width: 130 },
  deptName: { width: 140 },
  roleName: { width: 120 },
  status: {
    width: 90,
    render: ({ status }) =>
      status === 'enabled' ? <Status tone="good">启用</Status> : <Status tone="idle">已禁用</Status>,
  },
})

/** Links to the account in the staff list, with the right to it. */
export function useOpenAccount(): ((person: { userName: string }) => void) | undefined {
  const navigate = useNavigate()
  const isAllowed = useIsAllowed()
  if (!isAllowed(queryUserList)) return undefined
  return ({ userName }) =>
    void navigate(`/userControl/accountCenter/userList?${new URLSearchParams({ userName }).toString()}`)
}

export function DepartmentPeople({ name, list }: { name: string; list: List<DepartmentPerson> }) {
  const { deptId, direct } = list.filters
  const onOpen = useOpenAccount()
  const keep = { ...(deptId && { deptId }), ...(direct && { direct }) }
  return (
    <>
      <div className="tree-head">
        <h2>{name}</h2>
        {list.page && <small>共 {list.page.total} 人</small>}
        <div className="tree-head-end">
          <Checkbox
            checked={direct === '1'}
            onChange={({ target }) => {
              const { direct: _, ...others } = list.filters
              list.search(target.checked ? { ...others, direct: '1' } : others)
            }}
          >
            只看本部门
          </Checkbox>
          <ExportButton
            call={exportDepartmentPeople}
            query={exportQuery(peopleFilters, list)}
            total={list.page?.total}
          />
        </div>
      </div>
      <SearchBar
        filters={search}
        applied={list.filters.name ? { name: list.filters.name } : {}}
        onSearch={({ name: text }) => list.search(text ? { ...keep, name: text } : keep)}
      />
      <DataTable<DepartmentPerson> list={list} columns={columns} rowName={({ realName }) => realName} onOpen={onOpen} />
    </>
  )
}
