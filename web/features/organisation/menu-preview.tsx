// The menu as somebody sees it who has a chosen role, while it is being edited.
import { Drawer } from 'antd'
import { useState } from 'react'
import { getRoleList } from '../../../contract/organisation.ts'
import { useActive } from '../../lib/active.ts'
import { useCall } from '../../lib/query.ts'
import { RolePicker } from '../../pickers/role-picker.tsx'
import { RolePreview } from './role-preview.tsx'
import './role-page.css'

export function MenuPreview({ onClosed }: { onClosed: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const [roleId, setRoleId] = useState<string | null>(null)
  const { data: roles } = useCall(getRoleList, {})
  const isActive = useActive()
  const role = roles?.find(({ id }) => id === roleId)
  return (
    <Drawer
      title="以角色预览菜单"
      size={420}
      open={isOpen && isActive}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => !shown && !isOpen && onClosed()}
    >
      <label htmlFor="menu-preview-role" className="menu-preview-choice">
        角色
        <RolePicker id="menu-preview-role" value={roleId} onChange={setRoleId} />
      </label>
      {role ? <RolePreview key={role.id} role={role} /> : <p>选择一个角色，查看只有此角色的人员所见的菜单。</p>}
    </Drawer>
  )
}
