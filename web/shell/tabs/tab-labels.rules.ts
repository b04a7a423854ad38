// Tab labels: equal titles, such as the accounts of two sub-products, get the parent menu appended.
import { pathOf } from '#web/lib/page.ts'
import { type MenuEntry, trailOf } from '#web/lib/session/menu.rules.ts'
import type { Tab } from './tabs.rules.ts'

/** Labels by tab key: the title, plus the parent menu's title if another open tab has the same one. */
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
