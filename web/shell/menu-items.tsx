// Menu lines as antd's menu takes them: leaves are links, so that they open in a new browser tab too.
import type { MenuProps } from 'antd'
import { Link } from 'react-router'
import type { MenuEntry } from '../lib/menu.rules.ts'
import { BASE } from '../lib/site.ts'
import { menuIcon } from './menu-icon.tsx'

type Item = NonNullable<MenuProps['items']>[number]

export function itemOf(entry: MenuEntry): Item {
  const { path, address, title, isNewWindow, children } = entry
  const icon = menuIcon(entry)
  if (children.length > 0) return { key: path, label: title, title, icon, children: children.map(itemOf) }
  const label = isNewWindow ? (
    <a href={BASE + address} target="_blank" rel="noreferrer">
      {title}
    </a>
  ) : (
    <Link to={address}>{title}</Link>
  )
  return { key: path, label, title, icon }
}
