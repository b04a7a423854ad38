// Syncs tab strip and address: the tabs follow the address; closing or switching a tab navigates.
import { App } from 'antd'
import { useCallback, useEffect, useLayoutEffect, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { SUBSIDIARY, TWO_LEVEL } from '#web/lib/open-page.ts'
import { findPage, pathOf } from '#web/lib/page.ts'
import { queryClient } from '#web/lib/query.ts'
import { HOME_ADDRESS } from '#web/lib/session/menu.rules.ts'
import { usePages } from '#web/lib/session/menus.ts'
import { loginAddress } from '#web/lib/session/session.ts'
import { BASE, TITLE_SUFFIX } from '#web/lib/site.ts'
import { forgetUnsaved, hasAnyUnsaved, hasUnsaved } from '#web/lib/unsaved.ts'
import { textsNow } from '../texts/texts.ts'
import { type Go, useGo } from '../use-go.ts'
import { type Here, keyOf } from '../use-place.ts'
import {
  addressOf,
  dropLeftBehind,
  findPageOf,
  findTab,
  leftBehind,
  type OpenPage,
  refresh,
  topOf,
} from './tabs.rules.ts'
import { changeTabs, closeAfterMove, moveTo, type TabsChange, unsavedIn, useTabs } from './tabs.ts'
import { useClosedByRights } from './use-closed-by-rights.ts'

/** Runs `act` at once if `pages` is empty, else asks first. */
type AskUnsaved = (pages: readonly OpenPage[], act: () => void, stay?: () => void) => void

/** Asks before unsaved input is lost: nothing but this answer discards a page's drafts when it closes. */
function useAskUnsaved(): AskUnsaved {
  const { confirm } = App.useApp().modal
  return useCallback(
    (pages, act, stay) => {
      if (pages.length === 0) return act()
      const texts = textsNow()
      confirm({
        title: texts.systemPrompt,
        content: texts.unsavedQuestion(texts.quoted(pages.map(({ title }) => title))),
        okText: texts.goOn,
        cancelText: texts.cancel,
        onOk: () => {
          for (const { key } of pages) forgetUnsaved(key)
          act()
        },
        onCancel: () => stay?.(),
      })
    },
    [confirm],
  )
}

const RETRY = 'sec'

/** Remounts a page with fresh data. */
function refreshPage(key: string): void {
  void queryClient.invalidateQueries({ refetchType: 'none' })
  changeTabs((state) => refresh(state, key))
}

/**
 * spec §4: an unknown path is retried once with a query flag and a full reload, since a new release may know it; then
 * it goes to 404. The flag is removed from known addresses.
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

/** Redirecting addresses: `/`, `/redirect/…` (spec §2) and pages with an HTML entry of their own. */
function useMoves({ found, place }: Here, reload: (pageKey: string) => void): void {
  const navigate = useNavigate()
  const pages = usePages((state) => state.pages)
  useEffect(() => {
    if (found?.pattern === '/') void navigate(HOME_ADDRESS, { replace: true })
    if (found?.entry.isOwnEntry) location.replace(loginAddress(false))
    if (found?.pattern !== '/redirect/*') return
    // a leading `//` would mean another host
    const target = { ...place, pathname: place.pathname.slice('/redirect'.length).replace(/^\/+/, '/') }
    void navigate(target, { replace: true })
    const page = findPage(pages, target.pathname)
    if (page && findPageOf(useTabs.getState(), keyOf(page, target))) reload(keyOf(page, target))
  }, [found, place, pages, navigate, reload])
}

/** spec §4: adds the two-level flag to addresses without it. */
function useMark({ isUnmarked, place }: Here): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isUnmarked) return
    const query = new URLSearchParams(place.search)
    query.set(TWO_LEVEL, '1')
    void navigate({ ...place, search: `?${query}` }, { replace: true })
  }, [isUnmarked, place, navigate])
}

/** After going back below pages with unsaved input: asks, then closes them or navigates back to them. */
function useLeftBehind({ target }: Here, ask: AskUnsaved): void {
  const navigate = useNavigate()
  useEffect(() => {
    const pages = target ? leftBehind(useTabs.getState()) : []
    const top = pages.at(-1)
    if (!top) return
    const isStill = () => leftBehind(useTabs.getState()).includes(top)
    ask(
      pages,
      () => isStill() && changeTabs(dropLeftBehind),
      () => isStill() && void navigate(addressOf(top.place)),
    )
  }, [target, ask, navigate])
}

export type TabsFlow = {
  /** Applies an operation on the tabs; asks first if it would lose unsaved input. */
  change: (next: TabsChange) => void
  /** Activates a tab at its current page. */
  open: (tabKey: string) => void
  /** Remounts the page that a tab shows; asks first if it has unsaved input. */
  reload: (tabKey: string) => void
  /** 返回 of a two-level page; asks first if it has unsaved input. */
  goBack: (back: string) => void
}

/** Target of 返回: the open tab's current address (with its filters), else the configured one. */
function addressOfBack(back: string): string {
  const tab = findTab(useTabs.getState(), pathOf(back))
  return tab ? addressOf(tab.place) : back
}

/** Whether the browser's back stays within the console. */
const hasHistory = () => ((history.state as { idx?: number } | null)?.idx ?? 0) > 0

function acts(ask: AskUnsaved, go: Go): TabsFlow & { reloadPage: (pageKey: string) => void } {
  const front = () => findPageOf(useTabs.getState(), useTabs.getState().front)
  const unsaved = (page: OpenPage) => (hasUnsaved(page.key) ? [page] : [])
  const reloadPage = (key: string) => {
    const page = findPageOf(useTabs.getState(), key)
    if (page) ask(unsaved(page), () => refreshPage(key))
  }
  return {
    change: (next) =>
      ask(unsavedIn(next), () => {
        const before = useTabs.getState().front
        changeTabs(next)
        const page = front()
        if (page && page.key !== before) go(addressOf(page.place))
      }),
    open: (tabKey) => {
      const tab = findTab(useTabs.getState(), tabKey)
      if (tab) go(addressOf(topOf(tab).place))
    },
    reload: (tabKey) => {
      const state = useTabs.getState()
      const tab = findTab(state, tabKey)
      if (tab) reloadPage(tab.key === state.active ? state.front : topOf(tab).key)
    },
    reloadPage,
    goBack: (back) => {
      const page = front()
      if (!page) return
      ask(unsaved(page), () => {
        closeAfterMove(page.key)
        const isSubsidiary = new URLSearchParams(page.place.search).has(SUBSIDIARY)
        if (isSubsidiary && hasHistory()) go(-1)
        else go(addressOfBack(back))
      })
    },
  }
}

export function useTabsFlow(here: Here): TabsFlow {
  const go = useGo()
  const ask = useAskUnsaved()
  const flow = useMemo(() => acts(ask, go), [ask, go])
  useUnknownPaths(here)
  useMoves(here, flow.reloadPage)
  useMark(here)

  const takeClosed = useClosedByRights(here)
  const { target, found } = here
  useLayoutEffect(() => {
    // the front page was closed by a change of rights; navigation to its neighbour is pending
    if (takeClosed()) return
    moveTo(target)
    document.title = `${target?.page.title ?? found?.entry.title ?? ''} - ${TITLE_SUFFIX}`
  }, [target, found, takeClosed])
  useLeftBehind(here, ask)

  useEffect(() => {
    const keep = (event: BeforeUnloadEvent) => {
      if (hasAnyUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', keep)
    return () => window.removeEventListener('beforeunload', keep)
  }, [])
  return flow
}
