// Sidebar menu: the current branch of the top menu; icons with tooltips when collapsed.
import { Menu } from 'antd'
import { memo, useDeferredValue, useEffect, useState } from 'react'
import type { MenuEntry } from '#web/lib/session/menu.rules.ts'
import { useTexts } from '../texts/texts.ts'
import { itemsOf } from './menu-items.tsx'

type Props = {
  branch: MenuEntry | undefined
  /** Menu lines that lead to the front page. */
  trail: readonly MenuEntry[]
  isCollapsed: boolean
  /** No pages granted besides the home page. */
  isEmpty: boolean
}

const BranchMenu = memo(function BranchMenu({ branch, trail, isCollapsed, isEmpty }: Props) {
  const { bars } = useTexts()
  const current = trail.at(-1)?.path
  const folders = trail.slice(1, -1).map(({ path }) => path)
  const folderKey = folders.join(' ')
  const [openKeys, setOpenKeys] = useState<string[]>(folders)

  useEffect(() => {
    if (folderKey) setOpenKeys((open) => [...new Set([...open, ...folderKey.split(' ')])])
  }, [folderKey])

  if (!branch) return null
  const lines = branch.children.length > 0 ? branch.children : [branch]
  return (
    <nav className="sidebar" data-collapsed={isCollapsed || undefined} aria-label={bars.branchMenu(branch.title)}>
      <Menu
        mode="inline"
        inlineCollapsed={isCollapsed}
        inlineIndent={16}
        items={itemsOf(lines, isCollapsed)}
        selectedKeys={current ? [current] : []}
        {...(isCollapsed ? {} : { openKeys, onOpenChange: setOpenKeys })}
      />
      {isEmpty && !isCollapsed && <p className="sidebar-tip">{bars.noMenus}</p>}
    </nav>
  )
})

/** Deferred, so that a switch of branches renders the page first. */
export const Sidebar = memo(function Sidebar(props: Props) {
  const drawn = useDeferredValue(props)
  return <BranchMenu key={drawn.branch?.path} {...drawn} />
})
