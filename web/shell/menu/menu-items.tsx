// Menu entries as antd menu items; leaves are links, so they can be opened in a new browser tab.
import type { MenuProps } from 'antd'
import { Link } from 'react-router'
import { MenuIcon } from '#web/kit/menu-icon.tsx'
import { OverflowText } from '#web/kit/table/overflow-text.tsx'
import type { MenuEntry } from '#web/lib/session/menu.rules.ts'
import { BASE } from '#web/lib/site.ts'

type Item = NonNullable<MenuProps['items']>[number]

/**
 * spec §2 "tooltip titles": title that antd shows beside the icon when collapsed. antd's type wants a string, but that
 * would also become the browser's native tooltip; an element does not.
 */
const tooltipTitle = (title: string) => (<span>{title}</span>) as unknown as string

/** When expanded, a truncated title shows in full on hover. */
function itemOf(entry: MenuEntry, isCollapsed = false): Item {
  const { path, address, title, isNewWindow, children } = entry
  const icon = <MenuIcon name={entry.icon} isFolder={children.length > 0} />
  const name = <OverflowText>{title}</OverflowText>
  if (children.length > 0) {
    return { key: path, label: name, icon, children: itemsOf(children) }
  }
  const label = isNewWindow ? (
    <a href={BASE + address} target="_blank" rel="noreferrer">
      {name}
    </a>
  ) : (
    <Link to={address}>{name}</Link>
  )
  return { key: path, label, icon, ...(isCollapsed && { title: tooltipTitle(title) }) }
}

/** Adjacent entries of one group get a common caption, unless collapsed. */
export function itemsOf(entries: readonly MenuEntry[], isCollapsed = false): Item[] {
  const items: Item[] = []
  let last: { group: string; children: Item[] } | undefined
  for (const entry of entries) {
    const item = itemOf(entry, isCollapsed)
    if (isCollapsed || !entry.group) {
      items.push(item)
      last = undefined
    } else if (last?.group === entry.group) last.children.push(item)
    else {
      last = { group: entry.group, children: [item] }
      items.push({ type: 'group', key: `group ${entry.path}`, label: entry.group, children: last.children })
    }
  }
  return items
}
