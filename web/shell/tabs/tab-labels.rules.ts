// What stands on the tabs: pages of one name, such as the accounts of two sub-products, say which menu they are of.
import { pathOf } from '../../lib/page.ts'
import { type MenuEntry, trailOf } from '../../lib/session/menu.rules.ts'
import type { Tab } from './tabs.rules.ts'

/** By the tab's key: its title, followed by that of the menu above where another open tab has the same. */
export function labelsOf(tabs: readonly Tab[], menu: readonly MenuEntry[]): ReadonlyMap<string, string> {
  const count = Map.groupBy(tabs, ({ title }) => title)
  return new Map(
    tabs.map(({ key, title, place }) => {
      const isTwin = (count.get(title)?.length ?? 0) > 1
      const above = isTwin ? trailOf(menu, pathOf(place.pathname)).at(-2)?.title : undefined
      return [key, above ? `${title} · ${above}` : title]
    }),
  )
}
