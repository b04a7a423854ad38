// A searchable select over very many options: 100,000 open, filter and scroll without blocking the page (spec §2, §9).
// antd's Select builds a row for each of them before it shows the first.
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useId, useMemo, useState } from 'react'
import { choose, stepTo, valuesOf } from './picker.rules.ts'
import { PickerField } from './picker-field.tsx'
import { type PickerState, StateRow } from './picker-row.tsx'
import { useMatches } from './use-matches.ts'
import { VirtualSelectRows } from './virtual-select-rows.tsx'

const PAGE_ROWS = 8

type VirtualSelectProps<T> = {
  id?: string
  'aria-label'?: string
  placeholder: string
  disabled?: boolean
  style?: CSSProperties
  /** Pass the same array as long as the options are the same. */
  options: readonly T[]
  /** spec §2: which fields of an option are its label and its value. */
  labelKey: keyof T & string
  valueKey: keyof T & string
  isDisabled?: (option: T) => boolean
  /** While there are no options. */
  state?: 'loading' | 'failed'
  onRetry?: () => void
} & (
  | { mode?: never; value?: string | null; onChange?: (value: string | null) => void }
  | { mode: 'multiple'; value?: readonly string[]; onChange?: (values: string[]) => void }
)

const never = () => false

export function VirtualSelect<T>({ options, labelKey, valueKey, isDisabled = never, ...props }: VirtualSelectProps<T>) {
  const isMultiple = props.mode === 'multiple'
  const chosen = props.value
  const values = useMemo(() => valuesOf(chosen), [chosen])
  const popupId = useId()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [row, setRow] = useState(0)
  const { found, marked, isFiltering } = useMatches(options, labelKey, text.trim())
  const labels = useMemo(() => labelsOf(options, labelKey, valueKey, values), [options, labelKey, valueKey, values])

  const count = found?.length ?? options.length
  const optionAt = (at: number) => options[found ? (found[at] ?? -1) : at]
  const active = Math.min(row, count - 1)

  // new matches start at their first row
  const [seen, setSeen] = useState(found)
  if (found !== seen) {
    setSeen(found)
    setRow(0)
  }

  const emit = (next: string[]) => {
    if (props.mode === 'multiple') props.onChange?.(next)
    else props.onChange?.(next[0] ?? null)
  }
  const handleOpen = (next: boolean) => {
    setOpen(next)
    if (!next) return setText('')
    // scrolls to the first chosen option
    const first = values[0]
    setRow(first === undefined ? 0 : Math.max(0, labels.get(first)?.at ?? 0))
  }
  const pick = (option: T | undefined) => {
    if (!option || isDisabled(option)) return
    emit(choose(values, String(option[valueKey]), isMultiple))
    if (!isMultiple) handleOpen(false)
  }
  const state: PickerState | undefined = props.state ?? (count > 0 ? undefined : isFiltering ? 'loading' : 'empty')

  const handleKey = ({ key }: KeyboardEvent): boolean => {
    if (!isOpen) return false
    if (key === 'ArrowDown' || key === 'ArrowUp') setRow(stepTo(active, key === 'ArrowDown' ? 1 : -1, count))
    else if (key === 'PageDown') setRow(Math.min(count - 1, active + PAGE_ROWS))
    else if (key === 'PageUp') setRow(Math.max(0, active - PAGE_ROWS))
    else if (key === 'Escape') handleOpen(false)
    else if (key !== 'Enter') return false
    else if (state === 'failed') props.onRetry?.()
    // the rows are still those of the previous text
    else if (!isFiltering) pick(optionAt(active))
    return true
  }

  const handlePress = ({ target }: MouseEvent) => {
    const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null
    if (pressed) pick(optionAt(Number(pressed.dataset.at)))
  }
  const rowId = (at: number) => `${popupId}-${at}`
  return (
    <PickerField
      id={props.id}
      label={props['aria-label']}
      placeholder={props.placeholder}
      isDisabled={props.disabled}
      isMultiple={isMultiple}
      isLoading={props.state === 'loading' || isFiltering}
      chosen={values.map((value) => ({
        value,
        label: labels.get(value)?.label ?? (props.state === 'loading' ? '…' : value),
      }))}
      onKeep={emit}
      text={text}
      onText={setText}
      isOpen={isOpen}
      onOpen={handleOpen}
      isListAsWide
      style={props.style}
      popupId={popupId}
      popupRole="listbox"
      activeId={rowId(Math.max(0, active))}
      onKey={handleKey}
      popup={
        state ? (
          <div id={popupId} role="listbox" aria-label="选项" aria-multiselectable={isMultiple}>
            <StateRow id={rowId(0)} role="option" state={state} {...(props.onRetry && { onRetry: props.onRetry })} />
          </div>
        ) : (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys do the same
          // biome-ignore lint/a11y/noStaticElementInteractions: the rows are what is pressed
          <div onClick={handlePress}>
            <VirtualSelectRows
              id={popupId}
              options={options}
              labelKey={labelKey}
              valueKey={valueKey}
              isDisabled={isDisabled}
              found={found}
              marked={marked}
              chosen={labels}
              isMultiple={isMultiple}
              active={active}
              isStale={isFiltering}
            />
          </div>
        )
      }
    />
  )
}

/** Labels and indices of the chosen options, found in one pass. */
function labelsOf<T>(options: readonly T[], labelKey: keyof T, valueKey: keyof T, values: readonly string[]) {
  const wanted = new Set(values)
  const labels = new Map<string, { label: string; at: number }>()
  for (let at = 0; at < options.length && labels.size < wanted.size; at += 1) {
    const option = options[at]
    const value = String(option?.[valueKey])
    if (option && wanted.has(value)) labels.set(value, { label: String(option[labelKey]), at })
  }
  return labels
}
