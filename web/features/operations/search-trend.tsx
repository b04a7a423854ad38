// One measure day by day, beside the same of as many days before.
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import type { DayFigures } from '../../../contract/operations/search-marketing.ts'
import type { ChartData } from '../../kit/chart/chart.data.ts'
import { Chart } from '../../kit/chart/chart.tsx'
import { type Measure, measureLabels } from './search-figures.rules.ts'

const HEIGHT_PX = 220

const choices: readonly Measure[] = ['cost', 'shows', 'clicks', 'clickRate', 'costPerClick', 'leads', 'costPerLead']

/** A label with its unit in brackets. */
const parts = (measure: Measure): [name: string, unit: string | undefined] => {
  const [, name = '', unit] = /^(.*?)(?:（(.*)）)?$/.exec(measureLabels[measure]) ?? []
  return [name, unit]
}

function chartOf(measure: Measure, days: readonly DayFigures[], before: readonly DayFigures[]): ChartData {
  const [name, unit] = parts(measure)
  return {
    kind: 'line',
    title: `${name}走势`,
    ...(unit !== undefined && { unit }),
    labelName: '日期',
    labels: days.map(({ day }) => day),
    series: [
      { name: '本期', values: days.map((day) => day[measure]) },
      { name: '上期', values: days.map((_, at) => before[at]?.[measure] ?? null) },
    ],
  }
}

const none: readonly DayFigures[] = []

type TrendProps = { of: { days: readonly DayFigures[]; daysBefore: readonly DayFigures[] } | undefined }

export function SearchTrend({ of }: TrendProps) {
  const [measure, setMeasure] = useState<Measure>('cost')
  const { days, daysBefore } = of ?? { days: none, daysBefore: none }
  const chart = useMemo(() => chartOf(measure, days, daysBefore), [measure, days, daysBefore])
  return (
    <section className="search-trend" aria-label="走势">
      <div className="search-scroll">
        <Segmented<Measure>
          size="small"
          aria-label="走势指标"
          value={measure}
          options={choices.map((value) => ({ value, label: parts(value)[0] }))}
          onChange={setMeasure}
        />
      </div>
      <Chart data={chart} height={HEIGHT_PX} isLoading={!of} />
    </section>
  )
}
