// What the address means for the person in front: which page, whether it may be opened, which tab it belongs to.
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { HOME, judgePage, leavesOf, type MenuEntry, trailOf, type Verdict } from '../lib/menu.rules.ts'
import { useMenu, usePages } from '../lib/menus.ts'
import { type FoundPage, findPage, pathOf } from '../lib/page.ts'
import { usePermissions } from '../lib/permissions.ts'
import type { Place, Tab } from './tabs.rules.ts'

export type Here = {
  place: Place
  found: FoundPage | null
  verdict: Verdict
  /** The lines of the menu that lead here, or to the page that this one belongs to. */
  trail: MenuEntry[]
  /** The tab to open, null for a page without one. */
  tab: Omit<Tab, 'round'> | null
}

function tabOf(found: FoundPage, place: Place, menu: readonly MenuEntry[]): Omit<Tab, 'round'> {
  const { pattern, entry } = found
  const query = new URLSearchParams(place.search)
  const line = leavesOf(menu).find(({ path }) => path === pattern)
  const path = pathOf(place.pathname)
  const record = entry.perRecord ? query.get(entry.perRecord) : null
  const name = query.get('tagName')
  const title = pattern === HOME ? '首页' : (line?.title ?? entry.title)
  return {
    key: record ? `${path}?${entry.perRecord}=${record}` : path,
    title: name ? `${title} ${name}` : title,
    place,
    isKept: line?.isCached ?? entry.kept ?? false,
  }
}

export function useHere(): Here {
  const { pathname, search, hash } = useLocation()
  const pages = usePages((state) => state.pages)
  const rows = usePermissions((state) => state.menus)
  const holdings = usePermissions((state) => state.holdings)
  const menu = useMenu()
  return useMemo(() => {
    const place = { pathname, search, hash }
    const found = findPage(pages, pathname)
    const verdict = judgePage(found, rows, holdings)
    const own = trailOf(menu, pathOf(pathname))
    const trail = own.length > 0 || !found?.entry.parent ? own : trailOf(menu, pathOf(found.entry.parent))
    const tab = found && verdict === 'open' && !found.entry.noTab ? tabOf(found, place, menu) : null
    return { place, found, verdict, trail, tab }
  }, [pathname, search, hash, pages, rows, holdings, menu])
}
