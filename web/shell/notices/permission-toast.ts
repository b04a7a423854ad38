// Handles a pushed change of the person's rights: reloads them and shows a one-sentence toast.
import { notify } from '#web/lib/notify.ts'
import { findPage, pathOf } from '#web/lib/page.ts'
import { queryClient } from '#web/lib/query.ts'
import { usePages } from '#web/lib/session/menus.ts'
import type { PermissionChange } from '#web/lib/session/permissions.rules.ts'
import { currentPermissions, loadPermissions } from '#web/lib/session/permissions.ts'
import { pageName } from '../page-name.ts'
import { consumeClosedPaths } from '../tabs/use-closed-by-rights.ts'
import { textsNow } from '../texts/texts.ts'

/** Time to read the toast, s: at least, for each name besides, and at most. The pointer over it stops the clock. */
const READING_S = { least: 6, name: 0.5, most: 30 }

/**
 * Rows without a page in pages.ts are never shown in a menu, so they are not named.
 * @param closed paths of closed tabs that were already named
 */
export function sentenceOf(
  { added, removed, hasOtherButtons }: PermissionChange,
  closed: ReadonlySet<string> = new Set(),
): string {
  const { pages } = usePages.getState()
  const { live } = textsNow()
  const titles = (names: PermissionChange['added']) =>
    names.filter(({ path }) => findPage(pages, path) && !closed.has(pathOf(path))).map((name) => pageName(pages, name))
  const [gained, lost] = [titles(added), titles(removed)]
  if (gained.length + lost.length > 0) return live.rights(gained, lost)
  return hasOtherButtons && closed.size === 0 ? live.buttons : ''
}

/** Loads again if the first load returns an older version: it may have started before the change. */
export async function applyNewRights(version: string): Promise<void> {
  for (let round = 0; round < 2 && currentPermissions().version !== version; round++) {
    consumeClosedPaths()
    const change = await loadPermissions()
    // all cached reads used the old rights and products
    void queryClient.invalidateQueries()
    if (!change) continue
    const names = change.added.length + change.removed.length
    const seconds = Math.min(READING_S.most, Math.max(READING_S.least, names * READING_S.name))
    notify.info(sentenceOf(change, consumeClosedPaths()), seconds)
  }
}
