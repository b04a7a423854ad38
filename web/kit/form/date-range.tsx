// A date range (spec §2): typed, picked or a preset.
import './date-range.css'
import type { Dayjs } from 'dayjs'
import { useEffect, useMemo, useRef, useState } from 'react'
import { DATE_FORMAT, DATE_RANGE_MS } from '#contract/limits.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { type DateRange, inOrder, libraryFormat, presetsOf, TYPED_FORMATS } from './date-range.rules.ts'
import { ShanghaiPicker, usePicked, wallClock } from './shanghai.ts'

type DateRangePickerProps = {
  id?: string
  disabled?: boolean
  /** How days are shown, in the specification's notation. */
  format?: string
  value?: DateRange
  onChange?: (range: DateRange) => void
}

const toLibrary = (day: string | null) => (day ? wallClock(day) : null)
const fromLibrary = (day: Dayjs | null | undefined) => day?.format('YYYY-MM-DD') ?? null
const nothing: DateRange = { start: null, end: null }

export function DateRangePicker({ id, disabled = false, format = DATE_FORMAT, value, onChange }: DateRangePickerProps) {
  const [chosen, setChosen] = useState<DateRange | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const handleChange = (days: readonly (Dayjs | null)[] | null) => {
    const range = inOrder({ start: fromLibrary(days?.[0]), end: fromLibrary(days?.[1]) })
    setChosen(range)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setChosen(null)
      onChange?.(range)
    }, DATE_RANGE_MS)
  }
  const { start, end } = chosen ?? inOrder(value ?? nothing)
  const from = usePicked(start, wallClock)
  const to = usePicked(end, wallClock)
  const shown = useMemo<[Dayjs | null, Dayjs | null]>(() => [from, to], [from, to])
  return (
    <ShanghaiPicker.RangePicker
      {...(id !== undefined && { id: { start: id, end: `${id}-end` } })}
      className="date-range"
      classNames={{ popup: { root: 'date-range-popup' } }}
      disabled={disabled}
      value={shown}
      onChange={handleChange}
      format={[libraryFormat(format), ...TYPED_FORMATS]}
      separator="至"
      placeholder={['开始日期', '结束日期']}
      allowEmpty
      presets={presetsOf(serverNow()).map(({ label, range, hint }) => ({
        label: <span title={hint}>{label}</span>,
        value: [toLibrary(range.start), toLibrary(range.end)],
      }))}
    />
  )
}
