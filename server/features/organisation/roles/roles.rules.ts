// Decisions on roles: which the program itself knows, and who may change which.
import type { Holdings } from '../../../../contract/access.ts'
import { mayGrant } from '../../../../contract/organisation/roles.ts'
import { ADMINISTRATOR } from '../../../core/access/actors.ts'

/** spec §4 names these two: they keep their code and stay. */
const builtIn = new Set([ADMINISTRATOR, 'sjgly'])

export const isBuiltIn = (code: string): boolean => builtIn.has(code)

type Row = { id: string; parentId: string | null; type: number; code: string; alias: string }
export type Button = { id: string; code: string; menu: string; alias: string; aliases: readonly string[] }

/** Every button by its id, with its menu's code and all aliases of that menu. */
export function buttonsOfTree(rows: readonly Row[]): Map<string, Button> {
  const menus = new Map(rows.map((row) => [row.id, row]))
  const buttons = rows.filter(({ type }) => type === 3)
  const aliases = new Map<string | null, string[]>()
  for (const { parentId, alias } of buttons) aliases.set(parentId, [...(aliases.get(parentId) ?? []), alias])
  return new Map(
    buttons.map(({ id, parentId, code, alias }) => [
      id,
      { id, code, alias, menu: menus.get(parentId ?? '')?.code ?? '', aliases: aliases.get(parentId) ?? [] },
    ]),
  )
}

/** Nobody grants what they do not hold. */
export const mayGrantButton = (actor: Holdings, { menu, alias, aliases }: Button): boolean =>
  mayGrant(actor, menu, alias, aliases)

/** Nobody acts on a role that holds more than they do: taking rights away from those above would be a way up. */
export const coversRole = (
  actor: Holdings,
  { code, menuIds }: { code: string; menuIds: readonly string[] },
  buttons: ReadonlyMap<string, Button>,
): boolean =>
  actor.isAdministrator ||
  (code !== ADMINISTRATOR &&
    menuIds.every((id) => {
      const button = buttons.get(id)
      return !button || mayGrantButton(actor, button)
    }))

/** What an edit of the grants gives and takes. */
export function grantChange(before: readonly string[], after: readonly string[]) {
  const [had, has] = [new Set(before), new Set(after)]
  return { given: after.filter((id) => !had.has(id)), taken: before.filter((id) => !has.has(id)) }
}
