// The person signed in: avatar, real name and user name, and what concerns the account.
import { KeyOutlined, LogoutOutlined } from '@ant-design/icons'
import { App, Button, Dropdown } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { getLoginUserInfo } from '../../contract/identity.ts'
import { useCall } from '../lib/query.ts'
import { useSession } from '../lib/session.ts'
import { signOutHere } from '../lib/sign-out.ts'

const PasswordDialog = lazy(() => import('./password-dialog.tsx'))

export function UserMenu({ isNarrow }: { isNarrow: boolean }) {
  const session = useSession()
  const { data } = useCall(getLoginUserInfo, undefined, {
    call: { hideErrorMsg: true },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { modal } = App.useApp()
  const [isChanging, setChanging] = useState(false)
  // loaded at the first opening, then kept, so that closing may play its motion
  const [wasChanging, setWasChanging] = useState(false)
  if (!session) return null

  const realName = data?.realName || session.realName || session.userName
  const handleClick = ({ key }: { key: string }) => {
    if (key === 'password') {
      setWasChanging(true)
      setChanging(true)
      return
    }
    modal.confirm({
      title: '提示',
      content: '退出系统, 是否继续？',
      okText: '确定',
      cancelText: '取消',
      onOk: signOutHere,
    })
  }

  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
            { key: 'password', label: '修改密码', icon: <KeyOutlined /> },
            { type: 'divider' },
            { key: 'signOut', label: '退出系统', icon: <LogoutOutlined /> },
          ],
          onClick: handleClick,
        }}
      >
        <Button type="text" className="user-button" aria-label={`${realName}（${session.userName}）的账号菜单`}>
          <span className="user-avatar" aria-hidden="true">
            {data?.avatar ? <img src={data.avatar} alt="" /> : Array.from(realName)[0]}
          </span>
          {!isNarrow && (
            <span className="user-names">
              <span>{realName}</span>
              <small>{session.userName}</small>
            </span>
          )}
        </Button>
      </Dropdown>
      {wasChanging && (
        <Suspense>
          <PasswordDialog open={isChanging} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  )
}
