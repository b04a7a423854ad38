// One measure day by day, beside the days that it is compared with; unusual days are marked, notes say why.
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import type { SearchSource } from '#contract/operations/search-labels.ts'
import {
  type Comparison,
  comparisonLabels,
  type DayFigures,
  type SearchOverview,
} from '#contract/operations/search-marketing.ts'
import { querySemNotes, type SemNote } from '#contract/operations/search-notes.ts'
import { unusualDays } from '#contract/operations/unusual-days.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import type { ChartData } from '#web/kit/chart/chart.data.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { useCall } from '#web/lib/query.ts'
import { comparedLabels, type Measure, measureLabels } from './search-figures.rules.ts'
import { SearchNotes } from './search-notes.tsx'

const HEIGHT_PX = 220

const choices: readonly Measure[] = [
  ...(['cost', 'shows', 'clicks', 'clickRate', 'costPerClick', 'leads', 'costPerLead', 'amount'] as const),
]

/** A label with its unit in brackets. */
const parts = (measure: Measure): [name: string, unit: string | undefined] => {
  const [, name = '', unit] = /^(.*?)(?:（(.*)）)?$/.exec(measureLabels[measure]) ?? []
  return [name, unit]
}

type Days = Pick<SearchOverview, 'days' | 'daysBefore'>

function unusualIn(measure: Measure, days: readonly DayFigures[]): string[] {
  return unusualDays(days.map((day) => ({ day: day.day, value: day[measure] === null ? null : Number(day[measure]) })))
}

function chartOf(
  measure: Measure,
  { days, daysBefore }: Days,
  compare: Comparison,
  { unusual, notes }: { unusual: readonly string[]; notes: readonly SemNote[] },
): ChartData {
  const [name, unit] = parts(measure)
  const labels = days.map(({ day }) => day)
  const placed = notes.map(({ day, caption }) => ({ at: labels.indexOf(day), text: caption }))
  return {
    kind: 'line',
    title: `${name}走势`,
    ...(unit !== undefined && { unit }),
    labelName: '日期',
    labels,
    series: [
      {
        name: '本期',
        values: days.map((day) => day[measure]),
        marked: { at: unusual.map((day) => labels.indexOf(day)), label: '异常' },
      },
      { name: comparedLabels[compare], values: days.map((_, at) => daysBefore[at]?.[measure] ?? null) },
    ],
    notes: placed.filter(({ at }) => at >= 0),
  }
}

const noDays: Days = { days: [], daysBefore: [] }
const noNotes: readonly SemNote[] = []

type TrendProps = {
  of: SearchOverview | undefined
  compare: Comparison
  onCompare: (compare: Comparison) => void
  source: SearchSource | undefined
  accountId: string | undefined
}

export function SearchTrend({ of, compare, onCompare, source, accountId }: TrendProps) {
  const [measure, setMeasure] = useState<Measure>('cost')
  const shown = of ?? noDays
  const maySee = useIsAllowed()(querySemNotes)
  const asked = {
    from: of?.from ?? '',
    to: of?.to ?? '',
    ...(source && { source }),
    ...(accountId !== undefined && { accountId }),
  }
  const read = useCall(querySemNotes, asked, { enabled: maySee && of !== undefined, call: { hideErrorMsg: true } })
  const notes = read.data ?? noNotes
  const unusual = useMemo(() => unusualIn(measure, shown.days), [measure, shown])
  const chart = useMemo(
    () => chartOf(measure, shown, compare, { unusual, notes }),
    [measure, shown, compare, unusual, notes],
  )
  return (
    <section className="search-trend" aria-label="走势">
      <div className="search-trend-head">
        <div className="search-scroll">
          <Segmented<Measure>
            size="small"
            aria-label="走势指标"
            value={measure}
            options={choices.map((value) => ({ value, label: parts(value)[0] }))}
            onChange={setMeasure}
          />
        </div>
        <Segmented<Comparison>
          size="small"
          aria-label="比较"
          value={compare}
          options={optionsOf(comparisonLabels)}
          onChange={onCompare}
        />
      </div>
      <Chart data={chart} height={HEIGHT_PX} isLoading={!of} />
      {of && (
        <p className="search-note">
          {`与 ${of.beforeFrom} 至 ${of.beforeTo} 比较。`}
          {unusual.length > 0 && `偏离平常的日期：${unusual.join('、')}。`}
        </p>
      )}
      {of && maySee && <SearchNotes notes={notes} day={of.to} accountId={accountId} />}
    </section>
  )
}
