// Preview of the menu for a person who has only this role: top menus as tabs, and the pages below.
import { Empty, Menu, Skeleton, Tabs } from 'antd'
import { useMemo, useState } from 'react'
import { previewRole } from '#contract/organisation/roles.ts'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { MenuIcon } from '#web/kit/menu-icon.tsx'
import { useCall } from '#web/lib/query.ts'
import { HOME, type MenuEntry, menuOf } from '#web/lib/session/menu.rules.ts'
import { usePages } from '#web/lib/session/menus.ts'

type Item = { key: string; label: string; icon: React.ReactNode; children?: Item[] }

const toItem = ({ id, title, icon, children }: MenuEntry): Item => ({
  key: id,
  label: title,
  icon: <MenuIcon name={icon} isFolder={children.length > 0} />,
  ...(children.length > 0 && { children: children.map(toItem) }),
})

const foldersOf = (entries: readonly MenuEntry[]): string[] =>
  entries.flatMap(({ id, children }) => (children.length > 0 ? [id, ...foldersOf(children)] : []))

export function RolePreview({ role }: { role: { id: string; code: string } }) {
  const { data, error, refetch } = useCall(previewRole, { id: role.id }, { staleTime: 0 })
  const pages = usePages((state) => state.pages)
  const entries = useMemo(() => menuOf(data ?? [], pages).filter(({ path }) => path !== HOME), [data, pages])
  const [picked, setPicked] = useState<string>()
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton active />
  const branch = entries.find(({ id }) => id === picked) ?? entries[0]
  if (!branch) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有可见的菜单：只能看到首页" />
  const lines = branch.children.length > 0 ? branch.children : [branch]
  return (
    <nav className="role-preview" aria-label="菜单预览">
      <Tabs
        size="small"
        activeKey={branch.id}
        onChange={setPicked}
        items={entries.map(({ id, title }) => ({ key: id, label: title }))}
      />
      <Menu
        key={branch.id}
        mode="inline"
        selectable={false}
        inlineIndent={16}
        defaultOpenKeys={foldersOf(lines)}
        items={lines.map(toItem)}
      />
    </nav>
  )
}
