// A change of the person's rights that was pushed: loaded at once, and told in one sentence.

import { notify } from '../../lib/notify.ts'
import { findPage } from '../../lib/page.ts'
import { queryClient } from '../../lib/query.ts'
import { usePages } from '../../lib/session/menus.ts'
import type { PermissionChange } from '../../lib/session/permissions.rules.ts'
import { currentPermissions, loadPermissions } from '../../lib/session/permissions.ts'
import { textsNow } from '../texts/texts.ts'

/** How long the message stays: it may name several pages, s. */
const READING_S = 6

/** Rows whose page does not exist were never in a menu: nobody misses or finds them. */
export function sentenceOf({ added, removed, hasOtherButtons }: PermissionChange): string {
  const { pages } = usePages.getState()
  const { live } = textsNow()
  const titles = (names: PermissionChange['added']) =>
    names.filter(({ path }) => findPage(pages, path)).map(({ title }) => title)
  const [gained, lost] = [titles(added), titles(removed)]
  if (gained.length + lost.length > 0) return live.rights(gained, lost)
  return hasOtherButtons ? live.buttons : ''
}

/** What runs already may have been asked before the change: then it is asked once more. */
export async function takeNewRights(version: string): Promise<void> {
  for (let round = 0; round < 2 && currentPermissions().version !== version; round++) {
    const change = await loadPermissions()
    // what is shown was read with the rights, and the products, of before
    void queryClient.invalidateQueries()
    if (change) notify.info(sentenceOf(change), READING_S)
  }
}
