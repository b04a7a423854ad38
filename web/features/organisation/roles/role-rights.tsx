// Rights of a role as a checkbox tree or a matrix; changes are saved together.
import { Alert, Button, Segmented, Skeleton, Space } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { errors } from '#contract/errors.ts'
import { getPermissionTree, getRole, grantRole, previewRole, type RoleDetail } from '#contract/organisation/roles.ts'
import { getRoleList } from '#contract/organisation/users.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { useTableHeight } from '#web/kit/table/use-table-height.ts'
import { TreeCheck } from '#web/kit/tree/tree-check.tsx'
import { notify } from '#web/lib/notify.ts'
import { useCall } from '#web/lib/query.ts'
import { permissionChecks, rebase } from './permission-tree.rules.ts'
import { RoleMatrix } from './role-matrix.tsx'

/** Height of view switch and search above the rows, and of the bar below, px. */
const AROUND_PX = 96
/** Height of the tabs above the matrix, px. */
const TOPS_PX = 24

const views = [
  { value: 'tree', label: '树形' },
  { value: 'matrix', label: '矩阵' },
]

/** The chosen rights, and the version of the role that the edit started from. */
type Edit = { base: RoleDetail; chosen: ReadonlySet<string> }

function whyNot({ isAdministrator, assignable }: RoleDetail, mayGrant: boolean): string | undefined {
  if (isAdministrator) return '系统管理员拥有全部权限，不需要授权。'
  if (!mayGrant) return '您只能查看，不能修改角色的权限。'
  return assignable ? undefined : '此角色的权限高于您自己的，您不能修改。'
}

type RoleRightsProps = { role: RoleDetail; onDirty: (isDirty: boolean) => void }

export function RoleRights({ role, onDirty }: RoleRightsProps) {
  const { data: tree, error, refetch } = useCall(getPermissionTree)
  const [edit, setEdit] = useState<Edit>()
  const [view, setView] = useState('tree')
  const box = useRef<HTMLDivElement>(null)
  const height = useTableHeight(box) - AROUND_PX
  const nodes = useMemo(() => permissionChecks(tree ?? []), [tree])
  const { menuIds } = edit?.base ?? role
  const stored = useMemo(() => new Set(menuIds), [menuIds])
  const chosen = edit?.chosen ?? stored
  const added = [...chosen].filter((id) => !stored.has(id)).length
  const removed = [...stored].filter((id) => !chosen.has(id)).length
  const isDirty = added + removed > 0
  const handleChange = (next: ReadonlySet<string>) => setEdit({ base: edit?.base ?? role, chosen: next })
  const problem = whyNot(role, useIsAllowed()(grantRole))
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])

  const act = useConfirmed(grantRole, {
    title: `修改“${role.name}”的权限`,
    verb: '保存',
    isDanger: removed > 0,
    success: '权限已保存',
    invalidates: [getRole, getRoleList, previewRole],
    onSuccess: () => setEdit(undefined),
    onRefusal: ({ code, data, msg, isShown }) => {
      if (code === errors.stale.code && edit) {
        const theirs = data as RoleDetail
        setEdit({ base: theirs, chosen: rebase(edit.base.menuIds, edit.chosen, theirs.menuIds) })
        notify.warning('他人刚修改了此角色的权限，已与您的修改合并，请核对后再保存')
      } else if (!isShown) notify.error(msg)
    },
  })
  const handleSave = () => {
    const { id, version } = edit?.base ?? role
    void act.run({ id, version, menuIds: [...chosen] })
  }

  return (
    <div className="role-rights">
      {problem && <Alert type="info" showIcon title={problem} style={{ marginBottom: 8 }} />}
      <Segmented
        className="role-view"
        size="small"
        aria-label="显示方式"
        options={views}
        value={view}
        onChange={setView}
      />
      <div ref={box}>
        {tree && view === 'matrix' ? (
          <RoleMatrix
            nodes={tree}
            chosen={chosen}
            onChange={problem ? undefined : handleChange}
            height={Math.max(height - TOPS_PX, 240)}
          />
        ) : tree ? (
          <TreeCheck
            label="菜单与按钮"
            searchText="搜索菜单、按钮或编码"
            nodes={nodes}
            value={chosen}
            onChange={problem ? undefined : handleChange}
            height={Math.max(height, 240)}
          />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 10 }} />
        )}
      </div>
      {!problem && (
        <Space className="role-bar">
          <Button type="primary" disabled={!isDirty} loading={act.pending} onClick={handleSave}>
            保存权限
          </Button>
          <Button disabled={!isDirty || act.pending} onClick={() => setEdit(undefined)}>
            放弃修改
          </Button>
          {isDirty && (
            <span role="status">
              新增 {added} 项，取消 {removed} 项，保存前列出受影响的人员
            </span>
          )}
        </Space>
      )}
      {act.dialogs}
    </div>
  )
}
