// The enterprises that the statistics count as visited.
import { useState } from 'react'
import { queryVisitedSites, type VisitedSite } from '#contract/visits/visit-figures.ts'
import { siteKindLabels } from '#contract/visits/visit-labels.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { PAGED_ROWS, PagedTable } from '#web/kit/list/paged-table.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'

const columns = [
  { key: 'name', title: '企业', dataIndex: 'name' },
  { key: 'kind', title: '企业类型', width: 90, render: ({ kind }: VisitedSite) => siteKindLabels[kind] },
  { key: 'region', title: '地区', width: 160, render: ({ regionPath }: VisitedSite) => regionPath || '—' },
  { key: 'visits', title: '到访次数', width: 80, align: 'right' as const, dataIndex: 'visits' },
  { key: 'lastAt', title: '最近到访', width: 150, render: ({ lastAt }: VisitedSite) => formatMoment(lastAt) },
]
const WIDTH = 760
const MIN_WIDTH = 640

export function VisitedSites({ days, onClosed }: { days: number; onClosed: () => void }) {
  const [current, setCurrent] = useState(1)
  const read = useCall(
    queryVisitedSites,
    { days, current, size: PAGED_ROWS },
    { placeholderData: (before) => before, staleTime: 0, call: { hideErrorMsg: true } },
  )
  return (
    <DetailsDrawer title={`到访企业：近 ${days} 天`} size={WIDTH} onClosed={onClosed}>
      <PagedTable columns={columns} minWidth={MIN_WIDTH} read={read} current={current} onTurn={setCurrent} />
    </DetailsDrawer>
  )
}
