// The frame around every page of a signed-in person: bars, menus, tabs, content.
import './shell.css'
import { Drawer, Menu } from 'antd'
import { useEffect, useState } from 'react'
import type { MenuEntry } from '../lib/menu.rules.ts'
import { useMenu } from '../lib/menus.ts'
import { ExpiryBar, OfflineBar } from './bars.tsx'
import { itemOf } from './menu-items.tsx'
import { Sidebar } from './sidebar.tsx'
import { TabStrip } from './tab-strip.tsx'
import { useTabs } from './tabs.ts'
import { TopBar } from './top-bar.tsx'
import { useHere } from './use-place.ts'
import { useScreen } from './use-screen.ts'
import { useTabsFlow } from './use-tabs-flow.ts'
import { Workbench } from './workbench.tsx'

/** Collapsed by the width (spec §2) until the person says otherwise; crossing the width decides anew. */
function useCollapse(isTight: boolean) {
  const [isCollapsed, setCollapsed] = useState(isTight)
  useEffect(() => setCollapsed(isTight), [isTight])
  return { isCollapsed, toggle: () => setCollapsed((now) => !now) }
}

/** The branch that the sidebar shows: the page's own, until the person looks into another one. */
function useBranch(menu: readonly MenuEntry[], trail: readonly MenuEntry[]) {
  const own = trail[0]?.path
  const [chosen, setChosen] = useState(own)
  useEffect(() => {
    if (own) setChosen(own)
  }, [own])
  const branch = menu.find(({ path }) => path === chosen) ?? trail[0] ?? menu[0]
  return { branch, choose: (entry: MenuEntry) => setChosen(entry.path) }
}

export function Shell() {
  const here = useHere()
  const flow = useTabsFlow(here)
  const menu = useMenu()
  const screen = useScreen()
  const { isCollapsed, toggle } = useCollapse(screen.isTight)
  const { branch, choose } = useBranch(menu, here.trail)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const isEmpty = menu.length <= 1
  const current = here.trail.at(-1)?.path

  return (
    <div className="shell" data-narrow={screen.isNarrow || undefined}>
      <TopBar
        menu={menu}
        branch={screen.isNarrow ? here.trail[0] : branch}
        isNarrow={screen.isNarrow}
        isCollapsed={isCollapsed}
        onToggle={screen.isNarrow ? () => setDrawerOpen(true) : toggle}
        onBranch={choose}
        onRefresh={() => flow.reload(useTabs.getState().active)}
      />
      <div className="shell-body">
        {!screen.isNarrow && (
          <Sidebar key={branch?.path} branch={branch} trail={here.trail} isCollapsed={isCollapsed} isEmpty={isEmpty} />
        )}
        <div className="shell-main">
          <TabStrip flow={flow} />
          <OfflineBar />
          <ExpiryBar />
          <Workbench here={here} />
        </div>
      </div>
      <Drawer
        title="菜单"
        placement="left"
        size={272}
        open={screen.isNarrow && isDrawerOpen}
        onClose={() => setDrawerOpen(false)}
        styles={{ body: { padding: 8 } }}
      >
        <Menu
          mode="inline"
          inlineIndent={16}
          items={menu.map(itemOf)}
          selectedKeys={current ? [current] : []}
          defaultOpenKeys={here.trail.slice(0, -1).map(({ path }) => path)}
          onClick={() => setDrawerOpen(false)}
        />
        {isEmpty && <p className="sidebar-tip">暂无菜单权限，请联系管理员</p>}
      </Drawer>
    </div>
  )
}
