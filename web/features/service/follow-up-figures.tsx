// Statistics of the follow-ups within the own scope: of the last days, and of what is due now. Each opens what it counts.
import { Segmented } from 'antd'
import { useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { queryCustomerValues } from '#contract/service/customer-values.ts'
import { followResultLabels, followWayLabels } from '#contract/service/follow-up-labels.ts'
import { getFollowUpFigures, queryFollowUps } from '#contract/service/follow-ups.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { FiguresDialog } from '#web/kit/dialog/figures-dialog.tsx'
import { useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { followedCustomers, followedDays, followSpans, silentCustomers } from './follow-up-figures.rules.ts'
import { FOLLOW_UPS, FOLLOW_UPS_BY_VALUE } from './follow-up-labels.tsx'

const spans = followSpans.map((value) => ({ value: value as number, label: `近 ${value} 天` }))
const USUAL_DAYS = 30

export function FollowUpFigures({ onClosed }: { onClosed: () => void }) {
  const [days, setDays] = useState(USUAL_DAYS)
  const isAllowed = useIsAllowed()
  const read = useCall(getFollowUpFigures, { days }, { staleTime: 0, placeholderData: (before) => before })
  const listOf = (call: Endpoint, path: string, address: URLSearchParams) =>
    isAllowed(call) ? `${path}?${address}` : undefined
  const records = (filters: Record<string, string> = {}) =>
    listOf(queryFollowUps, FOLLOW_UPS, followedDays(days, serverToday(), filters))
  const reminders = (due: string) => listOf(queryFollowUps, FOLLOW_UPS, new URLSearchParams({ due }))
  const customers = (address: URLSearchParams) => listOf(queryCustomerValues, FOLLOW_UPS_BY_VALUE, address)
  const bar = (name: string, count: number, filters: Record<string, string>) => {
    const to = records(filters)
    return { name, count, ...(to !== undefined && { to }) }
  }
  return (
    <FiguresDialog
      title="跟进统计"
      read={read}
      figuresOf={(data) => [
        ['跟进次数', data.total, records()],
        ['跟进客户', data.customers, customers(followedCustomers(days))],
        ['已逾期', data.overdue, reminders('overdue')],
        ['今天待跟进', data.dueToday, reminders('today')],
        ['以后待跟进', data.dueLater, reminders('later')],
        ['30 天未跟进', data.silent, customers(silentCustomers)],
      ]}
      groupsOf={({ ways, results, authors }) => [
        { title: '方式', bars: ways.map(({ way, count }) => bar(followWayLabels[way], count, { way })) },
        {
          title: '结果',
          bars: results.map(({ result, count }) => bar(followResultLabels[result], count, { result })),
        },
        { title: '跟进人', bars: authors.map(({ id, name, count }) => bar(name, count, { authorId: id })) },
      ]}
      onClosed={onClosed}
    >
      <Segmented<number> aria-label="统计范围" value={days} options={spans} onChange={setDays} />
    </FiguresDialog>
  )
}
