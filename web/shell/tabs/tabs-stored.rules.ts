// Restores tabs after a reload: order, pins, addresses and two-level pages.
import { HOME } from '#web/lib/session/menu.rules.ts'
import { homeTab, noTabs, type OpenPage, type Place, type Tab, type Tabs } from './tabs.rules.ts'

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null) return false
  const { pathname, search, hash } = value as Partial<Place>
  return typeof pathname === 'string' && typeof search === 'string' && typeof hash === 'string'
}

function isPage(value: unknown): value is OpenPage {
  if (typeof value !== 'object' || value === null) return false
  const { key, title, place, isKept } = value as Partial<OpenPage>
  return typeof key === 'string' && typeof title === 'string' && typeof isKept === 'boolean' && isPlace(place)
}

const pageOf = ({ key, title, place, isKept }: OpenPage): OpenPage => ({ key, title, place, isKept, round: 0 })

/** Restores stored tabs; drops those of another person or of an unknown shape. */
export function restore(stored: unknown, userId: string): Tabs {
  if (typeof stored !== 'object' || stored === null || !('userId' in stored) || !('tabs' in stored)) return noTabs
  if (stored.userId !== userId || !Array.isArray(stored.tabs)) return noTabs
  const seen = new Set<string>()
  const isNew = ({ key }: OpenPage) => !seen.has(key) && Boolean(seen.add(key))
  const tabs = stored.tabs
    .filter(isPage)
    .filter(isNew)
    .map((tab): Tab => {
      const { isPinned, over } = tab as Partial<Tab>
      const pages = Array.isArray(over) ? over.filter(isPage).filter(isNew).map(pageOf) : []
      return { ...pageOf(tab), isPinned: isPinned === true, over: pages }
    })
  const home = { ...homeTab, over: tabs.find(({ key }) => key === HOME)?.over ?? [] }
  const others = tabs.filter(({ key }) => key !== HOME)
  const pinned = others.filter(({ isPinned }) => isPinned)
  return { ...noTabs, tabs: [home, ...pinned, ...others.filter(({ isPinned }) => !isPinned)] }
}
