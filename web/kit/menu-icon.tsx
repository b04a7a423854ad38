// The icon of a menu row in the menus, the search, the quick entries and the menu editor. The server names it; its
// space is blank until it is loaded, and an unknown name shows a folder or page icon.
import { FileTextOutlined, FolderOutlined, HomeOutlined } from '@ant-design/icons'
import { lazy, Suspense } from 'react'

const NamedIcon = lazy(() => import('./menu-icons.tsx'))
const place = { width: '1em', height: '1em' }

export type MenuIconProps = { name: string; isFolder?: boolean; className?: string }

export function MenuIcon({ name, isFolder = false, className }: MenuIconProps) {
  const own = className !== undefined && { className }
  // bundled, as the shell shows it before anything else is loaded
  if (name === 'home' || name === 'HomeOutlined') return <HomeOutlined {...own} />
  const kind = isFolder ? <FolderOutlined {...own} /> : <FileTextOutlined {...own} />
  if (!name) return kind
  const waiting = <span className={`anticon ${className ?? ''}`} style={place} />
  return (
    <Suspense fallback={waiting}>
      <NamedIcon name={name} fallback={kind} waiting={waiting} {...own} />
    </Suspense>
  )
}
