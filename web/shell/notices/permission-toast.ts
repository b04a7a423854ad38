// A pushed change of the person's rights: loaded at once, and shown in one sentence.
import { notify } from '../../lib/notify.ts'
import { findPage, pathOf } from '../../lib/page.ts'
import { queryClient } from '../../lib/query.ts'
import { usePages } from '../../lib/session/menus.ts'
import type { PermissionChange } from '../../lib/session/permissions.rules.ts'
import { currentPermissions, loadPermissions } from '../../lib/session/permissions.ts'
import { pageName } from '../page-name.ts'
import { takeClosedPaths } from '../tabs/use-closed-by-rights.ts'
import { textsNow } from '../texts/texts.ts'

/** How long the message stays: it may name several pages, s. */
const READING_S = 6

/**
 * Rows whose page does not exist were never in a menu and are not mentioned.
 * @param closed paths of open pages whose closing has been shown
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

/** A load in progress may have started before the change: then it is repeated. */
export async function takeNewRights(version: string): Promise<void> {
  for (let round = 0; round < 2 && currentPermissions().version !== version; round++) {
    takeClosedPaths()
    const change = await loadPermissions()
    // what is shown was read with the rights, and the products, of before
    void queryClient.invalidateQueries()
    if (change) notify.info(sentenceOf(change, takeClosedPaths()), READING_S)
  }
}
