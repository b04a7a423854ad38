// Quick choices of the counted days, kept in the page's address like the filter of the same name.
import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { addDays } from '#contract/days.ts'
import { printRange } from '#web/kit/form/date-range.rules.ts'
import { formatDay } from '#web/lib/format.ts'
import { monthOf } from '#web/lib/periods.ts'
import { serverNow } from '#web/lib/server-time.ts'

const ALL = '全部'

function choicesOf(now: number): { label: string; days: string }[] {
  const today = formatDay(now)
  const since = (start: string) => printRange({ start, end: today })
  return [
    { label: ALL, days: '' },
    { label: '近 7 天', days: since(addDays(today, -6)) },
    { label: '近 30 天', days: since(addDays(today, -29)) },
    { label: '本月', days: since(monthOf(today)?.from ?? today) },
  ]
}

export function QuickDays() {
  const [address, setAddress] = useSearchParams()
  const now = address.get('days') ?? ''
  const choices = choicesOf(serverNow())
  const choose = (label: string) => {
    const days = choices.find((each) => each.label === label)?.days ?? ''
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('current')
        if (days === '') next.delete('days')
        else next.set('days', days)
        return next
      },
      { replace: true },
    )
  }
  return (
    <Segmented
      aria-label="统计范围"
      value={choices.find(({ days }) => days === now)?.label ?? ''}
      options={choices.map(({ label }) => label)}
      onChange={choose}
    />
  )
}
