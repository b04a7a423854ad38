// Resolves the address: its page, whether the person may open it, and the tab it belongs to.
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { TWO_LEVEL, useOpensInTab } from '#web/lib/open-page.ts'
import { type FoundPage, findPage, type Pages, pathOf } from '#web/lib/page.ts'
import { HOME, judgePage, leavesOf, type MenuEntry, trailOf, type Verdict } from '#web/lib/session/menu.rules.ts'
import { useMenu, usePages } from '#web/lib/session/menus.ts'
import { usePermissions } from '#web/lib/session/permissions.ts'
import { hasUnsaved } from '#web/lib/unsaved.ts'
import { homeTab, type NewPage, type Place } from './tabs/tabs.rules.ts'
import type { Target } from './tabs/tabs.ts'

/** The header of a two-level page (spec §2). */
export type Header = { title: string; back: string }

export type Here = {
  place: Place
  found: FoundPage | null
  verdict: Verdict
  /** Menu lines that lead to this page, or to its parent page. */
  trail: MenuEntry[]
  /** What to open in a tab; null for a page without one. */
  target: Target | null
  header: Header | null
  /** A two-level page whose address lacks the flag. */
  isUnmarked: boolean
}

/** Page key: by record if the route says so (`perRecord`), else one page reused for all parameters. */
export function keyOf({ entry }: FoundPage, place: Place): string {
  const path = pathOf(place.pathname)
  const record = entry.perRecord ? new URLSearchParams(place.search).get(entry.perRecord) : null
  return record ? `${path}?${entry.perRecord}=${record}` : path
}

function pageOf(found: FoundPage, place: Place, menu: readonly MenuEntry[]): NewPage {
  const { pattern, entry } = found
  const path = pathOf(place.pathname)
  const line = leavesOf(menu).find((leaf) => leaf.path === path)
  const name = new URLSearchParams(place.search).get('tagName')
  const title = pattern === HOME ? homeTab.title : (line?.title ?? entry.title)
  return {
    key: keyOf(found, place),
    title: name ? `${title} ${name}` : title,
    place,
    isKept: line?.isCached ?? entry.kept ?? false,
  }
}

/** The page that a two-level page returns to, or the home page if that may not be opened. */
function backPage(back: string, pages: Pages, mayOpen: (found: FoundPage) => boolean, menu: MenuEntry[]): NewPage {
  const found = findPage(pages, back)
  return found && mayOpen(found) ? pageOf(found, { pathname: back, search: '', hash: '' }, menu) : homeTab
}

export function useHere(): Here {
  const { pathname, search, hash } = useLocation()
  const pages = usePages((state) => state.pages)
  const rows = usePermissions((state) => state.menus)
  const holdings = usePermissions((state) => state.holdings)
  const opensInTab = useOpensInTab()
  const menu = useMenu()
  // separate memo: a changed query must not re-render the menus
  const trail = useMemo(() => {
    const own = trailOf(menu, pathOf(pathname))
    const { parent, back } = findPage(pages, pathname)?.entry ?? {}
    const above = parent ?? back
    return own.length > 0 || !above ? own : trailOf(menu, pathOf(above))
  }, [pages, menu, pathname])
  return useMemo(() => {
    const place = { pathname, search, hash }
    const found = findPage(pages, pathname)
    const judge = (page: FoundPage | null) => judgePage(page, rows, holdings)
    const verdict = judge(found)
    const nothing: Here = { place, found, verdict, trail, target: null, header: null, isUnmarked: false }
    if (!found || found.entry.noTab) return nothing
    // a page forbidden by a change of rights stays visible while it has unsaved input
    if (verdict !== 'open' && !hasUnsaved(keyOf(found, place))) return nothing
    const page = pageOf(found, place, menu)
    const { twoLevel, back } = found.entry
    if (!twoLevel || !opensInTab) return { ...nothing, target: { page, home: null } }
    const isMarked = new URLSearchParams(search).has(TWO_LEVEL)
    const isLine = trailOf(menu, pathOf(pathname)).length > 0
    const parent = isLine ? trail.at(-2) : trail.at(-1)
    const name = new URLSearchParams(search).get('tagName') ?? page.title
    return {
      ...nothing,
      target: { page, home: backPage(back, pages, (other) => judge(other) === 'open', menu) },
      header: isMarked ? { title: parent ? `${parent.title} ${name}` : name, back } : null,
      isUnmarked: !isMarked,
    }
  }, [pathname, search, hash, pages, rows, holdings, opensInTab, menu, trail])
}
