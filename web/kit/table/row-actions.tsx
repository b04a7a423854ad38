// The actions of a row: at most three text links, the rest under 更多, dangerous ones last.
import { DownOutlined } from '@ant-design/icons'
import { Dropdown, type MenuProps } from 'antd'
import { useRef, useState } from 'react'
import { BREAKPOINTS } from '#contract/limits.ts'
import { useActive } from '#web/lib/active.ts'
import { useIsAllowed } from '../can.tsx'
import { useAtLeast } from '../use-at-least.ts'
import type { AnyRow } from './columns.ts'
import { groupActions, lastDangerous, splitRowActions } from './row-action-rules.ts'
import { type RowAction, useRowUse } from './row-use.ts'
import './data-table.css'

type MenuItems = NonNullable<MenuProps['items']>
type OpenMenuProps = { actions: readonly RowAction[]; onOpenChange: (isOpen: boolean) => void }

function OpenMenu({ actions, onOpenChange }: OpenMenuProps) {
  const isActive = useActive()
  const groups = groupActions(actions).map(({ group, of }) => ({
    group,
    children: of.map(({ label, isDanger = false, run }) => ({ key: label, label, danger: isDanger, onClick: run })),
  }))
  const items = groups.flatMap(({ group, children }, at): MenuItems => {
    if (group) return [{ type: 'group', key: group, label: group, children }]
    return at > 0 ? [{ type: 'divider', key: 'rest' }, ...children] : children
  })
  if (!isActive) return null
  return (
    <Dropdown open autoFocus trigger={['click']} menu={{ items }} onOpenChange={onOpenChange}>
      <span className="more-actions-anchor" />
    </Dropdown>
  )
}

/** The actions under 更多. The menu is mounted only while it is open: a hundred of them would be slow. */
export function MoreActions({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const handleOpenChange = (open: boolean) => {
    setOpen(open)
    if (!open) button.current?.focus()
  }
  return (
    <span className="more-actions">
      <button
        ref={button}
        type="button"
        className="text-link"
        aria-label={`更多 ${name}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        更多 <DownOutlined />
      </button>
      {isOpen && <OpenMenu actions={actions} onOpenChange={handleOpenChange} />}
    </span>
  )
}

export function RowActions<Row extends AnyRow>({ row }: { row: Row }) {
  const isAllowed = useIsAllowed()
  const { rowName, rowActions, on } = useRowUse<Row>()
  const name = rowName(row)
  const hasRoom = useAtLeast(BREAKPOINTS.small)
  const allowed = (rowActions?.(row) ?? []).filter(({ call }) => isAllowed(call, on))
  // on a narrow screen all are under 更多, which stays in view
  const { links, more } = hasRoom ? splitRowActions(allowed) : { links: [], more: lastDangerous(allowed) }
  return (
    <div className="row-actions">
      {links.map(({ label, isDanger = false, run }) => (
        <button
          key={label}
          type="button"
          className={isDanger ? 'text-link text-link-danger' : 'text-link'}
          aria-label={`${label} ${name}`}
          onClick={run}
        >
          {label}
        </button>
      ))}
      {more.length > 0 && <MoreActions name={name} actions={more} />}
    </div>
  )
}
