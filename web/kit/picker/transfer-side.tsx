// One list of a transfer. The list keeps the focus: the arrow keys move the active row, space checks it.
import { SearchOutlined } from '@ant-design/icons'
import { Checkbox, Input } from 'antd'
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useState } from 'react'
import { TRANSFER_ROW_PX } from '#contract/limits.ts'
import { WindowedRows } from '../table/windowed-rows.tsx'
import { MarkedText } from './marked-text.tsx'
import { stepTo } from './picker.rules.ts'
import { PickerCheck, StateRow } from './picker-row.tsx'
import { checkedOf, matching, type TransferItem, toggleAll, toggleKey } from './transfer-list.rules.ts'

const LIST_PX = 10 * TRANSFER_ROW_PX
const PAGE_ROWS = 10

const print = (count: number) => count.toLocaleString('en-US')

type TransferSideProps = {
  title: string
  items: readonly TransferItem[]
  /** How many of them are checked and not disabled. */
  count: number
  checked: ReadonlySet<string>
  onCheck: (checked: ReadonlySet<string>) => void
  isDisabled: boolean
  state: 'loading' | 'failed' | undefined
  onRetry: (() => void) | undefined
}

export function TransferSide({ title, items, count, checked, onCheck, isDisabled, ...props }: TransferSideProps) {
  const [text, setText] = useState('')
  const [row, setRow] = useState(0)
  const [isFocused, setFocused] = useState(false)
  const listId = useId()
  const needle = useDeferredValue(text)
  const shown = useMemo(() => matching(items, needle), [items, needle])
  const all = checkedOf(shown, checked)
  const active = Math.min(row, shown.length - 1)
  const state = props.state ?? (shown.length > 0 ? undefined : 'empty')

  const toggle = (at: number) => {
    const item = shown[at]
    if (item && !isDisabled) onCheck(toggleKey(checked, item))
  }
  const rowOfKey = (key: string): number | undefined => {
    if (key === 'ArrowDown' || key === 'ArrowUp') return stepTo(active, key === 'ArrowDown' ? 1 : -1, shown.length)
    if (key === 'PageDown') return Math.min(shown.length - 1, active + PAGE_ROWS)
    if (key === 'PageUp') return Math.max(0, active - PAGE_ROWS)
    if (key === 'Home') return 0
    return key === 'End' ? shown.length - 1 : undefined
  }
  const handleKey = (event: KeyboardEvent) => {
    const next = rowOfKey(event.key)
    if (next !== undefined) setRow(next)
    else if (event.key === ' ' || event.key === 'Enter') {
      if (state === 'failed') props.onRetry?.()
      else toggle(active)
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      if (!isDisabled) onCheck(toggleAll(shown, checked))
    } else return
    event.preventDefault()
  }

  const rowId = (at: number) => `${listId}-${at}`
  const list = {
    role: 'listbox',
    'aria-label': title,
    'aria-multiselectable': true,
    'aria-disabled': isDisabled,
    'aria-activedescendant': rowId(Math.max(0, active)),
    tabIndex: 0,
    onKeyDown: handleKey,
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
    className: 'transfer-rows',
  }
  return (
    <section className="transfer-side" aria-label={title} data-disabled={isDisabled || undefined}>
      <header className="transfer-head">
        <Checkbox
          aria-label={`全选${title}`}
          checked={all === true}
          indeterminate={all === 'some'}
          disabled={isDisabled || shown.every((item) => item.disabled)}
          onChange={() => onCheck(toggleAll(shown, checked))}
        />
        <strong>{title}</strong>
        <span className="transfer-count">
          {print(count)} / {print(items.length)} 项
        </span>
      </header>
      <Input
        aria-label={`搜索${title}`}
        placeholder="搜索"
        prefix={<SearchOutlined aria-hidden />}
        variant="borderless"
        allowClear
        disabled={isDisabled}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setRow(0)
        }}
        // Enter must not submit the form around the list
        onPressEnter={(event) => event.preventDefault()}
      />
      {state ? (
        <div {...list} className="transfer-rows picker-blank" style={{ height: LIST_PX }}>
          <StateRow id={rowId(0)} role="option" state={state} {...(props.onRetry && { onRetry: props.onRetry })} />
        </div>
      ) : (
        <WindowedRows {...list} count={shown.length} rowPx={TRANSFER_ROW_PX} maxPx={LIST_PX} isFixed active={active}>
          {(at) => {
            const item = shown[at]
            if (!item) return null
            const isChecked = checked.has(item.key) && !item.disabled
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active row
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list's keys do the same
              <div
                key={item.key}
                id={rowId(at)}
                role="option"
                aria-setsize={shown.length}
                aria-posinset={at + 1}
                aria-selected={isChecked}
                aria-disabled={isDisabled || item.disabled === true}
                title={item.label}
                className="picker-row"
                data-active={(isFocused && at === active) || undefined}
                onClick={() => {
                  setRow(at)
                  toggle(at)
                }}
              >
                <PickerCheck kind="many" isOn={isChecked} />
                <MarkedText text={item.label} needle={needle.trim()} />
              </div>
            )
          }}
        </WindowedRows>
      )}
    </section>
  )
}
