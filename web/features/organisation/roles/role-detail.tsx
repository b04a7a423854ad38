// The chosen role: actions, rights, products, people and menu preview.

import { Button, Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { getRoleProducts } from '#contract/authorisation/grants.ts'
import {
  copyRole,
  editRole,
  getRole,
  queryRoleHolders,
  type RoleHolder,
  removeRole,
} from '#contract/organisation/roles.ts'
import type { RoleRow } from '#contract/organisation/users.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { idFilter } from '#web/kit/list/filters.tsx'
import { useList } from '#web/kit/list/use-list.ts'
import { DataTable } from '#web/kit/table/data-table.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { useCall } from '#web/lib/query.ts'
import { tabOf } from '#web/lib/tab-of.ts'
import { useOpenAccount } from '../departments/department-people.tsx'
import type { RoleActs } from './role-acts.tsx'
import { RolePreview } from './role-preview.tsx'
import { RoleProducts } from './role-products.tsx'
import { RoleRights } from './role-rights.tsx'

/** The role filter has no input: the list beside sets it. */
const filters = [idFilter('roleId', '角色', () => null)]

const columns = columnsOf(queryRoleHolders, {
  realName: { width: 110, opens: true },
  userName: { width: 130 },
  deptName: { width: 150 },
  isMain: { width: 90, render: ({ isMain }) => (isMain ? '主角色' : '副角色') },
  status: {
    width: 90,
    render: ({ status }) =>
      status === 'enabled' ? <Status tone="good">启用</Status> : <Status tone="idle">已禁用</Status>,
  },
})

/** People who have the role as main or deputy role. */
function RolePeople() {
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

type RoleDetailProps = {
  row: RoleRow
  acts: RoleActs
  onTab: (tab: string) => void
  onDirty: (isDirty: boolean) => void
}

export function RoleDetail({ row, acts, onTab, onDirty }: RoleDetailProps) {
  const read = useCall(getRole, { id: row.id }, { staleTime: 0 })
  const role = read.data
  const isAllowed = useIsAllowed()
  const [address] = useSearchParams()
  const tabs = [
    {
      key: 'rights',
      label: '菜单与按钮',
      children: (
        <Loaded read={read} rows={3}>
          {(loaded) => <RoleRights key={loaded.id} role={loaded} onDirty={onDirty} />}
        </Loaded>
      ),
    },
    ...(isAllowed(getRoleProducts) && !role?.isAdministrator
      ? [
          {
            key: 'products',
            label: '产品',
            children: (
              <Loaded read={read} rows={3}>
                {(loaded) => <RoleProducts key={loaded.id} role={loaded} onDirty={onDirty} />}
              </Loaded>
            ),
          },
        ]
      : []),
    { key: 'people', label: `人员 ${row.people}`, children: <RolePeople /> },
    { key: 'preview', label: '菜单预览', children: <RolePreview role={row} /> },
  ]
  return (
    <>
      <div className="tree-head">
        <h2>{row.name}</h2>
        <small>{row.code}</small>
        <div className="tree-head-end">
          <Can call={editRole}>
            <Button disabled={!row.assignable} onClick={() => acts.ask({ kind: 'edit', of: row })}>
              编辑
            </Button>
          </Can>
          <Can call={copyRole}>
            <Button
              disabled={!row.assignable || (role?.isAdministrator ?? true)}
              onClick={() => acts.ask({ kind: 'copy', of: row })}
            >
              复制
            </Button>
          </Can>
          <Button onClick={() => acts.ask({ kind: 'compare', of: row })}>比较</Button>
          <Can call={removeRole}>
            <Button danger disabled={!row.assignable || (role?.isBuiltIn ?? true)} onClick={() => acts.remove(row)}>
              删除
            </Button>
          </Can>
        </div>
      </div>
      {row.remark && <p className="role-remark">{row.remark}</p>}
      <Tabs size="small" destroyOnHidden activeKey={tabOf(address, tabs)} onChange={onTab} items={tabs} />
    </>
  )
}
