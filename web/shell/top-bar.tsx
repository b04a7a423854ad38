// Top bar (spec §2): collapse toggle, top menu, search box, fullscreen, downloads, messages, appearance, user menu.
import {
  FullscreenExitOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
} from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { memo, useEffect, useState } from 'react'
import type { MenuEntry } from '#web/lib/session/menu.rules.ts'
import { DownloadCentre } from './downloads/download-centre.tsx'
import { MenuSearchBox } from './menu/menu-search-box.tsx'
import { TopMenu, TopMenuDropdown } from './menu/top-menu.tsx'
import { AppearanceButton, Bell } from './panel-buttons.tsx'
import { UserMenu } from './person/user-menu.tsx'
import { useTexts } from './texts/texts.ts'

type Props = {
  menu: readonly MenuEntry[]
  branch: MenuEntry | undefined
  isNarrow: boolean
  isCollapsed: boolean
  onToggle: () => void
  onBranch: (entry: MenuEntry) => void
  onRefresh: () => void
}

function useFullscreen() {
  const [isFull, setFull] = useState(() => document.fullscreenElement !== null)
  useEffect(() => {
    const watch = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', watch)
    return () => document.removeEventListener('fullscreenchange', watch)
  }, [])
  const toggle = () => {
    const change = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    // refused by the browser or a policy: the button keeps its state
    change.catch(() => undefined)
  }
  return { isFull, toggle }
}

function FullscreenButton() {
  const texts = useTexts()
  const { isFull, toggle } = useFullscreen()
  const label = isFull ? texts.bars.leaveFullscreen : texts.bars.fullscreen
  if (!document.fullscreenEnabled) return null
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        aria-label={label}
        icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        onClick={toggle}
      />
    </Tooltip>
  )
}

type ToggleProps = Pick<Props, 'isNarrow' | 'isCollapsed' | 'onToggle'>

const Toggle = memo(function Toggle({ isNarrow, isCollapsed, onToggle }: ToggleProps) {
  const { bars } = useTexts()
  const label = isNarrow ? bars.openMenu : isCollapsed ? bars.expandMenu : bars.collapseMenu
  const icon = isNarrow ? <MenuOutlined /> : isCollapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />
  return (
    <Tooltip title={label} placement="bottomLeft">
      <Button type="text" aria-label={label} icon={icon} onClick={onToggle} />
    </Tooltip>
  )
})

const End = memo(function End({ menu, isNarrow }: Pick<Props, 'menu' | 'isNarrow'>) {
  const { bars } = useTexts()
  return (
    <div className="top-bar-end">
      <MenuSearchBox menu={menu} isNarrow={isNarrow} />
      <FullscreenButton />
      <DownloadCentre label={bars.downloads} none={bars.noDownloads} />
      <Bell />
      <AppearanceButton />
      <UserMenu isNarrow={isNarrow} />
    </div>
  )
})

/** Memoised: re-renders only if the menu, branch or width changes; a new branch re-renders only the top menu. */
export const TopBar = memo(function TopBar(props: Props) {
  const { menu, isNarrow, isCollapsed, onToggle } = props
  const { bars } = useTexts()
  return (
    <header className="top-bar">
      <Toggle isNarrow={isNarrow} isCollapsed={isCollapsed} onToggle={onToggle} />
      {!isNarrow && <span className="top-bar-name">{bars.product}</span>}
      {isNarrow ? <TopMenuDropdown {...props} /> : <TopMenu {...props} />}
      <End menu={menu} isNarrow={isNarrow} />
    </header>
  )
})
