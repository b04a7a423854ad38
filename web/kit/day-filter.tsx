// A filter for a day, `YYYY-MM-DD` in the address.
import dayjs from 'dayjs'
import { DayInput } from './day-input.tsx'
import type { Filter } from './filters.tsx'

export function dayFilter<K extends string>(key: K, label: string): Filter<Record<K, string>> {
  return {
    key,
    label,
    control: ({ id, value, onChange }) => (
      <DayInput id={id} value={value || null} onChange={(day) => onChange(day ?? '')} />
    ),
    // TypeScript widens a computed key to `string`
    read: (text) => (dayjs(text).format('YYYY-MM-DD') === text ? ({ [key]: text } as Record<K, string>) : undefined),
  }
}
