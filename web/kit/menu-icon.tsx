// The icon of a menu row, wherever it is shown: in the menus, in the search, among the quick entries, in the editor. The server
// names it; until the icons are there their place is kept free, and for a name that is none of them the kind of row stands.
import { FileTextOutlined, FolderOutlined, HomeOutlined } from '@ant-design/icons'
import { lazy, Suspense } from 'react'

const NamedIcon = lazy(() => import('./menu-icons.tsx'))
const place = { width: '1em', height: '1em' }

export type MenuIconProps = { name: string; isFolder?: boolean; className?: string }

export function MenuIcon({ name, isFolder = false, className }: MenuIconProps) {
  const own = className !== undefined && { className }
  // what the shell itself puts first, and shows before anything else is there
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
