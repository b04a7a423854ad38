// Which pages may be quick entries, and where each stands in the menu: pure.
import type { QuickEntry } from '../../../contract/home/home.ts'
import type { StoredMenu } from '../organisation/menus/menus.queries.ts'
import { type Sight, visibleMenus } from '../organisation/menus/menus.rules.ts'

const PAGE = 2
/** The home page is where the entries are: one that leads there leads nowhere. */
const HOME = '/home'

/** All pages that the person sees, in the order of the menu, with the names above each. */
export function entriesOf(rows: readonly StoredMenu[], sight: Sight): QuickEntry[] {
  const byParent = Map.groupBy(visibleMenus(rows, sight), ({ parentId }) => parentId)
  const below = (parentId: string | null, trail: string[]): QuickEntry[] =>
    (byParent.get(parentId) ?? []).flatMap(({ id, type, code, name, path, source, isOpen }) => {
      const own = type === PAGE && path !== HOME ? [{ menuId: id, code, name, path, source, isOpen, trail }] : []
      return [...own, ...below(id, [...trail, name])]
    })
  return below(null, [])
}

/** The entries of these ids, in their order; ids of pages that the person does not see are left out. */
export function pick(entries: readonly QuickEntry[], menuIds: readonly string[]): QuickEntry[] {
  const byId = new Map(entries.map((entry) => [entry.menuId, entry]))
  return menuIds.flatMap((id) => byId.get(id) ?? [])
}
