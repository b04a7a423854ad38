// The chosen role: its acts, and what it brings, who has it, and how the console looks with it.
import { Button, Tabs } from 'antd'
import { getRoleProducts } from '../../../../contract/authorisation/grants.ts'
import { copyRole, editRole, getRole, removeRole } from '../../../../contract/organisation/roles.ts'
import type { RoleRow } from '../../../../contract/organisation/users.ts'
import { Can, useIsAllowed } from '../../../kit/can.tsx'
import { Loaded } from '../../../kit/dialog/loaded.tsx'
import { useCall } from '../../../lib/query.ts'
import type { RoleActs } from './role-acts.tsx'
import { RolePeople } from './role-people.tsx'
import { RolePreview } from './role-preview.tsx'
import { RoleProducts } from './role-products.tsx'
import { RoleRights } from './role-rights.tsx'

type RoleDetailProps = {
  row: RoleRow
  acts: RoleActs
  tab: string
  onTab: (tab: string) => void
  onDirty: (isDirty: boolean) => void
}

export function RoleDetail({ row, acts, tab, onTab, onDirty }: RoleDetailProps) {
  const read = useCall(getRole, { id: row.id }, { staleTime: 0 })
  const role = read.data
  const isAllowed = useIsAllowed()
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
      <Tabs
        size="small"
        destroyOnHidden
        activeKey={tabs.some(({ key }) => key === tab) ? tab : 'rights'}
        onChange={onTab}
        items={tabs}
      />
    </>
  )
}
