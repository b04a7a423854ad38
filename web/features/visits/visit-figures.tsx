// Statistics of the visits within the own scope: of the last days, and of what is overdue now.
import { Segmented } from 'antd'
import { useState } from 'react'
import { siteKindLabels } from '../../../contract/visits/visit-labels.ts'
import { getVisitFigures } from '../../../contract/visits/visits.ts'
import { FiguresDialog } from '../../kit/dialog/figures-dialog.tsx'
import { useCall } from '../../lib/query.ts'

const spans = [7, 30, 90].map((value) => ({ value, label: `近 ${value} 天` }))
const USUAL_DAYS = 30

export function VisitFigures({ onClosed }: { onClosed: () => void }) {
  const [days, setDays] = useState(USUAL_DAYS)
  const read = useCall(
    getVisitFigures,
    { days },
    { staleTime: 0, placeholderData: (before) => before, call: { hideErrorMsg: true } },
  )
  return (
    <FiguresDialog
      title="拜访统计"
      read={read}
      figuresOf={(data) => [
        ['计划拜访', data.total],
        ['做到的计划', data.kept],
        ['已到访', data.visited],
        ['已报告', data.reported],
        ['已取消', data.cancelled],
        ['到访企业', data.sites],
        ['现在逾期', data.overdue],
      ]}
      groupsOf={({ owners, provinces, kinds, products }) => [
        { title: '拜访人', bars: owners },
        { title: '省份', bars: provinces.map(({ name, count }) => ({ name: name || '未填地区', count })) },
        { title: '企业类型', bars: kinds.map(({ kind, count }) => ({ name: siteKindLabels[kind], count })) },
        { title: '谈到的产品', bars: products },
      ]}
      onClosed={onClosed}
    >
      <Segmented<number> aria-label="统计范围" value={days} options={spans} onChange={setDays} />
    </FiguresDialog>
  )
}
