// A date range filter, `2026-11-01~2026-11-30` in the address; either side may be open (spec §2, §5).
import { type DateRange, printRange, readRange } from '../form/date-range.rules.ts'
import { DateRangePicker } from '../form/date-range.tsx'
import type { Filter } from './filters.tsx'

const nothing: DateRange = { start: null, end: null }

/** `from` and `to` are the fields of the query. */
export function dayRangeFilter<From extends string, To extends string>(
  key: string,
  label: string,
  from: From,
  to: To,
): Filter<Partial<Record<From | To, string>>> {
  return {
    key,
    label,
    control: ({ id, value, onChange }) => (
      <DateRangePicker id={id} value={readRange(value) ?? nothing} onChange={(range) => onChange(printRange(range))} />
    ),
    read: (text) => {
      const range = readRange(text)
      if (!range) return undefined
      const { start, end } = range
      // TypeScript widens a computed key to `string`
      return { ...(start && { [from]: start }), ...(end && { [to]: end }) } as Partial<Record<From | To, string>>
    },
  }
}
