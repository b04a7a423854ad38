// Products that come with a role, and granting them to its current members.
import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, Skeleton, Space } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import {
  type GrantNode,
  getRoleProducts,
  syncRoleProductPermissions,
  updateRoleProducts,
} from '#contract/authorisation/grants.ts'
import type { RoleDetail } from '#contract/organisation/roles.ts'
import { Can } from '#web/kit/can.tsx'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { useTableHeight } from '#web/kit/table/use-table-height.ts'
import { TreeCheck, type TreeCheckNode } from '#web/kit/tree/tree-check.tsx'
import { useAct, useCall } from '#web/lib/query.ts'
import { idsOf } from '#web/pickers/grant-tree.rules.ts'
import { disableLeaves, type Marked } from './permission-tree.rules.ts'

const AROUND_PX = 56
const PRODUCT = 3

function noteOf({ type, disabled, isShow }: Marked<GrantNode>): string {
  if (type < PRODUCT) return disabled ? '没有产品' : ''
  return disabled ? '不能授予自己没有的产品' : isShow ? '' : '已隐藏'
}

const toCheck = (node: Marked<GrantNode>): TreeCheckNode => ({
  key: node.key,
  title: node.label,
  disabled: node.disabled,
  note: noteOf(node),
  ...(node.children && { children: node.children.map(toCheck) }),
})

type RoleProductsProps = { role: RoleDetail; onDirty: (isDirty: boolean) => void }

export function RoleProducts({ role, onDirty }: RoleProductsProps) {
  const { data, error, refetch } = useCall(getRoleProducts, { roleId: role.id }, { staleTime: 0 })
  const [changed, setChanged] = useState<ReadonlySet<string>>()
  const box = useRef<HTMLDivElement>(null)
  const height = useTableHeight(box) - AROUND_PX
  const nodes = useMemo(() => disableLeaves(data?.tree ?? []).map(toCheck), [data])
  const stored = useMemo(() => new Set(data?.productIds.map((id) => `P${id}`)), [data])
  const chosen = changed ?? stored
  const isDirty = changed !== undefined
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const act = useAct(updateRoleProducts, {
    success: '产品已保存',
    invalidates: [getRoleProducts],
    onSuccess: () => setChanged(undefined),
  })
  const syncing = { title: `将“${role.name}”的产品同步到其全部人员`, verb: '同步', success: '同步成功' }
  const adding = useConfirmed(syncRoleProductPermissions, { ...syncing, isDanger: false })
  const equalling = useConfirmed(syncRoleProductPermissions, syncing)
  const ways = [
    {
      key: 'add',
      label: '只增加：补齐角色的产品，不取消任何人的产品',
      onClick: () => void adding.run({ roleId: role.id, onlyAdd: true }),
    },
    {
      key: 'equal',
      label: '完全一致：同时取消角色没有的产品',
      danger: true,
      onClick: () => void equalling.run({ roleId: role.id }),
    },
  ]
  return (
    <div className="role-rights">
      <div ref={box}>
        {data ? (
          <TreeCheck
            label="产品"
            searchText="搜索分类或产品"
            nodes={nodes}
            value={chosen}
            onChange={setChanged}
            height={Math.max(height, 240)}
          />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 10 }} />
        )}
      </div>
      <Space className="role-bar" wrap>
        <Button
          type="primary"
          disabled={!isDirty}
          loading={act.pending}
          onClick={() => void act.run({ roleId: role.id, productIds: idsOf(chosen, 'P') })}
        >
          保存产品
        </Button>
        <Button disabled={!isDirty || act.pending} onClick={() => setChanged(undefined)}>
          放弃修改
        </Button>
        <Can call={syncRoleProductPermissions}>
          <Dropdown trigger={['click']} autoFocus disabled={!data || isDirty} menu={{ items: ways }}>
            <Button loading={adding.pending || equalling.pending} icon={<DownOutlined />} iconPlacement="end">
              同步到人员
            </Button>
          </Dropdown>
        </Can>
        <span className="tree-count">保存后，拥有此角色的人员即可使用这些产品；同步会写入各人自己的授权。</span>
      </Space>
      {adding.dialogs}
      {equalling.dialogs}
    </div>
  )
}
