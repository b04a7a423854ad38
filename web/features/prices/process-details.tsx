// Details of one process: cost and profit over two years, and the terms of each version.
import { useMemo } from 'react'
import { addDays } from '#contract/days.ts'
import { listProcessValues, type ProcessRow, processCalls, type ShownTerm } from '#contract/prices/processes.ts'
import { termSideLabels } from '#contract/prices/series-labels.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { MoreActions } from '#web/kit/table/row-actions.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { formatFigure, formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { validitySince } from './series-labels.tsx'
import './formulas.css'
import { serverToday } from '#web/lib/server-clock.ts'

/** Two years. */
const DRAWN_DAYS = 731

type Props = { process: ProcessRow; acts: readonly RowAction[]; onClosed: () => void }

function Terms({ terms }: { terms: readonly ShownTerm[] }) {
  const shown = (['output', 'input', 'fixed'] as const).flatMap((side) => terms.filter((term) => term.side === side))
  return (
    <table className="term-list">
      <tbody>
        {shown.map(({ side, code, name, inputName, unit, coefficient, conversion, amount }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the terms of a stored version are never reordered
          <tr key={at}>
            <th scope="row">{termSideLabels[side]}</th>
            <td>
              {code && <code>{code} </code>}
              {inputName || name}
              {inputName && name && <span className="price-note">（{name}）</span>}
            </td>
            <td className="term-number">
              {amount === null
                ? `× ${coefficient}${Number(conversion) === 1 ? '' : ` × ${conversion}`}`
                : formatFigure(amount)}
            </td>
            <td className="price-note">{unit}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function ProcessDetails({ process, acts, onClosed }: Props) {
  const read = useCall(processCalls.get, { id: process.id })
  const to = process.lastDay ?? serverToday()
  const from = addDays(to, -DRAWN_DAYS)
  const values = useCall(listProcessValues, { id: process.id, from, to })
  const points = values.data
  const data = useMemo(
    () => ({
      kind: 'line' as const,
      title: `${process.name}成本与利润`,
      unit: process.unit,
      labelName: '日期',
      labels: (points ?? []).map(({ day }) => day),
      series: [
        { name: '利润', values: (points ?? []).map(({ profit }) => profit) },
        { name: '成本', values: (points ?? []).map(({ cost }) => cost) },
      ],
    }),
    [points, process],
  )
  const lack = points?.findLast((point) => point.profit === null)
  return (
    <DetailsDrawer
      title={process.name}
      size={760}
      acts={acts}
      extra={(own) => own.length > 0 && <MoreActions name={process.name} actions={own} />}
      onClosed={onClosed}
    >
      <Facts
        items={[
          ...factsOf(processCalls.list, process, {
            productName: {},
            unit: { render: ({ unit, decimals }) => `${unit}，${decimals} 位小数` },
            lastDay: {
              label: '最近',
              render: ({ lastDay, lastProfit, lastCost }) =>
                `${lastDay ?? '—'}　利润 ${figureOf(lastProfit)}，成本 ${figureOf(lastCost)}`,
            },
          }),
          ...(lack ? [{ label: '缺值', children: `${lack.day}　${lack.lack ?? ''}` }] : []),
          {
            label: '系列',
            children: read.data ? `利润 ${read.data.profitCode}，成本 ${read.data.costCode}` : '…',
          },
        ]}
      />
      <div className="price-chart">
        <Chart data={data} height={260} isLoading={values.isPending} />
      </div>
      <Loaded read={read} rows={4}>
        {({ versions }) =>
          versions.map(({ validFrom, byName, at, terms }) => (
            <section key={validFrom ?? ''}>
              <h3 className="price-head">
                {validitySince(validFrom, versions.length)}{' '}
                <small className="price-note">
                  {byName} {formatMoment(at)}
                </small>
              </h3>
              <Terms terms={terms} />
            </section>
          ))
        }
      </Loaded>
    </DetailsDrawer>
  )
}

const figureOf = (figure: string | null) => (figure === null ? '—' : formatFigure(figure))
