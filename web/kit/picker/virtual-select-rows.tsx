// The rows of the select over very many options. Memoised, so that typing does not re-render them.
import './picker-field.css'
import { CheckOutlined } from '@ant-design/icons'
import { memo } from 'react'
import { SELECT_ROW_PX } from '#contract/limits.ts'
import { WindowedRows } from '../table/windowed-rows.tsx'
import { MarkedText } from './marked-text.tsx'
import { PickerCheck, ROWS_PX } from './picker-row.tsx'
import type { Matches } from './use-matches.ts'

type VirtualSelectRowsProps<T> = Pick<Matches, 'found' | 'marked'> & {
  /** The list's id; its rows have the ids `${id}-0` and so on, and their index in `data-at`. */
  id: string
  options: readonly T[]
  labelKey: keyof T & string
  valueKey: keyof T & string
  isDisabled: (option: T) => boolean
  chosen: ReadonlyMap<string, unknown>
  isMultiple: boolean
  active: number
  /** The rows match older text than what is typed now. */
  isStale: boolean
}

function Rows<T>({ id, options, labelKey, valueKey, found, marked, isStale, ...props }: VirtualSelectRowsProps<T>) {
  const { isDisabled, chosen, isMultiple, active } = props
  const count = found?.length ?? options.length
  return (
    <WindowedRows
      id={id}
      role="listbox"
      aria-label="选项"
      aria-multiselectable={isMultiple}
      className="virtual-select-list"
      data-stale={isStale || undefined}
      count={count}
      rowPx={SELECT_ROW_PX}
      maxPx={ROWS_PX}
      active={active}
    >
      {(at) => {
        const option = options[found ? (found[at] ?? -1) : at]
        if (!option) return null
        const [value, label] = [String(option[valueKey]), String(option[labelKey])]
        const isChosen = chosen.has(value)
        return (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names its active row
          <div
            key={value}
            id={`${id}-${at}`}
            role="option"
            aria-setsize={count}
            aria-posinset={at + 1}
            aria-selected={isChosen}
            aria-disabled={isDisabled(option)}
            title={label}
            className="picker-row"
            data-at={at}
            data-active={at === active || undefined}
          >
            {isMultiple && <PickerCheck kind="many" isOn={isChosen} />}
            <MarkedText text={label} needle={marked} />
            {isChosen && !isMultiple && <CheckOutlined aria-hidden />}
          </div>
        )
      }}
    </WindowedRows>
  )
}

export const VirtualSelectRows = memo(Rows) as unknown as typeof Rows
