// count: shares by article or by day; each figure opens the list behind it.
import { Segmented } from 'antd'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  queryShareDays,
  querySharedArticles,
  type ShareDayRow,
  type SharedArticleRow,
} from '#contract/sharing/share-counts.ts'
import type { ChartData } from '#web/kit/chart/chart.data.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import { readRange } from '#web/kit/form/date-range.rules.ts'
import { type Filter, textFilter } from '#web/kit/list/filters.tsx'
import type { FiltersOf, RowOf } from '#web/kit/list/list-endpoint.ts'
import { Toolbar } from '#web/kit/list/list-page.tsx'
import { SearchBar } from '#web/kit/list/search-bar.tsx'
import { useList } from '#web/kit/list/use-list.ts'
import type { Column } from '#web/kit/table/columns.ts'
import { DataTable } from '#web/kit/table/data-table.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { useCall } from '#web/lib/query.ts'
import { countedDaysFilter, figureColumns, LeadsBehind } from './share-columns.tsx'
import { QuickDays } from './share-days.tsx'

const CHARTED_DAYS = 60
const HEIGHT_PX = 200
const BY = 'by'

const dayFilters = [countedDaysFilter]
const articleFilters = [textFilter('title', '资讯标题', 64), countedDaysFilter]

const articleColumns: readonly Column<SharedArticleRow>[] = [
  { key: 'title', label: '资讯标题', width: 320 },
  {
    key: 'isOnline',
    label: '状态',
    width: 90,
    render: ({ isOnline }) => <Status tone={isOnline ? 'good' : 'idle'}>{isOnline ? '已发布' : '已下线'}</Status>,
  },
  ...figureColumns<SharedArticleRow>(({ id }) => ({ articleId: id })),
]
const dayColumns: readonly Column<ShareDayRow>[] = [
  { key: 'day', label: '日期', width: 130 },
  ...figureColumns<ShareDayRow>(({ day }) => ({ day })),
]

const chartOf = (rows: readonly ShareDayRow[]): ChartData => {
  const days = rows.toReversed()
  return {
    kind: 'bar',
    title: '每日打开与线索',
    labelName: '日期',
    labels: days.map(({ day }) => day),
    series: [
      { name: '打开次数', values: days.map(({ opens }) => opens) },
      { name: '访问人数', values: days.map(({ people }) => people) },
      { name: '线索', values: days.map(({ leads }) => leads) },
    ],
  }
}

/** The newest days of those that are counted. */
function DaysChart() {
  const [address] = useSearchParams()
  const { start, end } = readRange(address.get('days') ?? '') ?? {}
  const { data, error, refetch } = useCall(
    queryShareDays,
    { ...(start && { from: start }), ...(end && { to: end }), descs: ['day'], size: CHARTED_DAYS },
    { placeholderData: (before) => before, call: { hideErrorMsg: true } },
  )
  const chart = useMemo(() => chartOf(data?.records ?? []), [data])
  return (
    <div className="share-chart">
      <Chart
        data={chart}
        height={HEIGHT_PX}
        isLoading={!data && !error}
        error={error ?? undefined}
        onRetry={() => void refetch()}
      />
    </div>
  )
}

/** Of articles, or of days: the part of the page that stays. */
function Choices() {
  const [address, setAddress] = useSearchParams()
  const choose = (by: 'article' | 'day') => {
    const days = address.get('days')
    setAddress({ ...(days !== null && { days }), ...(by === 'day' && { [BY]: by }) }, { replace: true })
  }
  return (
    <>
      <Segmented<'article' | 'day'>
        aria-label="统计方式"
        value={address.get(BY) === 'day' ? 'day' : 'article'}
        options={[
          { value: 'article', label: '按资讯' },
          { value: 'day', label: '按日期' },
        ]}
        onChange={choose}
      />
      <QuickDays />
    </>
  )
}

type CountedProps<E extends Endpoint> = {
  call: E
  filters: readonly Filter<FiltersOf<E>>[]
  columns: readonly Column<RowOf<E>>[]
  rowName: (row: RowOf<E>) => string
}

function Counted<E extends Endpoint>({ call, filters, columns, rowName }: CountedProps<E>) {
  const list = useList(call, filters)
  return (
    <div className="list-page">
      <SearchBar filters={filters} applied={list.filters} onSearch={list.search} />
      <Toolbar onRefresh={list.refresh}>
        <Choices />
      </Toolbar>
      <DaysChart />
      <DataTable<RowOf<E>> list={list} columns={columns} rowName={rowName} emptyHint="这段时间没有被打开的分享。" />
    </div>
  )
}

export default function SharedArticles() {
  const [address] = useSearchParams()
  return (
    <LeadsBehind>
      {address.get(BY) === 'day' ? (
        <Counted key="day" call={queryShareDays} filters={dayFilters} columns={dayColumns} rowName={({ day }) => day} />
      ) : (
        <Counted
          key="article"
          call={querySharedArticles}
          filters={articleFilters}
          columns={articleColumns}
          rowName={({ title }) => title}
        />
      )}
    </LeadsBehind>
  )
}
