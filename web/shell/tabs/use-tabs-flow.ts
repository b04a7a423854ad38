// Keeps the tab strip and the address in step: the address leads, closing a tab moves it.
import { App } from 'antd'
import { useCallback, useEffect, useLayoutEffect, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { SUBSIDIARY, TWO_LEVEL } from '../../lib/open-page.ts'
import { findPage, pathOf } from '../../lib/page.ts'
import { queryClient } from '../../lib/query.ts'
import { HOME_ADDRESS } from '../../lib/session/menu.rules.ts'
import { usePages } from '../../lib/session/menus.ts'
import { loginAddress } from '../../lib/session/session.ts'
import { BASE, TITLE_SUFFIX } from '../../lib/site.ts'
import { hasAnyUnsaved, hasUnsaved } from '../../lib/unsaved.ts'
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

/** Acts at once where no page is named; otherwise the person decides. */
type AskUnsaved = (pages: readonly OpenPage[], act: () => void, stay?: () => void) => void

/** The question before unsaved input is lost. */
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
        onOk: act,
        onCancel: () => stay?.(),
      })
    },
    [confirm],
  )
}

const RETRY = 'sec'

/** A page starts anew, with fresh data. */
function refreshPage(key: string): void {
  void queryClient.invalidateQueries({ refetchType: 'none' })
  changeTabs((state) => refresh(state, key))
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
function useMoves({ found, place }: Here, reload: (pageKey: string) => void): void {
  const navigate = useNavigate()
  const pages = usePages((state) => state.pages)
  useEffect(() => {
    if (found?.pattern === '/') void navigate(HOME_ADDRESS, { replace: true })
    if (found?.entry.isOwnEntry) location.replace(loginAddress(false))
    if (found?.pattern !== '/redirect/*') return
    // two slashes would name another host
    const target = { ...place, pathname: place.pathname.slice('/redirect'.length).replace(/^\/+/, '/') }
    void navigate(target, { replace: true })
    const page = findPage(pages, target.pathname)
    if (page && findPageOf(useTabs.getState(), keyOf(page, target))) reload(keyOf(page, target))
  }, [found, place, pages, navigate, reload])
}

/** spec §4: the flag of a two-level page, for addresses that came without it. */
function useMark({ isUnmarked, place }: Here): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isUnmarked) return
    const query = new URLSearchParams(place.search)
    query.set(TWO_LEVEL, '1')
    void navigate({ ...place, search: `?${query}` }, { replace: true })
  }, [isUnmarked, place, navigate])
}

/** The address went back to a page with an unsaved one over it: that one goes, or the address returns to it. */
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
  /** Applies an operation on the tabs; where it would lose unsaved input, the person is asked. */
  change: (next: TabsChange) => void
  /** Brings a tab to the front, as it was left. */
  open: (tabKey: string) => void
  /** Starts the page that a tab shows anew, likewise. */
  reload: (tabKey: string) => void
  /** 返回 of a two-level page, likewise. */
  goBack: (back: string) => void
}

/** Where 返回 leads: the page's tab as it was left, with its filters, or the configured address. */
function addressOfBack(back: string): string {
  const tab = findTab(useTabs.getState(), pathOf(back))
  return tab ? addressOf(tab.place) : back
}

/** Whether the browser's own back stays within the console. */
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
    // what a change of rights has closed is followed by its neighbour, whose address is on its way
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
