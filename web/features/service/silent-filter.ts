// Filters by days without a follow-up.
import { type Filter, selectFilter } from '#web/kit/list/filters.tsx'

const choices = [7, 14, 30, 60, 90].map((days) => ({ value: String(days), label: `${days} 天以上` }))

export const silentFilter = (label: string): Filter<{ silentFrom: number }> => ({
  ...selectFilter('silentFrom', label, choices),
  read: (text) => (choices.some(({ value }) => value === text) ? { silentFrom: Number(text) } : undefined),
})
