// The menu as somebody sees it who has a chosen role, while it is being edited.
import { useState } from 'react'
import { getRoleList } from '../../../../contract/organisation/users.ts'
import { DetailsDrawer } from '../../../kit/dialog/details-drawer.tsx'
import { useCall } from '../../../lib/query.ts'
import { RolePicker } from '../../../pickers/role-picker.tsx'
import { RolePreview } from '../roles/role-preview.tsx'
import '../roles/role-page.css'

export function MenuPreview({ onClosed }: { onClosed: () => void }) {
  const [roleId, setRoleId] = useState<string | null>(null)
  const { data: roles } = useCall(getRoleList, {})
  const role = roles?.find(({ id }) => id === roleId)
  return (
    <DetailsDrawer title="以角色预览菜单" size={420} onClosed={onClosed}>
      <label htmlFor="menu-preview-role" className="menu-preview-choice">
        角色
        <RolePicker id="menu-preview-role" value={roleId} onChange={setRoleId} />
      </label>
      {role ? <RolePreview key={role.id} role={role} /> : <p>选择一个角色，查看只有此角色的人员所见的菜单。</p>}
    </DetailsDrawer>
  )
}
