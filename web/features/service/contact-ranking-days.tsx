// The days of the contact ranking: a filter, `2026-11-01~2026-11-25` in the address, and quick choices. Without a value
// they are this month's until today, as on the server.
import { Segmented } from 'antd'
import { addDays } from '#contract/days.ts'
import { printRange, readRange } from '#web/kit/form/date-range.rules.ts'
import { DateRangePicker } from '#web/kit/form/date-range.tsx'
import type { Filter } from '#web/kit/list/filters.tsx'
import { formatDay } from '#web/lib/format.ts'
import { monthOf, type Period, weekOf } from '#web/lib/periods.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { serverNow } from '#web/lib/server-time.ts'

const QUARTER_DAYS = 90

const MONTH = '本月'

const monthUntil = (to: string): Period => ({ from: monthOf(to)?.from ?? to, to })

function quickOf(now: number): { label: string; days: Period }[] {
  const to = formatDay(now)
  return [
    { label: '今日', days: { from: to, to } },
    { label: '本周', days: { from: weekOf(to)?.from ?? to, to } },
    { label: MONTH, days: monthUntil(to) },
    { label: '近 90 天', days: { from: addDays(to, 1 - QUARTER_DAYS), to } },
  ]
}

function readDays(text: string): Period | undefined {
  const { start, end } = readRange(text) ?? {}
  return start && end ? { from: start, to: end } : undefined
}

export const daysOf = (text: string | undefined): Period => readDays(text ?? '') ?? monthUntil(serverToday())

export const daysFilter: Filter<Period> = {
  key: 'days',
  label: '日期',
  control: ({ id, value, onChange }) => {
    const { from, to } = daysOf(value)
    return (
      <DateRangePicker
        id={id}
        value={{ start: from, end: to }}
        onChange={({ start, end }) => onChange(printRange({ start: start ?? end, end: end ?? start }))}
      />
    )
  },
  read: readDays,
}

type QuickDaysProps = { value: string | undefined; onChange: (text: string | undefined) => void }

export function QuickDays({ value, onChange }: QuickDaysProps) {
  const { from, to } = daysOf(value)
  const choices = quickOf(serverNow())
  // on the first of a month its days are also today's
  const chosen = value === undefined ? MONTH : choices.find(({ days }) => days.from === from && days.to === to)?.label
  return (
    <Segmented
      aria-label="时间范围"
      value={chosen ?? ''}
      options={choices.map(({ label }) => label)}
      onChange={(label) => {
        const days = choices.find((each) => each.label === label)?.days
        onChange(label === MONTH || !days ? undefined : printRange({ start: days.from, end: days.to }))
      }}
    />
  )
}
