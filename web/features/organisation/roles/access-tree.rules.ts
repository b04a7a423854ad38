// Tree of pages and buttons for the access screen: one kind of node for both, searchable by name, code and path.
import type { Alias } from '#contract/access.ts'
import type { AccessNode } from '#contract/organisation/access-explained.ts'

export type AccessItem = {
  /** `userList`, or `userList:add` for a button. */
  key: string
  name: string
  page: string
  path: string
  alias: Alias | undefined
  isPage: boolean
  allowed: boolean
  by: readonly string[]
  children: AccessItem[]
}

export function accessItems(nodes: readonly AccessNode[]): AccessItem[] {
  return nodes.map(({ code, name, path, type, allowed, by, buttons, children = [] }) => ({
    key: code,
    name,
    page: code,
    path,
    alias: undefined,
    isPage: type === 2,
    allowed,
    by,
    children: [
      ...accessItems(children),
      ...buttons.map((button) => ({
        ...button,
        key: `${code}:${button.alias}`,
        page: code,
        path,
        isPage: false,
        children: [],
      })),
    ],
  }))
}

const isNamed = ({ name, key, path, alias }: AccessItem, needle: string) =>
  [name, key, alias ?? path].some((text) => text.toLowerCase().includes(needle))

/** Matching nodes with all their ancestors and descendants. */
export function findAccess(items: readonly AccessItem[], text: string, isAllowedOnly: boolean): AccessItem[] {
  const needle = text.trim().toLowerCase()
  return items.flatMap((item) => {
    const isFound = isNamed(item, needle)
    const children = findAccess(item.children, isFound ? '' : needle, isAllowedOnly)
    const isOwn = isFound && (item.allowed || !isAllowedOnly)
    return isOwn || children.length > 0 ? [{ ...item, children }] : []
  })
}

/** Keys of all nodes with children, to expand them. */
export const foldersOf = (items: readonly AccessItem[]): string[] =>
  items.flatMap(({ key, children }) => (children.length > 0 ? [key, ...foldersOf(children)] : []))

export function itemAt(items: readonly AccessItem[], key: string): AccessItem | undefined {
  for (const item of items) {
    const found = item.key === key ? item : itemAt(item.children, key)
    if (found) return found
  }
  return undefined
}
