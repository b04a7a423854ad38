// Top menu: as many entries as fit, the rest under 更多. A dropdown on narrow screens (spec §2).
import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { leavesOf, type MenuEntry } from '#web/lib/session/menu.rules.ts'
import { useTexts } from '../texts/texts.ts'

type Props = {
  menu: readonly MenuEntry[]
  branch: MenuEntry | undefined
  onBranch: (entry: MenuEntry) => void
}

/** Width reserved for 更多, px. */
const MORE_PX = 80

/** Number of entries that fit in the row; the rest stay in it, invisible, so they can be measured. */
function useFittingCount(menu: readonly MenuEntry[]) {
  const row = useRef<HTMLElement>(null)
  const [count, setCount] = useState(menu.length)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new menu has new entries to measure
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const measure = () => {
      const widths = Array.from(element.querySelectorAll<HTMLElement>('.top-menu-item'), (item) => item.offsetWidth)
      const all = widths.reduce((sum, width) => sum + width, 0)
      const room = element.clientWidth
      if (all <= room) return setCount(widths.length)
      let used = MORE_PX
      const fitting = widths.findIndex((width) => {
        used += width
        return used > room
      })
      setCount(fitting < 0 ? widths.length : fitting)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const item of element.querySelectorAll('.top-menu-item')) observer.observe(item)
    return () => observer.disconnect()
  }, [menu])
  return { row, count: Math.min(count, menu.length) }
}

type ItemProps = { entry: MenuEntry; isCurrent: boolean; isOver: boolean; onBranch: Props['onBranch'] }

function Item({ entry, isCurrent, isOver, onBranch }: ItemProps) {
  const props = {
    className: 'top-menu-item',
    'aria-current': isCurrent ? ('true' as const) : undefined,
    'data-over': isOver || undefined,
  }
  return entry.children.length === 0 ? (
    <Link {...props} to={entry.address}>
      {entry.title}
    </Link>
  ) : (
    <button type="button" {...props} onClick={() => onBranch(entry)}>
      {entry.title}
    </button>
  )
}

export function TopMenu({ menu, branch, onBranch }: Props) {
  const texts = useTexts()
  const navigate = useNavigate()
  const { row, count } = useFittingCount(menu)
  const over = menu.slice(count)
  const isOverCurrent = over.some(({ path }) => path === branch?.path)
  const handleMore: MenuProps['onClick'] = ({ key }) => {
    const entry = over.find(({ path }) => path === key)
    if (!entry) return
    if (entry.children.length === 0) void navigate(entry.address)
    else onBranch(entry)
  }
  return (
    <nav ref={row} className="top-menu" aria-label={texts.bars.topMenu}>
      {menu.map((entry, at) => (
        <Item
          key={entry.path}
          entry={entry}
          isCurrent={entry.path === branch?.path}
          isOver={at >= count}
          onBranch={onBranch}
        />
      ))}
      {over.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: over.map(({ path, title }) => ({ key: path, label: title })),
            onClick: handleMore,
            selectedKeys: branch ? [branch.path] : [],
          }}
        >
          <button type="button" className="top-menu-more" aria-current={isOverCurrent ? 'true' : undefined}>
            {texts.bars.more} <DownOutlined />
          </button>
        </Dropdown>
      )}
    </nav>
  )
}

/** spec §2: below 1200 px a dropdown with refresh, then the top menu; choosing an entry opens its first page. */
export function TopMenuDropdown({ menu, branch, onRefresh }: Omit<Props, 'onBranch'> & { onRefresh: () => void }) {
  const texts = useTexts()
  const navigate = useNavigate()
  const items: MenuProps['items'] = [
    { key: 'refresh', label: texts.bars.refresh },
    { type: 'divider' },
    ...menu.map(({ path, title }) => ({ key: path, label: title })),
  ]
  const handleClick: MenuProps['onClick'] = ({ key }) => {
    if (key === 'refresh') return onRefresh()
    const first = leavesOf(menu.filter(({ path }) => path === key))[0]
    if (first) void navigate(first.address)
  }
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: handleClick, selectedKeys: branch ? [branch.path] : [] }}>
      <Button type="text" aria-label={texts.bars.topMenu} className="top-menu-button">
        <span>{branch?.title ?? texts.bars.menu}</span> <DownOutlined />
      </Button>
    </Dropdown>
  )
}
