// What can be granted: `menu:alias` of every button whose page has a screen.
import { rightKey } from '#contract/access.ts'
import { menuRows } from '#server/db/seed/menus.ts'
import { pages } from '#web/pages.ts'

export const isScreen = (path: string) => path in pages || `${path}/index` in pages

export const waitingPages = () => menuRows.filter(({ type, path }) => type === 2 && !isScreen(path))

export function buttonsOnScreens(): string[] {
  const waiting = new Set(waitingPages().map(({ code }) => code))
  return menuRows.flatMap(({ type, parentCode, alias }) =>
    type === 3 && parentCode !== null && !waiting.has(parentCode) ? [rightKey(parentCode, alias)] : [],
  )
}
