// Statistics of the customers within the own scope: number, by level, region and owner.
import { getEnterpriseFigures } from '#contract/members/customers.ts'
import { enterpriseLevelLabels } from '#contract/members/members.ts'
import { FiguresDialog } from '#web/kit/dialog/figures-dialog.tsx'
import { useCall } from '#web/lib/query.ts'

export function CustomerFigures({ onClosed }: { onClosed: () => void }) {
  const read = useCall(getEnterpriseFigures, {}, { staleTime: 0 })
  return (
    <FiguresDialog
      title="客户统计"
      read={read}
      figuresOf={(data) => [
        ['客户', data.total],
        ['本月新增', data.newThisMonth],
        ['有会员', data.withMembers],
        ['使用中', data.live],
        ['30 天内到期', data.expiring],
        ['公海', data.pooled],
      ]}
      groupsOf={({ levels, regions, owners }) => [
        { title: '级别', bars: levels.map(({ level, count }) => ({ name: enterpriseLevelLabels[level], count })) },
        { title: '地区前十', bars: regions },
        { title: '归属人前十', bars: owners },
      ]}
      onClosed={onClosed}
    />
  )
}
