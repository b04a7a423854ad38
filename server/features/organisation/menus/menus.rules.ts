// The part of the menu tree that one person sees: explicit grants, with their ancestors derived.
import type { MenuButtons, MenuNode } from '#contract/organisation/users.ts'
import { toTree } from '#server/core/lists/tree.ts'
import type { StoredMenu } from './menus.queries.ts'

const BUTTON = 3

export type Sight = { isAdministrator: boolean; menuIds: ReadonlySet<string> }

/** Buttons that the person holds, including hidden ones: a hidden button is still a right. */
function heldButtons(rows: readonly StoredMenu[], { isAdministrator, menuIds }: Sight): StoredMenu[] {
  return rows.filter((row) => row.type === BUTTON && (isAdministrator || menuIds.has(row.id)))
}

/**
 * Buttons that make their page visible: `view`, and `dateEdit`, which implies every alias of its menu. A page without a
 * `view` button opens by any of its buttons.
 */
export function opensPage(rows: readonly StoredMenu[]): (button: StoredMenu) => boolean {
  const withView = new Set(
    rows.flatMap(({ type, alias, parentId }) => (type === BUTTON && alias === 'view' ? [parentId] : [])),
  )
  return ({ alias, parentId }) => alias === 'view' || alias === 'dateEdit' || !withView.has(parentId)
}

/** Visible directories and pages: granted ones, those that a granted button opens, and all ancestors. */
export function visibleMenus(rows: readonly StoredMenu[], sight: Sight): StoredMenu[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const visible = new Set<string>()
  const addWithAncestors = (id: string | null) => {
    for (let row = byId.get(id ?? ''); row && !visible.has(row.id); row = byId.get(row.parentId ?? ''))
      visible.add(row.id)
  }
  const opens = opensPage(rows)
  const isGiven = (row: StoredMenu) => sight.isAdministrator || sight.menuIds.has(row.id)
  for (const row of rows) if (isGiven(row) && (row.type !== BUTTON || opens(row))) addWithAncestors(row.id)
  return rows.filter((row) => row.type !== BUTTON && row.isShow === 1 && visible.has(row.id))
}

const toNode = ({ isCached, roles, ...row }: StoredMenu) => ({
  ...row,
  label: row.name,
  icon: row.source,
  isDeleted: 0,
  menuNameTab: row.name,
  meta: { name: row.name, i18n: row.code, roles, isCached },
})

export const menuTree = (rows: readonly StoredMenu[], sight: Sight): MenuNode[] =>
  toTree(visibleMenus(rows, sight).map(toNode))

const toButton = ({ code, alias }: StoredMenu) => ({ code, alias })

/** The buttons of one menu. */
export const buttonsOf = (rows: readonly StoredMenu[], sight: Sight, menuId: string) =>
  heldButtons(rows, sight)
    .filter((row) => row.parentId === menuId)
    .map(toButton)

/** Buttons by menu; a menu without granted buttons is left out. */
export function buttonsByMenu(rows: readonly StoredMenu[], sight: Sight): MenuButtons[] {
  const held = Map.groupBy(heldButtons(rows, sight), (row) => row.parentId)
  return rows.flatMap((menu) => {
    const buttons = held.get(menu.id)
    return buttons ? [{ id: menu.id, code: menu.code, children: buttons.map(toButton) }] : []
  })
}
