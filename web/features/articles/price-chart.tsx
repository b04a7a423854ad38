// A chart block, drawn from the figures stored in the text.
import { Alert } from 'antd'
import { useMemo } from 'react'
import { type ChartBinding, readChart } from '#contract/articles/bound-figures.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import { chartChange, chartData } from './price-chart.rules.ts'

const HEIGHT_PX = 240

export function PriceChart({ chart }: { chart: ChartBinding }) {
  const data = useMemo(() => chartData(chart), [chart])
  return (
    <>
      <Chart data={data} height={HEIGHT_PX} />
      {chart.note && <p className="bound-note">{chart.note}</p>}
    </>
  )
}

function Change({ before, after }: { before: ChartBinding; after: ChartBinding }) {
  const data = useMemo(() => chartChange(before, after), [before, after])
  return <Chart data={data} height={HEIGHT_PX} />
}

type ChangeProps = { before: BodyNode['attrs']; after: BodyNode['attrs'] }

/** Two versions of a chart as two lines. */
export function PriceChartChange({ before, after }: ChangeProps) {
  const [old, now] = useMemo(() => [readChart(before), readChart(after)], [before, after])
  if (!old || !now) return <Alert type="warning" title="走势图的数据不完整" />
  return <Change before={old} after={now} />
}
