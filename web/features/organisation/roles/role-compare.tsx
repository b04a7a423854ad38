// Compares two roles: the rights that only one of them has.
import { Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { getPermissionTree, getRole } from '#contract/organisation/roles.ts'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { useCall } from '#web/lib/query.ts'
import { RolePicker } from '#web/pickers/role-picker.tsx'
import { byPage, compareRights, type RightLine } from './permission-tree.rules.ts'

function More({ title, lines }: { title: string; lines: readonly RightLine[] }) {
  return (
    <section aria-label={title}>
      <h3>
        {title} <small>{lines.length} 项</small>
      </h3>
      {lines.length === 0 && <p className="tree-note">没有</p>}
      <dl>
        {byPage(lines).map(([page, names]) => (
          <div key={page}>
            <dt>{page}</dt>
            <dd>{names.join('、')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Result({ first, second }: { first: string; second: string }) {
  const one = useCall(getRole, { id: first }).data
  const two = useCall(getRole, { id: second }).data
  const tree = useCall(getPermissionTree).data
  if (!one || !two || !tree) return <Skeleton active paragraph={{ rows: 6 }} />
  const unlimited = [one, two].find(({ isAdministrator }) => isAdministrator)
  if (unlimited) return <p>“{unlimited.name}”拥有全部权限，不需要比较。</p>
  const { onlyFirst, onlySecond, both } = compareRights(tree, one.menuIds, two.menuIds)
  return (
    <>
      <p>两个角色都有的按钮 {both} 项。</p>
      <div className="role-compare">
        <More title={`只有“${one.name}”有`} lines={onlyFirst} />
        <More title={`只有“${two.name}”有`} lines={onlySecond} />
      </div>
    </>
  )
}

export function RoleCompare({ roleId, onClosed }: { roleId: string; onClosed: () => void }) {
  const { close, frame } = useDialog(onClosed)
  const [first, setFirst] = useState<string | null>(roleId)
  const [second, setSecond] = useState<string | null>(null)
  return (
    <Modal title="比较角色" width={760} {...frame} footer={null} onCancel={close}>
      <div className="role-compare role-compare-choice">
        <label htmlFor="compare-first">
          角色一
          <RolePicker id="compare-first" value={first} onChange={setFirst} without={second ? [second] : []} />
        </label>
        <label htmlFor="compare-second">
          角色二
          <RolePicker id="compare-second" value={second} onChange={setSecond} without={first ? [first] : []} />
        </label>
      </div>
      {first && second ? <Result first={first} second={second} /> : <p>选择两个角色，查看各自多出的权限。</p>}
    </Modal>
  )
}
