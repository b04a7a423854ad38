// Icon picker for menu rows: a grid of the available icons.
import { DownOutlined } from '@ant-design/icons'
import { Button, Input, Popover } from 'antd'
import { useId, useState } from 'react'
import { EmptyState } from '#web/kit/dialog/page-state.tsx'
import { MenuIcon } from '#web/kit/menu-icon.tsx'
import { menuIconNames } from '#web/kit/menu-icons.tsx'
import { useActive } from '#web/lib/active.ts'

const ENDING = 'Outlined'

type MenuIconPickerProps = {
  id?: string
  value?: string
  onChange?: (name: string) => void
  isFolder?: boolean
}

export function MenuIconPicker({ id, value = '', onChange, isFolder = false }: MenuIconPickerProps) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const isActive = useActive()
  const group = useId()
  const needle = text.trim().toLowerCase()
  const found = menuIconNames.filter((name) => name.toLowerCase().includes(needle))
  const grid = (
    <div className="menu-icons">
      <Input
        type="search"
        value={text}
        placeholder="搜索图标（英文）"
        aria-label="搜索图标"
        maxLength={32}
        allowClear
        onChange={(event) => setText(event.target.value)}
      />
      {found.length === 0 && <EmptyState />}
      {/* one radio group, so that arrow keys move between icons */}
      <div role="radiogroup" aria-label="图标" className="menu-icons-grid">
        {found.map((name) => (
          <label key={name} title={name.replace(ENDING, '')} data-chosen={name === value || undefined}>
            <input
              type="radio"
              name={group}
              aria-label={name.replace(ENDING, '')}
              checked={name === value}
              onChange={() => onChange?.(name)}
              onClick={() => setOpen(false)}
              onKeyDown={({ key }) => key === 'Enter' && setOpen(false)}
            />
            <MenuIcon name={name} />
          </label>
        ))}
      </div>
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomLeft" content={grid} open={isOpen && isActive} onOpenChange={setOpen}>
      <Button {...(id !== undefined && { id })} aria-haspopup="dialog" aria-expanded={isOpen}>
        <MenuIcon name={value} isFolder={isFolder} />
        {value ? value.replace(ENDING, '') : '默认'}
        <DownOutlined />
      </Button>
    </Popover>
  )
}
