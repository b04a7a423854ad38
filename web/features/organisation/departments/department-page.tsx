// Departments: the tree with its actions, and the people of the chosen one.
import { Button } from 'antd'
import {
  addDepartment,
  type DepartmentNode,
  editDepartment,
  getDepartmentTree,
  queryDepartmentPeople,
  relocateDepartment,
  removeDepartment,
  sortDepartments,
} from '#contract/organisation/departments.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { useList } from '#web/kit/list/use-list.ts'
import { TreePage } from '#web/kit/tree/tree-page.tsx'
import { pathTo } from '#web/kit/tree/tree-rows.rules.ts'
import { TreeSort } from '#web/kit/tree/tree-sort.tsx'
import { useCall } from '#web/lib/query.ts'
import { useDepartmentActs } from './department-acts.tsx'
import { DepartmentPeople, peopleFilters } from './department-people.tsx'

const textsOf = ({ title }: DepartmentNode) => [title]

export default function DepartmentPage() {
  const { data: nodes, error, refetch } = useCall(getDepartmentTree)
  const list = useList(queryDepartmentPeople, peopleFilters)
  const isAllowed = useIsAllowed()
  const choose = (deptId: string) => list.search({ ...list.filters, deptId })
  const { ask, remove, move, dialogs } = useDepartmentActs(({ parentId }) => choose(parentId ?? ''))
  const chosen = pathTo(nodes ?? [], list.filters.deptId ?? '').at(-1) ?? nodes?.[0]
  const isTop = chosen?.parentId === null
  return (
    <>
      <TreePage
        label="部门"
        error={error}
        onRetry={() => void refetch()}
        acts={
          chosen && (
            <>
              <Can call={addDepartment}>
                <Button type="primary" onClick={() => ask('add', chosen)}>
                  新增下级
                </Button>
              </Can>
              <Can call={editDepartment}>
                <Button onClick={() => ask('rename', chosen)}>重命名</Button>
              </Can>
              <Can call={relocateDepartment}>
                <Button disabled={isTop} onClick={() => ask('move', chosen)}>
                  移动
                </Button>
              </Can>
              <Can call={removeDepartment}>
                <Button danger disabled={isTop} onClick={() => remove(chosen)}>
                  删除
                </Button>
              </Can>
            </>
          )
        }
        tree={
          nodes &&
          ((height) => (
            <TreeSort<DepartmentNode>
              label="部门树"
              nodes={nodes}
              height={height}
              searchText="搜索部门"
              textsOf={textsOf}
              opensTo={2}
              selected={chosen?.key}
              onSelect={({ id }) => choose(id)}
              canMove={({ parentId }, parent, isSameParent) =>
                parentId !== null && parent !== null && isAllowed(isSameParent ? sortDepartments : relocateDepartment)
              }
              onMove={move}
              after={({ peopleBelow }) => <small className="tree-note">{peopleBelow} 人</small>}
            />
          ))
        }
      >
        <DepartmentPeople name={chosen?.title ?? ''} list={list} />
      </TreePage>
      {dialogs}
    </>
  )
}
