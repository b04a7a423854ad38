// Statistics of the visits within the own scope: of the last days, and of what is overdue now. Each opens the visits that it counts.
import { Segmented } from 'antd'
import { useState } from 'react'
import { getVisitFigures } from '#contract/visits/visit-figures.ts'
import { siteKindLabels, type VisitFigure, visitFigureLabels } from '#contract/visits/visit-labels.ts'
import { queryVisits } from '#contract/visits/visits.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { FiguresDialog } from '#web/kit/dialog/figures-dialog.tsx'
import { useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { addressOfFigure } from './visit-figures.rules.ts'
import { VISITS } from './visit-labels.tsx'
import { VisitedSites } from './visited-sites.tsx'

const spans = [7, 30, 90].map((value) => ({ value, label: `近 ${value} 天` }))
const USUAL_DAYS = 30

export function VisitFigures({ onClosed }: { onClosed: () => void }) {
  const [days, setDays] = useState(USUAL_DAYS)
  const [showsSites, setShowsSites] = useState(false)
  const isAllowed = useIsAllowed()
  const read = useCall(
    getVisitFigures,
    { days },
    { staleTime: 0, placeholderData: (before) => before, call: { hideErrorMsg: true } },
  )
  const listOf = (figure: VisitFigure, filters: Record<string, string> = {}) => {
    if (!isAllowed(queryVisits)) return undefined
    return `${VISITS}?${addressOfFigure(figure, days, serverToday(), filters)}`
  }
  const figure = (key: VisitFigure, count: number) => [visitFigureLabels[key], count, listOf(key)] as const
  const bar = (name: string, count: number, key: VisitFigure, filters: Record<string, string>) => {
    const to = listOf(key, filters)
    return { name, count, ...(to !== undefined && { to }) }
  }
  return (
    <FiguresDialog
      title="拜访统计"
      read={read}
      figuresOf={(data) => [
        figure('planned', data.total),
        figure('kept', data.kept),
        figure('made', data.visited),
        figure('reported', data.reported),
        figure('cancelled', data.cancelled),
        ['到访企业', data.sites, () => setShowsSites(true)],
        figure('overdue', data.overdue),
      ]}
      groupsOf={({ owners, provinces, kinds, products }) => [
        { title: '拜访人', bars: owners.map(({ id, name, count }) => bar(name, count, 'made', { ownerId: id })) },
        {
          title: '省份',
          bars: provinces.map(({ id, name, count }) =>
            bar(name || '未填地区', count, 'made', id === null ? { hasRegion: '0' } : { regionId: id }),
          ),
        },
        { title: '企业类型', bars: kinds.map(({ kind, count }) => bar(siteKindLabels[kind], count, 'made', { kind })) },
        {
          title: '谈到的产品',
          bars: products.map(({ id, name, count }) => bar(name, count, 'talked', { productId: id })),
        },
      ]}
      onClosed={onClosed}
    >
      <Segmented<number> aria-label="统计范围" value={days} options={spans} onChange={setDays} />
      {showsSites && <VisitedSites days={days} onClosed={() => setShowsSites(false)} />}
    </FiguresDialog>
  )
}
