// The whole menu in a drawer, for narrow windows without a sidebar (spec §2).
import { Drawer, Menu } from 'antd'
import type { MenuEntry } from '#web/lib/session/menu.rules.ts'
import { useTexts } from '../texts/texts.ts'
import { itemsOf } from './menu-items.tsx'

type Props = {
  menu: readonly MenuEntry[]
  /** Menu lines that lead to the front page. */
  trail: readonly MenuEntry[]
  isOpen: boolean
  /** No pages granted besides the home page. */
  isEmpty: boolean
  onClose: () => void
}

export default function NarrowMenu({ menu, trail, isOpen, isEmpty, onClose }: Props) {
  const { bars } = useTexts()
  const current = trail.at(-1)?.path
  return (
    <Drawer
      title={bars.menu}
      placement="left"
      size={272}
      open={isOpen}
      onClose={onClose}
      styles={{ body: { padding: 8 } }}
    >
      <Menu
        mode="inline"
        inlineIndent={16}
        items={itemsOf(menu)}
        selectedKeys={current ? [current] : []}
        defaultOpenKeys={trail.slice(0, -1).map(({ path }) => path)}
        onClick={onClose}
      />
      {isEmpty && <p className="sidebar-tip">{bars.noMenus}</p>}
    </Drawer>
  )
}
