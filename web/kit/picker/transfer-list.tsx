// Moves items between two lists (spec §2): search, check, move. Only the visible rows are rendered.
import './transfer-list.css'
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { move, sidesOf, type TransferItem } from './transfer-list.rules.ts'
import { TransferSide } from './transfer-side.tsx'

type TransferListProps = {
  'aria-label': string
  items: readonly TransferItem[]
  titles: readonly [source: string, target: string]
  /** Keys of the items on the right. */
  value?: readonly string[]
  onChange?: (keys: string[]) => void
  disabled?: boolean
  /** While there are no items. */
  state?: 'loading' | 'failed'
  onRetry?: () => void
}

const nothing: readonly string[] = []
const none: ReadonlySet<string> = new Set()

export function TransferList({
  items,
  titles,
  value = nothing,
  onChange,
  disabled = false,
  ...props
}: TransferListProps) {
  const [checked, setChecked] = useState(none)
  const [announcement, setAnnouncement] = useState('')
  const { source, target } = useMemo(() => sidesOf(items, value), [items, value])
  const countOf = (side: readonly TransferItem[]) =>
    side.filter((item) => checked.has(item.key) && !item.disabled).length
  const counts = { source: countOf(source), target: countOf(target) }

  const handleMove = (to: 'source' | 'target') => {
    const from = to === 'target' ? source : target
    const keys = new Set(from.filter(({ key }) => checked.has(key)).map(({ key }) => key))
    onChange?.(move(items, value, keys, to))
    setChecked(new Set([...checked].filter((key) => !keys.has(key))))
    setAnnouncement(`已移动 ${keys.size} 项到${titles[to === 'target' ? 1 : 0]}`)
  }
  const side = { checked, onCheck: setChecked, isDisabled: disabled, state: props.state, onRetry: props.onRetry }
  return (
    <fieldset className="transfer-list" aria-label={props['aria-label']}>
      <TransferSide {...side} title={titles[0]} items={source} count={counts.source} />
      <div className="transfer-acts">
        <Button
          aria-label={`移到${titles[1]}`}
          icon={<RightOutlined />}
          disabled={disabled || counts.source === 0}
          onClick={() => handleMove('target')}
        />
        <Button
          aria-label={`移到${titles[0]}`}
          icon={<LeftOutlined />}
          disabled={disabled || counts.target === 0}
          onClick={() => handleMove('source')}
        />
      </div>
      <TransferSide {...side} title={titles[1]} items={target} count={counts.target} />
      <span role="status" className="transfer-status">
        {announcement}
      </span>
    </fieldset>
  )
}
