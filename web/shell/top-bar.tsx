// The bar on top: menu toggle, top menu (a dropdown where there is no sidebar), fullscreen, the person.
import {
  DownOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
} from '@ant-design/icons'
import { Button, Dropdown, type MenuProps, Tooltip } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { leavesOf, type MenuEntry } from '../lib/menu.rules.ts'
import { UserMenu } from './user-menu.tsx'

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
    // refused by the browser or a policy: the button simply stays as it is
    change.catch(() => undefined)
  }
  return { isFull, toggle }
}

function FullscreenButton() {
  const { isFull, toggle } = useFullscreen()
  const label = isFull ? '退出全屏' : '全屏'
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

/** spec §2: below 1200 px, refresh first, then the top menu; choosing opens the first page of that entry. */
function TopMenuDropdown({ menu, branch, onRefresh }: Pick<Props, 'menu' | 'branch' | 'onRefresh'>) {
  const navigate = useNavigate()
  const items: MenuProps['items'] = [
    { key: 'refresh', label: '刷新' },
    { type: 'divider' },
    ...menu.map(({ path, title }) => ({ key: path, label: title })),
  ]
  const handleClick: MenuProps['onClick'] = ({ key }) => {
    if (key === 'refresh') return onRefresh()
    const first = leavesOf(menu.filter(({ path }) => path === key))[0]
    if (first) void navigate(first.address)
  }
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: handleClick, selectedKeys: branch ? [branch.path] : [] }}>
      <Button type="text" aria-label="顶部菜单">
        {branch?.title ?? '菜单'} <DownOutlined />
      </Button>
    </Dropdown>
  )
}

function TopMenu({ menu, branch, onBranch }: Pick<Props, 'menu' | 'branch' | 'onBranch'>) {
  return (
    <nav className="top-menu" aria-label="顶部菜单">
      {menu.map((entry) => {
        const isCurrent = entry.path === branch?.path
        const props = { className: 'top-menu-item', 'aria-current': isCurrent ? ('true' as const) : undefined }
        return entry.children.length === 0 ? (
          <Link key={entry.path} {...props} to={entry.address}>
            {entry.title}
          </Link>
        ) : (
          <button key={entry.path} type="button" {...props} onClick={() => onBranch(entry)}>
            {entry.title}
          </button>
        )
      })}
    </nav>
  )
}

export function TopBar(props: Props) {
  const { isNarrow, isCollapsed, onToggle } = props
  const label = isNarrow ? '打开菜单' : isCollapsed ? '展开菜单' : '收起菜单'
  const icon = isNarrow ? <MenuOutlined /> : isCollapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />
  return (
    <header className="top-bar">
      <Tooltip title={label} placement="bottomLeft">
        <Button type="text" aria-label={label} icon={icon} onClick={onToggle} />
      </Tooltip>
      {!isNarrow && <span className="top-bar-name">后台管理系统</span>}
      {isNarrow ? <TopMenuDropdown {...props} /> : <TopMenu {...props} />}
      <div className="top-bar-end">
        <FullscreenButton />
        <UserMenu isNarrow={isNarrow} />
      </div>
    </header>
  )
}
