// The frame around all pages after signing in: bars, menus, tabs, content.
import './shell.css'
import './print.css'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { isImpersonating } from '#web/lib/session/impersonation.ts'
import { HOME, type MenuEntry } from '#web/lib/session/menu.rules.ts'
import { useMenu } from '#web/lib/session/menus.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useSettings } from '#web/lib/settings.ts'
import { ExpiryBar, OfflineBar, StorageBar } from './bars.tsx'
import { noteRecentPage } from './menu/recent-pages.ts'
import { Sidebar } from './menu/sidebar.tsx'
import { ImpersonationNotice } from './person/impersonation-notice.tsx'
import { TabStrip } from './tabs/tab-strip.tsx'
import { useTabs } from './tabs/tabs.ts'
import { useTabsFlow } from './tabs/use-tabs-flow.ts'
import { TopBar } from './top-bar.tsx'
import { useHere } from './use-place.ts'
import { useScreen } from './use-screen.ts'
import { VersionBar } from './version-bar.tsx'
import { Workbench } from './workbench.tsx'

const LiveBar = lazy(() => import('./notices/live-bar.tsx'))
const NarrowMenu = lazy(() => import('./menu/narrow-menu.tsx'))
const Watermark = lazy(() => import('./watermark.tsx'))

/** Collapsed by width (spec §2) or by the person's toggle; crossing the breakpoint resets the toggle. */
function useCollapse(isTight: boolean) {
  const [isCollapsed, setCollapsed] = useState(isTight)
  useEffect(() => setCollapsed(isTight), [isTight])
  const toggle = useCallback(() => setCollapsed((now) => !now), [])
  return { isCollapsed, toggle }
}

/** The branch in the sidebar: the page's own, unless the person has chosen another one. */
function useBranch(menu: readonly MenuEntry[], trail: readonly MenuEntry[]) {
  const own = trail[0]?.path
  const [chosen, setChosen] = useState(own)
  useEffect(() => {
    if (own) setChosen(own)
  }, [own])
  const branch = menu.find(({ path }) => path === chosen) ?? trail[0] ?? menu[0]
  const choose = useCallback((entry: MenuEntry) => setChosen(entry.path), [])
  return { branch, choose }
}

/** Records recently opened pages for the menu search. */
function useRecentPages(path: string | undefined): void {
  const userId = useSession()?.user_id
  useEffect(() => {
    if (userId && path && path !== HOME && !isImpersonating()) noteRecentPage(userId, path)
  }, [userId, path])
}

export function Shell() {
  const hasWatermark = useSettings(({ watermark }) => watermark)
  const here = useHere()
  const flow = useTabsFlow(here)
  const menu = useMenu()
  const screen = useScreen()
  const { isCollapsed, toggle } = useCollapse(screen.isTight)
  const { branch, choose } = useBranch(menu, here.trail)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const openDrawer = useCallback(() => setDrawerOpen(true), [])
  const closeDrawer = useCallback(() => setDrawerOpen(false), [])
  const refresh = useCallback(() => flow.reload(useTabs.getState().active), [flow])
  const isEmpty = menu.length <= 1
  const current = here.trail.at(-1)?.path
  useRecentPages(current)

  return (
    <div className="shell" data-size={screen.size}>
      <ImpersonationNotice />
      <TopBar
        menu={menu}
        branch={screen.isNarrow ? here.trail[0] : branch}
        isNarrow={screen.isNarrow}
        isCollapsed={isCollapsed}
        onToggle={screen.isNarrow ? openDrawer : toggle}
        onBranch={choose}
        onRefresh={refresh}
      />
      <div className="shell-body">
        {!screen.isNarrow && <Sidebar branch={branch} trail={here.trail} isCollapsed={isCollapsed} isEmpty={isEmpty} />}
        <div className="shell-main">
          <TabStrip flow={flow} />
          <OfflineBar />
          <ExpiryBar />
          <VersionBar />
          <StorageBar />
          {!isImpersonating() && (
            <Suspense>
              <LiveBar />
            </Suspense>
          )}
          {/* pages are in Chinese, whatever the shell's language */}
          <div className="shell-content" lang="zh-CN">
            <Workbench here={here} flow={flow} />
            {hasWatermark && (
              <Suspense>
                <Watermark />
              </Suspense>
            )}
          </div>
        </div>
      </div>
      {screen.isNarrow && (
        <Suspense>
          <NarrowMenu menu={menu} trail={here.trail} isOpen={isDrawerOpen} isEmpty={isEmpty} onClose={closeDrawer} />
        </Suspense>
      )}
    </div>
  )
}
