// One staff account, to be read.
import { Button, Descriptions, Drawer, Space } from 'antd'
import { useState } from 'react'
import { editUser, getUserRoles, type UserRow } from '../../../contract/organisation.ts'
import { Can, CanAny, useIsAllowed } from '../../kit/can.tsx'
import { MoreActions } from '../../kit/row-actions.tsx'
import type { RowAction } from '../../kit/row-use.ts'
import { useActive } from '../../lib/active.ts'
import { formatMoment } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { UserExpiry, UserStatus } from './user-status.tsx'

/** What changes an account as a whole. */
const changes = [
  'userList:setPassword',
  'userList:disable',
  'userList:open',
  'userList:lock',
  'userList:unLock',
  'userList:delete',
] as const

type UserDetailsProps = { user: UserRow; acts: readonly RowAction[]; onClosed: () => void }

export function UserDetails({ user, acts, onClosed }: UserDetailsProps) {
  const [isOpen, setOpen] = useState(true)
  const isActive = useActive()
  const isAllowed = useIsAllowed()
  // The row may be another one afterwards: what is done from here closes the drawer.
  const own = acts.map((act) => ({
    ...act,
    run: () => {
      setOpen(false)
      act.run()
    },
  }))
  const edit = own.find(({ call }) => call === editUser)
  const others = own.filter((act) => act !== edit && isAllowed(act.call))
  const { data: roles } = useCall(getUserRoles, { id: user.id })
  const deputies = roles?.deputyRoles.map(({ name }) => name).join('、')
  return (
    <Drawer
      title={`${user.realName}（${user.userName}）`}
      open={isOpen && isActive}
      size={420}
      onClose={() => setOpen(false)}
      extra={
        <Space>
          <CanAny codes={changes}>
            <MoreActions name={user.realName} actions={others} />
          </CanAny>
          {/* Everybody who reads an account looks for it here: who may not edit is told so. */}
          <Can call="edit" otherwise="hideThenDisable">
            <Button type="primary" onClick={edit?.run}>
              编辑
            </Button>
          </Can>
        </Space>
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
