// The icon of a menu row, wherever it is shown: in the menus, in the search, among the quick entries, in the editor. The server
// names it; until the icons are there, and for a name that is none of them, the kind of row stands for it.
import { FileTextOutlined, FolderOutlined, HomeOutlined } from '@ant-design/icons'
import { lazy, Suspense } from 'react'

const NamedIcon = lazy(() => import('./menu-icons.tsx'))

export type MenuIconProps = { name: string; isFolder?: boolean; className?: string }

export function MenuIcon({ name, isFolder = false, className }: MenuIconProps) {
  const own = className !== undefined && { className }
  // what the shell itself puts first, and shows before anything else is there
  if (name === 'home' || name === 'HomeOutlined') return <HomeOutlined {...own} />
  const kind = isFolder ? <FolderOutlined {...own} /> : <FileTextOutlined {...own} />
  if (!name) return kind
  return (
    <Suspense fallback={kind}>
      <NamedIcon name={name} fallback={kind} {...own} />
    </Suspense>
  )
}
