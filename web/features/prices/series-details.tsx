// Details of one series: the formula of each version, a chart of two years, and recent days with missing values.
import { Timeline } from 'antd'
import { useMemo } from 'react'
import { addDays } from '#contract/days.ts'
import type { DataOf } from '#contract/endpoint.ts'
import {
  type Input,
  listSeriesValues,
  type SeriesPoint,
  type SeriesRow,
  seriesCalls,
} from '#contract/prices/series-calls.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { Chart } from '#web/kit/chart/chart.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { MoreActions } from '#web/kit/table/row-actions.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { formatFigure, formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { InputName, SeriesState, validitySince } from './series-labels.tsx'

/** Two years. */
const DRAWN_DAYS = 731
const LACKS_SHOWN = 5

type Props = { series: SeriesRow; acts: readonly RowAction[]; onClosed: () => void }

/** A formula with names in place of codes. */
const withNames = (formula: string, inputs: readonly Input[]) =>
  formula.replaceAll(/[A-Za-z]\w*/g, (code) => inputs.find(({ id }) => id === code.toUpperCase())?.name ?? code)

function Lacks({ points }: { points: readonly SeriesPoint[] }) {
  const lacking = points.filter(({ value }) => value === null)
  if (lacking.length === 0) return null
  return (
    <>
      <h3 className="price-head">缺值（共 {lacking.length} 天，最近）</h3>
      <ul className="price-changes">
        {lacking
          .slice(-LACKS_SHOWN)
          .reverse()
          .map(({ day, lack }) => (
            <li key={day}>
              {day}　{lack}
            </li>
          ))}
      </ul>
    </>
  )
}

/** A line for each unit: figures before and after a change of unit are not connected. */
function linesOf(name: string, points: DataOf<typeof listSeriesValues>) {
  const units = [...new Set(points.map(({ unit }) => unit))]
  if (units.length < 2) return [{ name, values: points.map(({ value }) => value) }]
  return units.map((unit) => ({
    name: `${name}（${unit}）`,
    values: points.map((point) => (point.unit === unit ? point.value : null)),
  }))
}

export function SeriesDetails({ series, acts, onClosed }: Props) {
  const mayRead = useIsAllowed()(listSeriesValues)
  const read = useCall(seriesCalls.get, { id: series.id })
  const to = series.lastDay ?? serverToday()
  const from = addDays(to, -DRAWN_DAYS)
  const values = useCall(listSeriesValues, { id: series.id, from, to }, { enabled: mayRead })
  const points = values.data
  const data = useMemo(
    () => ({
      kind: 'line' as const,
      title: `${series.name}走势`,
      unit: series.unit,
      labelName: '日期',
      labels: (points ?? []).map(({ day }) => day),
      series: linesOf(series.name, points ?? []),
    }),
    [points, series],
  )
  return (
    <DetailsDrawer
      title={series.name}
      size={760}
      acts={acts}
      extra={(own) => own.length > 0 && <MoreActions name={series.name} actions={own} />}
      onClosed={onClosed}
    >
      <Facts
        items={factsOf(seriesCalls.list, series, {
          code: {},
          status: { render: SeriesState },
          productName: {},
          kind: {},
          unit: { render: ({ unit, decimals }) => `${unit}，${decimals} 位小数` },
          withinDays: {
            label: '缺价',
            render: ({ withinDays }) => (withinDays > 0 ? `沿用 ${withinDays} 天以内的最近一期` : '只用当日价格'),
          },
          lastDay: {
            label: '最近',
            render: ({ lastDay, lastValue }) =>
              `${lastDay ?? '—'}　${lastValue === null ? '' : formatFigure(lastValue)}`,
          },
          processName: { label: '投入产出', when: Boolean(series.processName) },
          stopReason: {
            label: '停更',
            when: series.status === 'stopUpdate',
            render: ({ stoppedOn, stopReason }) => `${stoppedOn ?? ''} ${stopReason}`,
          },
          remark: { when: series.remark !== '', span: 2 },
        })}
      />
      {mayRead && (
        <div className="price-chart">
          <Chart data={data} height={260} isLoading={values.isPending} />
        </div>
      )}
      {points && <Lacks points={points} />}
      <h3 className="price-head">公式</h3>
      <Loaded read={read} rows={3}>
        {({ formulas, inputs }) => (
          <>
            <Timeline
              items={formulas.map(({ validFrom, formula, unit, byName, at }) => ({
                key: validFrom ?? '',
                content: (
                  <>
                    <code>{formula}</code>
                    <div>{withNames(formula, inputs)}</div>
                    <div className="price-note">
                      {validitySince(validFrom, formulas.length)}　{unit}　{byName} {formatMoment(at)}
                    </div>
                  </>
                ),
              }))}
            />
            <ul className="price-changes">
              {inputs.map(({ id, name, productName, unit }) => (
                <li key={id}>
                  <InputName id={id} name={name} productName={productName} unit={unit} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </DetailsDrawer>
  )
}
