// Filter by a range of days, `2026-11-01~2026-11-07` in the address. Without a value it shows the default range.
import dayjs from 'dayjs'
import { addDays } from '#contract/days.ts'
import { LOG_USUAL_DAYS } from '#contract/members/account-logs.ts'
import { DateRangePicker } from '#web/kit/form/date-range.tsx'
import type { Filter } from '#web/kit/list/filters.tsx'
import { formatDay } from '#web/lib/format.ts'
import type { Period } from '#web/lib/periods.ts'
import { serverNow } from '#web/lib/server-time.ts'

const isDay = (text: string | undefined): text is string =>
  text !== undefined && dayjs(text).format('YYYY-MM-DD') === text

export function readDays(text: string): Period | undefined {
  const [from, to] = text.split('~')
  return isDay(from) && isDay(to) && from <= to ? { from, to } : undefined
}

/** Today and the six days before: the server's default. */
export function usualDays(now = serverNow()): Period {
  const to = formatDay(now)
  return { from: addDays(to, 1 - LOG_USUAL_DAYS), to }
}

export const daysFilter: Filter<Period> = {
  key: 'days',
  label: '日期',
  control: ({ id, value, onChange }) => {
    const { from, to } = readDays(value) ?? usualDays()
    return (
      <DateRangePicker
        id={id}
        value={{ start: from, end: to }}
        onChange={({ start, end }) => {
          const [first, last] = [start ?? end, end ?? start]
          onChange(first && last ? `${first}~${last}` : '')
        }}
      />
    )
  },
  read: readDays,
}
