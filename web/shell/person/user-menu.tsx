// User menu of the top bar: avatar, names, and entries for the account (spec §2 "Top bar").
import './user-menu.css'
import { KeyOutlined, LogoutOutlined, SettingOutlined } from '@ant-design/icons'
import { App, Button, Dropdown } from 'antd'
import { type ComponentType, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { getLoginUserInfo, getUserInfo } from '#contract/identity/own-account.ts'
import { useCall } from '#web/lib/query.ts'
import { useSession } from '#web/lib/session/session.ts'
import { signOutHere } from '#web/lib/session/sign-out.ts'
import { useTexts } from '../texts/texts.ts'

/** Refetch interval of the avatar link, which expires after 12 h, ms. */
const AVATAR_LINK_MS = 6 * 3_600_000

type DialogProps = { open: boolean; onClose: () => void }

const dialogs = {
  password: lazy(() => import('./password-dialog.tsx')),
  settings: lazy(() => import('../settings/settings-dialog.tsx')),
  security: lazy(() => import('./security-dialog.tsx')),
  avatar: lazy(() => import('./avatar-dialog.tsx')),
} satisfies Record<string, ComponentType<DialogProps>>

type DialogName = keyof typeof dialogs
const dialogNames = Object.keys(dialogs) as DialogName[]
const isDialog = (key: string): key is DialogName => Object.hasOwn(dialogs, key)

/** Dialogs load on first opening and stay mounted, so the closing animation can play. */
function useDialogs() {
  const [open, setOpen] = useState<DialogName>()
  const [loaded, setLoaded] = useState<ReadonlySet<DialogName>>(new Set())
  const show = (name: DialogName) => {
    setLoaded((before) => new Set([...before, name]))
    setOpen(name)
  }
  const views = dialogNames.map((name) => {
    const Dialog = dialogs[name]
    return (
      loaded.has(name) && (
        <Suspense key={name}>
          <Dialog open={open === name} onClose={() => setOpen(undefined)} />
        </Suspense>
      )
    )
  })
  return { show, views }
}

/** The card above the menu items. Tab moves between the card's buttons and the menu, arrows within the menu. */
const panel = (card: ReactNode, menu: ReactNode, onEscape: () => void) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: it only forwards the focus from the dropdown, and handles Tab
  <div
    tabIndex={-1}
    className="user-panel"
    onFocus={({ target, currentTarget }) => {
      if (target === currentTarget) currentTarget.querySelector<HTMLElement>('[role="menu"]')?.focus()
    }}
    onKeyDownCapture={(event) => {
      // the dropdown would close on Tab, even from card to items; the menu would use Escape for its own navigation
      if (event.key === 'Tab' || event.key === 'Escape') event.stopPropagation()
      if (event.key === 'Escape') onEscape()
    }}
  >
    {card}
    {menu}
  </div>
)

function Avatar({ src, name }: { src: string | undefined; name: string }) {
  return (
    <span className="user-avatar" aria-hidden="true">
      {src ? <img src={src} alt="" /> : Array.from(name)[0]}
    </span>
  )
}

export function UserMenu({ isNarrow }: { isNarrow: boolean }) {
  const session = useSession()
  const texts = useTexts()
  const { modal } = App.useApp()
  const { show, views } = useDialogs()
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const quiet = { call: { hideErrorMsg: true, background: true }, staleTime: Number.POSITIVE_INFINITY }
  const { data: person } = useCall(getLoginUserInfo, undefined, { ...quiet, refetchInterval: AVATAR_LINK_MS })
  const { data: info } = useCall(getUserInfo, undefined, { ...quiet, enabled: isOpen })
  if (!session) return null

  const realName = person?.realName || session.realName || session.userName

  /** Returns the focus to the trigger, where dialogs return it as well when they close. */
  const leave = () => {
    setOpen(false)
    trigger.current?.focus()
  }

  const choose = (key: string) => {
    leave()
    if (isDialog(key)) return show(key)
    modal.confirm({
      title: texts.tip,
      content: texts.signOutQuestion,
      okText: texts.confirm,
      cancelText: texts.cancel,
      onOk: () => signOutHere(),
    })
  }

  const card = (
    <div className="user-card">
      <button
        type="button"
        className="user-avatar-button"
        aria-label={texts.changeAvatar}
        title={texts.changeAvatar}
        onClick={() => choose('avatar')}
      >
        <Avatar src={person?.avatar} name={realName} />
      </button>
      <div className="user-card-names">
        <strong>{realName}</strong>
        <small>{info ? info.role.name : '\u00a0'}</small>
      </div>
      <Button type="link" size="small" onClick={() => choose('security')}>
        {texts.accountSecurity}
      </Button>
    </div>
  )

  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        autoFocus
        open={isOpen}
        onOpenChange={setOpen}
        menu={{
          items: [
            { key: 'password', label: texts.changePassword, icon: <KeyOutlined /> },
            { key: 'settings', label: texts.systemSettings, icon: <SettingOutlined /> },
            { key: 'signOut', label: texts.signOut, icon: <LogoutOutlined /> },
          ],
          onClick: ({ key, domEvent }) => {
            // otherwise Enter would also click the refocused trigger and reopen the menu
            domEvent.preventDefault()
            choose(key)
          },
        }}
        popupRender={(menu) => panel(card, menu, leave)}
      >
        <Button
          ref={trigger}
          type="text"
          className="user-button"
          aria-label={texts.ownMenu(realName, session.userName)}
          aria-haspopup="menu"
          aria-expanded={isOpen}
        >
          <Avatar src={person?.avatar} name={realName} />
          {!isNarrow && (
            <span className="user-names">
              <span>{realName}</span>
              <small>{session.userName}</small>
            </span>
          )}
        </Button>
      </Dropdown>
      {views}
    </>
  )
}
