// Decisions on roles: those that the program refers to, and who may change which.
import type { Holdings } from '#contract/access.ts'
import type { Preview } from '#contract/envelope.ts'
import { mayGrant } from '#contract/organisation/roles.ts'
import { ADMINISTRATOR } from '#server/core/access/actors.ts'

/** spec §4 names these two: they keep their code and cannot be deleted. */
const builtIn = new Set([ADMINISTRATOR, 'sjgly'])

export const isBuiltIn = (code: string): boolean => builtIn.has(code)

type Row = { id: string; parentId: string | null; type: number; code: string; alias: string; name: string }
export type Button = {
  id: string
  code: string
  menu: string
  alias: string
  aliases: readonly string[]
  /** Display path: 大数据 > 账号管理 > 新增. */
  path: string
}

/** Every button by its id, with its menu's code and all aliases of that menu. */
export function buttonsOfTree(rows: readonly Row[]): Map<string, Button> {
  const menus = new Map(rows.map((row) => [row.id, row]))
  const buttons = rows.filter(({ type }) => type === 3)
  const aliases = new Map<string | null, string[]>()
  for (const { parentId, alias } of buttons) aliases.set(parentId, [...(aliases.get(parentId) ?? []), alias])
  const pathOf = ({ parentId, name }: Row): string[] => {
    const parent = menus.get(parentId ?? '')
    return [...(parent ? pathOf(parent) : []), name]
  }
  return new Map(
    buttons.map((row) => {
      const { id, parentId, code, alias } = row
      const menu = menus.get(parentId ?? '')?.code ?? ''
      // the last three levels are enough: the top menu is in every path
      const path = pathOf(row).slice(-3).join(' > ')
      return [id, { id, code, alias, menu, path, aliases: aliases.get(parentId) ?? [] }]
    }),
  )
}

/** Most names in a group of a preview. */
const NAMES_MAX = 20

/** Preview of an edit of grants: lost rights first, then new ones, then affected people. */
export function previewOfGrant(
  roleName: string,
  people: readonly string[],
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Preview {
  const group = (title: string, all: readonly string[]) =>
    all.length > 0 ? [{ title, count: all.length, names: all.slice(0, NAMES_MAX) }] : []
  return {
    text: `保存后立即对拥有“${roleName}”的 ${people.length} 人生效；其他角色给他们的权限不变。`,
    groups: [...group('取消的权限', removed), ...group('新增的权限', added), ...group('受影响的人员', people)],
  }
}

/** Nobody grants what they do not hold. */
export const mayGrantButton = (actor: Holdings, { menu, alias, aliases }: Button): boolean =>
  mayGrant(actor, menu, alias, aliases)

/** Nobody edits a role that holds more than they do, so that nobody takes rights from those above. */
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

/** Buttons that an edit adds and removes. */
export function grantChange(before: readonly string[], after: readonly string[]) {
  const [had, has] = [new Set(before), new Set(after)]
  return { added: after.filter((id) => !had.has(id)), removed: before.filter((id) => !has.has(id)) }
}
