// Selection of quick entries; pure.
import type { QuickEntry } from '#contract/home/home.ts'
import { HOME, leavesOf, type MenuEntry } from '#web/lib/session/menu.rules.ts'

export type Entry = Pick<MenuEntry, 'id' | 'title' | 'address' | 'path' | 'icon' | 'isNewWindow'> & { area: string }

/** Number of suggested pages if none are chosen. */
const SUGGESTED = 8

/** All pages of the menu with their top menu. */
export function pagesOf(menu: readonly MenuEntry[]): Entry[] {
  return menu
    .filter(({ path }) => path !== HOME)
    .flatMap((area) =>
      leavesOf([area]).map(({ id, title, address, path, icon, isNewWindow }) => ({
        id,
        title,
        area: area.title,
        address,
        path,
        icon,
        isNewWindow,
      })),
    )
}

/** The chosen pages that the menu still has, in order; if none, the first pages of the menu as a suggestion. */
export function shownEntries(chosen: readonly QuickEntry[], pages: readonly Entry[]) {
  const byId = new Map(pages.map((page) => [page.id, page]))
  const entries = chosen.flatMap(({ menuId }) => byId.get(menuId) ?? [])
  return entries.length > 0
    ? { entries, isSuggested: false }
    : { entries: pages.slice(0, SUGGESTED), isSuggested: pages.length > 0 }
}

/** Pages whose title or top menu contains the text, ignoring case. */
export function findPages(pages: readonly Entry[], text: string): Entry[] {
  const wanted = text.trim().toLowerCase()
  return pages.filter(({ title, area }) => `${area} ${title}`.toLowerCase().includes(wanted))
}
