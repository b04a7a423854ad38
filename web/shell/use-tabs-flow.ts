// Keeps the tab strip and the address in step: the address leads, closing a tab moves it.
import { App } from 'antd'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { HOME_ADDRESS } from '../lib/menu.rules.ts'
import { queryClient } from '../lib/query.ts'
import { loginAddress } from '../lib/session.ts'
import { BASE, TITLE_SUFFIX } from '../lib/site.ts'
import { hasAnyUnsaved, hasUnsaved } from '../lib/unsaved.ts'
import { addressOf, findTab, refresh, type Tabs } from './tabs.rules.ts'
import { moveTo, unsavedIn, useTabs } from './tabs.ts'
import type { Here } from './use-place.ts'

const RETRY = 'sec'

/** The page of a tab starts anew, with fresh data. */
function refreshTab(key: string): void {
  void queryClient.invalidateQueries({ refetchType: 'none' })
  useTabs.setState((state) => refresh(state, key))
}

/**
 * spec §4: an unknown path is tried once more with a mark and a full reload, since a new release may know it; then it is
 * the 404 page's. The mark is taken off an address that is known.
 */
function useUnknownPaths({ verdict, place }: Here): void {
  const navigate = useNavigate()
  useEffect(() => {
    const query = new URLSearchParams(place.search)
    const isMarked = query.has(RETRY)
    if (verdict !== 'missing' && isMarked) {
      query.delete(RETRY)
      const search = query.size > 0 ? `?${query}` : ''
      void navigate({ ...place, search }, { replace: true })
    } else if (verdict === 'missing' && isMarked) {
      void navigate('/404', { replace: true })
    } else if (verdict === 'missing') {
      query.set(RETRY, '1')
      location.replace(`${BASE}${place.pathname}?${query}`)
    }
  }, [verdict, place, navigate])
}

/** Addresses that are a move, not a page: `/`, `/redirect/…` (spec §2) and pages that are entries of their own. */
function useMoves({ found, place }: Here): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (found?.pattern === '/') void navigate(HOME_ADDRESS, { replace: true })
    if (found?.entry.isOwnEntry) location.replace(loginAddress(false))
    if (found?.pattern !== '/redirect/*') return
    const target = place.pathname.slice('/redirect'.length)
    void navigate(target + place.search, { replace: true, state: { refresh: true } })
    const tab = useTabs.getState().tabs.find((open) => open.place.pathname === target)
    if (tab) refreshTab(tab.key)
  }, [found, place, navigate])
}

export type TabsFlow = {
  /** Applies an operation on the tabs; where it would lose unsaved input, the person is asked. */
  change: (next: (state: Tabs) => Tabs) => void
  /** Starts the page of a tab anew, likewise. */
  reload: (key: string) => void
}

export function useTabsFlow(here: Here): TabsFlow {
  const navigate = useNavigate()
  const { modal } = App.useApp()
  useUnknownPaths(here)
  useMoves(here)

  const { tab, found } = here
  useLayoutEffect(() => {
    moveTo(tab)
    document.title = `${tab?.title ?? found?.entry.title ?? ''} - ${TITLE_SUFFIX}`
  }, [tab, found])

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasAnyUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])

  const { confirm } = modal
  return useMemo(() => {
    const unlessUnsaved = (titles: string[], act: () => void) => {
      if (titles.length === 0) return act()
      confirm({
        title: '系统提示',
        content: `“${titles.join('”、“')}”有未保存的内容，继续将会丢失，是否继续？`,
        okText: '继续',
        cancelText: '取消',
        onOk: act,
      })
    }
    return {
      change: (next) =>
        unlessUnsaved(unsavedIn(next(useTabs.getState())), () => {
          const before = useTabs.getState()
          const after = next(before)
          useTabs.setState(after)
          const front = after.active === before.active ? undefined : findTab(after, after.active)
          if (front) void navigate(addressOf(front.place))
        }),
      reload: (key) => {
        const title = findTab(useTabs.getState(), key)?.title
        unlessUnsaved(title && hasUnsaved(key) ? [title] : [], () => refreshTab(key))
      },
    }
  }, [confirm, navigate])
}
