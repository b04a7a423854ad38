// What can be done with a row: at most three text links, the rest under 更多, dangerous ones last.
import { DownOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useRef, useState } from 'react'
import { useActive } from '../../lib/active.ts'
import { useIsAllowed } from '../can.tsx'
import type { AnyRow } from './columns.ts'
import { splitRowActions } from './row-action-rules.ts'
import { type RowAction, useRowUse } from './row-use.ts'
import '../table/data-table.css'

type OpenMenuProps = { actions: readonly RowAction[]; onOpenChange: (isOpen: boolean) => void }

function OpenMenu({ actions, onOpenChange }: OpenMenuProps) {
  const isActive = useActive()
  const items = actions.map(({ label, isDanger = false, run }) => ({
    key: label,
    label,
    danger: isDanger,
    onClick: run,
  }))
  if (!isActive) return null
  return (
    <Dropdown open autoFocus trigger={['click']} menu={{ items }} onOpenChange={onOpenChange}>
      <span className="more-actions-anchor" />
    </Dropdown>
  )
}

/** Those behind 更多. The menu exists only while it is open: a hundred rows would pay for it otherwise. */
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
  const { links, more } = splitRowActions((rowActions?.(row) ?? []).filter(({ call }) => isAllowed(call, on)))
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
