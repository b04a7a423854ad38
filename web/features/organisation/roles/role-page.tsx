// Roles: the sortable list, and the chosen one beside it.
import './role-page.css'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { addRole, sortRole } from '#contract/organisation/roles.ts'
import { getRoleList, type RoleRow } from '#contract/organisation/users.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { TreePage } from '#web/kit/tree/tree-page.tsx'
import { TreeSort } from '#web/kit/tree/tree-sort.tsx'
import { useAct, useCall } from '#web/lib/query.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { useRoleActs } from './role-acts.tsx'
import { RoleDetail } from './role-detail.tsx'

type Node = RoleRow & { key: string; title: string; children?: Node[] }

const textsOf = ({ title, code }: Node) => [title, code]

export default function RolePage() {
  const { data, error, refetch } = useCall(getRoleList, {})
  const nodes = useMemo<Node[] | undefined>(
    () => data?.map((role) => ({ ...role, key: role.id, title: role.name })),
    [data],
  )
  const [address, setAddress] = useSearchParams()
  const [isDirty, setDirty] = useState(false)
  useUnsaved(() => isDirty)
  const [confirm, confirmation] = useConfirm()
  const isAllowed = useIsAllowed()
  const sorting = useAct(sortRole, { invalidates: [getRoleList], success: '排序成功' })

  const show = (next: Record<string, string>) => setAddress(next, { replace: true })
  const acts = useRoleActs(() => show({}))
  const chosen = nodes?.find(({ id }) => id === address.get('roleId')) ?? nodes?.[0]
  /** Navigates, and asks first if there are unsaved changes. */
  const leave = (next: Record<string, string>) => {
    if (!isDirty) return show(next)
    confirm({
      title: '放弃未保存的修改？',
      content: '所做的勾选尚未保存，离开后将丢失。',
      verb: '放弃',
      run: async () => {
        setDirty(false)
        show(next)
      },
    })
  }

  return (
    <>
      <TreePage
        label="角色"
        error={error}
        onRetry={() => void refetch()}
        acts={
          <Can call={addRole}>
            <Button type="primary" onClick={() => acts.ask({ kind: 'add' })}>
              新增角色
            </Button>
          </Can>
        }
        tree={
          nodes &&
          ((height) => (
            <TreeSort<Node>
              label="角色列表"
              nodes={nodes}
              height={height}
              searchText="搜索角色名称或编码"
              textsOf={textsOf}
              selected={chosen?.key}
              onSelect={({ id }) => id !== chosen?.id && leave({ roleId: id, tab: address.get('tab') ?? 'rights' })}
              canMove={(_node, parent) => parent === null && isAllowed(sortRole)}
              onMove={async ({ id }, { place }) => (await sorting.run({ id, place })) !== undefined}
              after={({ code, people }) => (
                <small className="tree-note">
                  {code} · {people} 人
                </small>
              )}
            />
          ))
        }
      >
        {chosen && (
          <RoleDetail
            key={chosen.id}
            row={chosen}
            acts={acts}
            onTab={(tab) => leave({ roleId: chosen.id, tab })}
            onDirty={setDirty}
          />
        )}
      </TreePage>
      {confirmation}
      {acts.dialogs}
    </>
  )
}
