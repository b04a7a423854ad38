// One staff account, to be read.
import { Button, Descriptions, Drawer } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { can } from '../../../contract/access.ts'
import { getUserRoles, type UserRow } from '../../../contract/organisation.ts'
import { Can } from '../../kit/can.tsx'
import { useActive } from '../../lib/active.ts'
import { formatMoment } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { UserExpiry, UserStatus } from './user-status.tsx'

export function UserDetails({ user, onClosed }: { user: UserRow; onClosed: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const isActive = useActive()
  const navigate = useNavigate()
  const handleEdit = () => {
    setOpen(false)
    void navigate(`/userControl/editAccount?id=${user.id}`)
  }
  const { data: roles } = useCall(getUserRoles, { id: user.id })
  const deputies = roles?.deputyRoles.map(({ name }) => name).join('、')
  return (
    <Drawer
      title={`${user.realName}（${user.userName}）`}
      open={isOpen && isActive}
      size={420}
      onClose={() => setOpen(false)}
      extra={
        <Can call={can('userList', 'edit')}>
          <Button type="primary" onClick={handleEdit}>
            编辑
          </Button>
        </Can>
      }
      afterOpenChange={(shown) => !shown && !isOpen && onClosed()}
    >
      <Descriptions
        column={1}
        size="small"
        colon={false}
        styles={{ label: { width: 72 } }}
        items={[
          { label: '用户名', children: user.userName },
          { label: '姓名', children: user.realName },
          { label: '手机号码', children: user.mobile },
          { label: '邮箱', children: user.email || '—' },
          { label: '部门', children: user.deptName },
          { label: '角色', children: user.roleName },
          { label: '副角色', children: deputies || '—' },
          { label: '状态', children: <UserStatus {...user} /> },
          { label: '有效期', children: <UserExpiry expiresAt={user.expiresAt} /> },
          { label: '最近登录', children: formatMoment(user.lastSignInAt) },
          { label: '创建时间', children: formatMoment(user.createdAt) },
          { label: '备注', children: user.remark || '—' },
        ]}
      />
    </Drawer>
  )
}
