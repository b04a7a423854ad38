// Evaluates permission lists; pure (spec §5, §6).
import { type Access, type Alias, aliases, anyOf, type Holdings, isAllowed, rightKey } from '#contract/access.ts'
import type { MenuButtons, MenuNode } from '#contract/organisation/users.ts'
import { pathOf } from '../page.ts'

const PAGE = 2

/** `menu:alias`: the server's name of a right. */
export type PermissionCode = `${string}:${Alias}`

export function holdingsOf(roleCode: string, buttons: readonly MenuButtons[]): Holdings {
  const rights = buttons.flatMap(({ code, children }) => children.map(({ alias }) => rightKey(code, alias)))
  return { isAdministrator: roleCode === 'administrator', rights: new Set(rights) }
}

const isAlias = (text: string): text is Alias => (aliases as readonly string[]).includes(text)

/** Parses a code into a right; an invalid code gives none, so only administrators pass. */
function rightOf(code: string) {
  const at = code.lastIndexOf(':')
  const alias = code.slice(at + 1)
  return at > 0 && isAlias(alias) ? [{ kind: 'can' as const, menu: code.slice(0, at), alias }] : []
}

/** spec §5: the directive takes an array of permission codes; one of them is enough (spec §6). */
function accessOfCodes(codes: unknown): Access {
  if (!Array.isArray(codes)) throw new Error('need roles')
  return anyOf(...codes.map(String).flatMap(rightOf))
}

export const holdsOneOf = (codes: unknown, holdings: Holdings): boolean => {
  const access = accessOfCodes(codes)
  return holdings.isAdministrator || isAllowed(access, holdings)
}

/** The menu row of the page at a path. */
export function menuAt(rows: readonly MenuNode[], path: string): MenuNode | undefined {
  for (const row of rows) {
    if (row.type === PAGE && pathOf(row.path) === path) return row
    const below = menuAt(row.children ?? [], path)
    if (below) return below
  }
  return undefined
}

type Delivered = { menus: readonly MenuNode[]; buttons: readonly MenuButtons[] }

/** A page as its menu row names it. */
type PageName = { title: string; path: string }

/** Pages that were added and removed, and whether buttons changed on pages that remain. */
export type PermissionChange = { added: PageName[]; removed: PageName[]; hasOtherButtons: boolean }

function pagesOf(menus: readonly MenuNode[]): Map<string, PageName> {
  const own = menus.flatMap(({ id, type, name, path }) => (type === PAGE ? [[id, { title: name, path }] as const] : []))
  const below = menus.flatMap(({ children = [] }) => [...pagesOf(children)])
  return new Map([...own, ...below])
}

function buttonsOf(buttons: readonly MenuButtons[]): Map<string, string> {
  const aliasesOf = ({ children }: MenuButtons) => children.map(({ alias }) => alias).toSorted()
  return new Map(buttons.map((menu) => [menu.id, aliasesOf(menu).join(' ')]))
}

/** Null if nothing changed. */
export function permissionChange(before: Delivered, after: Delivered): PermissionChange | null {
  const [old, now] = [pagesOf(before.menus), pagesOf(after.menus)]
  const missingFrom = (others: ReadonlyMap<string, PageName>) => (entry: readonly [string, PageName]) =>
    others.has(entry[0]) ? [] : [entry[1]]
  const added = [...now].flatMap(missingFrom(old))
  const removed = [...old].flatMap(missingFrom(now))
  const [oldButtons, nowButtons] = [buttonsOf(before.buttons), buttonsOf(after.buttons)]
  const hasOtherButtons = [...now.keys()].some((id) => old.has(id) && oldButtons.get(id) !== nowButtons.get(id))
  return added.length > 0 || removed.length > 0 || hasOtherButtons ? { added, removed, hasOtherButtons } : null
}
