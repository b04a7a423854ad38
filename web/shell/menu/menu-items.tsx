// Menu lines as antd's menu takes them: leaves are links, so that they open in a new browser tab too.
import type { MenuProps } from 'antd'
import { Link } from 'react-router'
import { MenuIcon } from '../../kit/menu-icon.tsx'
import { OverflowText } from '../../kit/table/overflow-text.tsx'
import type { MenuEntry } from '../../lib/session/menu.rules.ts'
import { BASE } from '../../lib/site.ts'

type Item = NonNullable<MenuProps['items']>[number]

/**
 * spec §2 "tooltip titles": collapsed, antd's menu shows this title beside the icon. A text would be shown by the browser
 * besides, which is what the type asks for; an element is not.
 */
const tooltipTitle = (title: string) => (<span>{title}</span>) as unknown as string

/** Open, a title that does not fit shows itself in full when pointed at. */
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

/** Neighbours of one group stand below its caption; collapsed there is no room for captions. */
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
