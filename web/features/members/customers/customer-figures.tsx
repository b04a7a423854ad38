// Statistics of the customers within the own scope: number, by level, region and owner. Each opens what it counts.
import { getEnterpriseFigures, queryEnterprises } from '#contract/members/customers.ts'
import { EXPIRING_DAYS, enterpriseLevelLabels } from '#contract/members/members.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { FiguresDialog } from '#web/kit/dialog/figures-dialog.tsx'
import { useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { addressesOn } from './customer-figures.rules.ts'
import { CUSTOMERS } from './customer-labels.tsx'

export function CustomerFigures({ onClosed }: { onClosed: () => void }) {
  const isAllowed = useIsAllowed()
  const read = useCall(getEnterpriseFigures, {}, { staleTime: 0 })
  const addresses = addressesOn(serverToday())
  const listOf = (filters: Readonly<Record<string, string>>) =>
    isAllowed(queryEnterprises) ? `${CUSTOMERS}?${new URLSearchParams(filters)}` : undefined
  const bar = (name: string, count: number, filters: Readonly<Record<string, string>>) => {
    const to = listOf(filters)
    return { name, count, ...(to !== undefined && { to }) }
  }
  return (
    <FiguresDialog
      title="客户统计"
      read={read}
      figuresOf={(data) => [
        ['客户', data.total, listOf(addresses.total)],
        ['本月新增', data.newThisMonth, listOf(addresses.newThisMonth)],
        ['有会员', data.withMembers, listOf(addresses.withMembers)],
        ['使用中', data.live, listOf(addresses.live)],
        [`${EXPIRING_DAYS} 天内到期`, data.expiring, listOf(addresses.expiring)],
        ['公海', data.pooled, listOf(addresses.pooled)],
      ]}
      groupsOf={({ levels, regions, owners }) => [
        { title: '级别', bars: levels.map(({ level, count }) => bar(enterpriseLevelLabels[level], count, { level })) },
        { title: '地区前十', bars: regions.map(({ id, name, count }) => bar(name, count, { regionId: id })) },
        { title: '归属人前十', bars: owners.map(({ id, name, count }) => bar(name, count, { ownerId: id })) },
      ]}
      onClosed={onClosed}
    />
  )
}
