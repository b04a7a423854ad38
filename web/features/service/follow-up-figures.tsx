// Statistics of the follow-ups within the own scope: of the last days, and of what is due now.
import { Segmented } from 'antd'
import { useState } from 'react'
import { followResultLabels, followWayLabels } from '#contract/service/follow-up-labels.ts'
import { getFollowUpFigures } from '#contract/service/follow-ups.ts'
import { FiguresDialog } from '#web/kit/dialog/figures-dialog.tsx'
import { useCall } from '#web/lib/query.ts'

const spans = [7, 30, 90].map((value) => ({ value, label: `近 ${value} 天` }))
const USUAL_DAYS = 30

const labelled = (labels: Readonly<Record<string, string>>, key: string, count: number) => ({
  name: labels[key] ?? key,
  count,
})

export function FollowUpFigures({ onClosed }: { onClosed: () => void }) {
  const [days, setDays] = useState(USUAL_DAYS)
  const read = useCall(getFollowUpFigures, { days }, { staleTime: 0, placeholderData: (before) => before })
  return (
    <FiguresDialog
      title="跟进统计"
      read={read}
      figuresOf={(data) => [
        ['跟进次数', data.total],
        ['跟进客户', data.customers],
        ['已逾期', data.overdue],
        ['今天待跟进', data.dueToday],
        ['以后待跟进', data.dueLater],
        ['30 天未跟进', data.silent],
      ]}
      groupsOf={({ ways, results, authors }) => [
        { title: '方式', bars: ways.map(({ way, count }) => labelled(followWayLabels, way, count)) },
        { title: '结果', bars: results.map(({ result, count }) => labelled(followResultLabels, result, count)) },
        { title: '跟进人', bars: authors },
      ]}
      onClosed={onClosed}
    >
      <Segmented<number> aria-label="统计范围" value={days} options={spans} onChange={setDays} />
    </FiguresDialog>
  )
}
