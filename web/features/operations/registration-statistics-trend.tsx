// Registrations by day, week or month: a chart, and beside it figures that open their lists.
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { daysBetween } from '#contract/days.ts'
import {
  getRegistrationTrend,
  type StatisticsQuery,
  type TrendPoint,
} from '#contract/operations/registration-statistics.ts'
import type { TrendStep } from '#contract/operations/registration-statistics-periods.ts'
import type { ChartData } from '#web/kit/chart/chart.data.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import { ScrollBox } from '#web/kit/scroll-box.tsx'
import type { Period } from '#web/lib/periods.ts'
import { useCall } from '#web/lib/query.ts'
import { Count, sliceColumns } from './registration-statistics-count.tsx'
import { printDays } from './registration-statistics-filters.tsx'

const HEIGHT_PX = 280
/** Longer periods begin with weeks, and with months. */
const BY_DAY = 45
const BY_WEEK = 200

const steps: { value: TrendStep; label: string }[] = [
  { value: 'day', label: '按日' },
  { value: 'week', label: '按周' },
  { value: 'month', label: '按月' },
]

function usualStep({ from, to }: Period): TrendStep {
  const count = daysBetween(from, to) + 1
  return count <= BY_DAY ? 'day' : count <= BY_WEEK ? 'week' : 'month'
}

const nameOf = ({ from, to }: Period, step: TrendStep) =>
  step === 'day' ? from : step === 'month' ? from.slice(0, 7) : `${from} 至 ${to.slice(5)}`

const chartOf = (points: readonly TrendPoint[], step: TrendStep): ChartData => ({
  kind: 'line',
  title: '注册趋势',
  unit: '个',
  labelName: '日期',
  labels: points.map((point) => nameOf(point, step)),
  series: sliceColumns.map(({ key, label }) => ({ name: label, values: points.map((point) => point[key]) })),
})

function TrendTable({ points, step }: { points: readonly TrendPoint[]; step: TrendStep }) {
  return (
    <ScrollBox className="statistics-scroll" label="各时段的注册" style={{ maxHeight: HEIGHT_PX + 40 }}>
      <table className="statistics-table">
        <thead>
          <tr>
            <th scope="col">日期</th>
            {sliceColumns.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ from, to, ...counts }) => {
            const name = nameOf({ from, to }, step)
            return (
              <tr key={from}>
                <th scope="row">{name}</th>
                {sliceColumns.map(({ key, label, slice }) => (
                  <td key={key}>
                    <Count
                      count={counts[key]}
                      of={`${name} ${label}`}
                      slice={{ ...slice, days: printDays({ from, to }) }}
                    />
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollBox>
  )
}

export function Trend({ query }: { query: StatisticsQuery & Period }) {
  const { from, to } = query
  const [chosen, setChosen] = useState<TrendStep>()
  const step = chosen ?? usualStep({ from, to })
  const { data, error, refetch } = useCall(getRegistrationTrend, { ...query, step }, { call: { hideErrorMsg: true } })
  const chart = useMemo(() => chartOf(data ?? [], step), [data, step])
  return (
    <section className="statistics-card" aria-label="注册趋势">
      <Segmented<TrendStep> aria-label="步长" size="small" value={step} options={steps} onChange={setChosen} />
      <div className="statistics-trend">
        <Chart
          data={chart}
          height={HEIGHT_PX}
          isLoading={!data && !error}
          error={error ?? undefined}
          onRetry={() => void refetch()}
        />
        {data && <TrendTable points={data} step={step} />}
      </div>
    </section>
  )
}
