// Details of one price: the trend of its item, and all revisions of this day's price.
import { Timeline } from 'antd'
import { useMemo } from 'react'
import { addDays } from '#contract/days.ts'
import { type ChartNote, listChartNotes } from '#contract/prices/chart-notes.ts'
import { correctionCauseLabels, priceOriginLabels, revisionActLabels } from '#contract/prices/price-labels.ts'
import { listPriceUses } from '#contract/prices/price-uses.ts'
import {
  getTrend,
  listPrices,
  listRevisions,
  type Point,
  type PriceRow,
  type Revision,
} from '#contract/prices/prices.ts'
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
import { HeardSource } from './heard.tsx'
import { Corrected, formatRange, Move, PriceState } from './price-labels.tsx'
import { PriceUses } from './price-uses.tsx'
import { ChartNotes } from './search-data/chart-notes.tsx'
import { notesAt } from './search-data/search-data-chart.rules.ts'

/** Days before the price's day that the trend shows. */
const TREND_DAYS = 180

const noNotes: readonly ChartNote[] = []

/** A line for each unit: figures before and after a change of unit are not connected. */
function trendLines(points: readonly Point[]) {
  const basisOf = ({ unit, isTaxIncluded }: Point) => `${unit}，${isTaxIncluded ? '含税' : '不含税'}`
  const bases = [...new Set(points.map(basisOf))]
  if (bases.length < 2) return [{ basis: '', has: () => true }]
  return bases.map((basis) => ({ basis, has: (point: Point) => basisOf(point) === basis }))
}

type TrendProps = { points: readonly Point[]; notes: readonly ChartNote[]; price: PriceRow; isLoading: boolean }

function Trend({ points, notes, price, isLoading }: TrendProps) {
  const data = useMemo(
    () => ({
      kind: 'line' as const,
      title: `${price.itemName}走势`,
      unit: price.unit,
      labelName: '日期',
      labels: points.map(({ day }) => day),
      notes: notesAt(
        points.map(({ day }) => day),
        notes,
      ),
      series: [
        ...trendLines(points).map(({ basis, has }) => ({
          name: basis === '' ? '均价' : `均价（${basis}）`,
          values: points.map((point) => (has(point) ? point.average : null)),
          marked: { at: points.flatMap((point, at) => (point.struck && has(point) ? [at] : [])), label: '刚更正' },
        })),
      ],
    }),
    [points, notes, price],
  )
  return (
    <div className="price-chart">
      <Chart data={data} height={220} isLoading={isLoading} />
      <ChartNotes
        notes={notes}
        columns={[{ kind: 'item', id: price.quoteItemId, productName: price.productName, name: price.itemName }]}
        day={price.day}
      />
    </div>
  )
}

/** A revision, compared with the published one that it replaces. */
function RevisionText({ revision, before }: { revision: Revision; before: Revision | undefined }) {
  const { act, low, high, average, origin, originDetail, cause, reason, opinion, publication, heardId, byName, at } =
    revision
  const figures = `${formatRange(low, high)}，均 ${formatFigure(average)}`
  return (
    <>
      <div>
        {revisionActLabels[act]}
        {heardId !== null && <HeardSource id={heardId} />}
        {publication !== null && <span className="price-note">　发布序号 {publication}</span>}
      </div>
      <div>
        {before && (
          <del className="price-before">
            {`${formatRange(before.low, before.high)}，均 ${formatFigure(before.average)}`}
          </del>
        )}
        {figures}
      </div>
      {cause && <div>更正类型：{correctionCauseLabels[cause]}</div>}
      {reason && <div>原因：{reason}</div>}
      {opinion && <div>意见：{opinion}</div>}
      <div className="price-note">
        {formatMoment(at)} {byName} · {priceOriginLabels[origin]} {originDetail}
      </div>
    </>
  )
}

type Props = { price: PriceRow; acts: readonly RowAction[]; onClosed: () => void }

export function PriceDetails({ price, acts, onClosed }: Props) {
  const isAllowed = useIsAllowed()
  const revisions = useCall(listRevisions, { id: price.id }, { enabled: isAllowed(listRevisions), staleTime: 0 })
  const range = { quoteItemId: price.quoteItemId, from: addDays(price.day, -TREND_DAYS), to: price.day }
  const trend = useCall(getTrend, range, { enabled: isAllowed(getTrend) })
  const notesRange = { columns: [{ kind: 'item' as const, id: price.quoteItemId }], from: range.from, to: range.to }
  const { data: notes = noNotes } = useCall(listChartNotes, notesRange, { enabled: isAllowed(listChartNotes) })
  return (
    <DetailsDrawer
      title={`${price.itemName} ${price.day}`}
      size={600}
      acts={acts}
      extra={(own) => own.length > 0 && <MoreActions name={price.itemName} actions={own} />}
      onClosed={onClosed}
    >
      <Facts
        columns={2}
        items={factsOf(listPrices, price, {
          productName: {},
          status: { render: PriceState },
          low: { render: ({ low, struck }) => <Corrected now={low} before={struck?.low} /> },
          high: { render: ({ high, struck }) => <Corrected now={high} before={struck?.high} /> },
          average: {
            render: ({ average, struck, unit }) => (
              <>
                <Corrected now={average} before={struck?.average} /> {unit}
              </>
            ),
          },
          change: {
            render: ({ change, percent }) => (
              <>
                <Move of={change} />　<Move of={percent} suffix="%" />
              </>
            ),
          },
          submittedByName: {},
          verifiedByName: {},
          remark: { span: 2 },
          englishRemark: { span: 2 },
        })}
      />
      {isAllowed(getTrend) && (
        <Trend points={trend.data ?? []} notes={notes} price={price} isLoading={trend.isPending} />
      )}
      {price.publication !== null && isAllowed(listPriceUses) && (
        <>
          <h3 className="price-head">去向</h3>
          <PriceUses price={price} />
        </>
      )}
      {isAllowed(listRevisions) && (
        <>
          <h3 className="price-head">版本记录</h3>
          <Loaded read={revisions} rows={4}>
            {(all) => (
              <Timeline
                items={all.map((revision) => ({
                  key: revision.id,
                  content: <RevisionText revision={revision} before={all.find(({ id }) => id === revision.replaces)} />,
                }))}
              />
            )}
          </Loaded>
        </>
      )}
    </DetailsDrawer>
  )
}
