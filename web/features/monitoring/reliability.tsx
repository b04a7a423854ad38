// Reliability of updates: by product, person and month as a table, by day as a heat map.
import { Segmented, Table } from 'antd'
import { useMemo, useState } from 'react'
import { addDays, daysBetween, weekdayOf } from '#contract/days.ts'
import {
  exportReliability,
  getReliability,
  type ReliabilityQuery,
  type ReliabilityRow,
} from '#contract/monitoring/reliability.ts'
import { weekdayLabels } from '#contract/prices/price-labels.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { DateRangePicker } from '#web/kit/form/date-range.tsx'
import { ExportButton } from '#web/kit/sheets/export-button.tsx'
import { useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'

const SHOWN_DAYS = 90

const ways = [
  { value: 'product', label: '按产品' },
  { value: 'person', label: '按人员' },
  { value: 'month', label: '按月' },
] as const
type Way = (typeof ways)[number]['value']

/** Shade of a day in the heat map; `none` without a rate. */
function shadeOf({ rate }: ReliabilityRow): string {
  if (rate === null) return 'none'
  const share = Number(rate)
  return share >= 98 ? 'best' : share >= 90 ? 'good' : share >= 75 ? 'fair' : 'poor'
}

function HeatMap({ from, to, rows }: { from: string; to: string; rows: readonly ReliabilityRow[] }) {
  const known = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  const first = addDays(from, 1 - weekdayOf(from))
  const weeks = Array.from({ length: Math.ceil((daysBetween(first, to) + 1) / 7) }, (_, at) => addDays(first, at * 7))
  const titleOf = (day: string) => {
    const row = known.get(day)
    return row ? `${day}：及时率 ${row.rate ?? '—'}%，应更新 ${row.dues} 项，按时 ${row.done} 项` : `${day}：没有记录`
  }
  return (
    <section className="due-heat" aria-label="每日及时率">
      <table>
        <caption>每日及时率</caption>
        <thead>
          <tr>
            <th scope="col">星期</th>
            {weeks.map((week) => (
              <th key={week} scope="col">
                {week.slice(5)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdayLabels.map((label, at) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {weeks.map((week) => {
                const day = addDays(week, at)
                const row = known.get(day)
                const shade = day < from || day > to ? 'out' : row ? shadeOf(row) : 'none'
                return (
                  <td key={week} className={`due-heat-${shade}`} title={shade === 'out' ? undefined : titleOf(day)}>
                    {row?.rate == null ? '' : Math.round(Number(row.rate))}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const columns = [
  { title: '名称', dataIndex: 'name', ellipsis: true, width: 160 },
  { title: '应更新', dataIndex: 'dues', align: 'right' as const, width: 90 },
  { title: '按时完成', dataIndex: 'done', align: 'right' as const, width: 90 },
  { title: '其中待审核', dataIndex: 'reviewing', align: 'right' as const, width: 100 },
  { title: '逾期完成', dataIndex: 'doneLate', align: 'right' as const, width: 90 },
  { title: '当日未完成', dataIndex: 'missed', align: 'right' as const, width: 100 },
  { title: '已说明', dataIndex: 'excused', align: 'right' as const, width: 80 },
  {
    title: '及时率（%）',
    align: 'right' as const,
    width: 110,
    sorter: (a: ReliabilityRow, b: ReliabilityRow) => Number(a.rate ?? -1) - Number(b.rate ?? -1),
    render: (_: unknown, { rate }: ReliabilityRow) => rate ?? '—',
  },
  {
    title: '逾期中位数（分钟）',
    align: 'right' as const,
    width: 150,
    render: (_: unknown, { medianLate }: ReliabilityRow) => medianLate ?? '—',
  },
]

function Months({ rows }: { rows: readonly ReliabilityRow[] }) {
  const data = useMemo(
    () => ({
      kind: 'line' as const,
      title: '每月及时率',
      unit: '%',
      labelName: '月份',
      labels: rows.map(({ name }) => name),
      series: [{ name: '及时率', values: rows.map(({ rate }) => rate) }],
    }),
    [rows],
  )
  return <Chart data={data} height={220} />
}

export function ReliabilityView() {
  const yesterday = addDays(serverToday(), -1)
  const [range, setRange] = useState({ from: addDays(yesterday, -SHOWN_DAYS), to: yesterday })
  const [by, setBy] = useState<Way>('product')
  const query: ReliabilityQuery = { ...range, by }
  const { data, error, refetch, isFetching } = useCall(getReliability, query, { placeholderData: (before) => before })
  const daily = useCall(getReliability, { ...range, by: 'day' }, { placeholderData: (before) => before })
  return (
    <>
      <div className="due-toolbar">
        <div className="due-range">
          <DateRangePicker
            value={{ start: range.from, end: range.to }}
            onChange={({ start, end }) => start && end && setRange({ from: start, to: end })}
          />
        </div>
        <Segmented<Way> aria-label="分组" value={by} options={[...ways]} onChange={setBy} />
        <span className="due-toolbar-end">
          <ExportButton call={exportReliability} on={undefined} query={query} total={data?.length} />
        </span>
      </div>
      <HeatMap from={range.from} to={range.to} rows={daily.data ?? []} />
      {by === 'month' && data && <Months rows={data} />}
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<ReliabilityRow>
          size="small"
          rowKey="id"
          loading={isFetching && !data}
          dataSource={data ?? []}
          columns={columns}
          scroll={{ x: 960 }}
          pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
          locale={{ emptyText: '这段时间没有已结束的监控日' }}
        />
      )}
    </>
  )
}
