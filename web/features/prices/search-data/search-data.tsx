// Comparison of published prices and series: chart, table, export. The whole query is in the address, so that a link
// shows the same view.
import { keepPreviousData } from '@tanstack/react-query'
import { Alert, Button, Empty, Radio, Select, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ChartNote, listChartNotes } from '#contract/prices/chart-notes.ts'
import {
  columnName,
  exportPriceData,
  type PriceData,
  type PriceDataQuery,
  queryPriceData,
} from '#contract/prices/price-data.ts'
import { type ListView, queryListViews } from '#contract/system/list-settings.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { SavedViews } from '#web/kit/list/saved-views.tsx'
import { ExportButton } from '#web/kit/sheets/export-button.tsx'
import { copyText } from '#web/lib/copy.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { ChartNotes } from './chart-notes.tsx'
import {
  drawings,
  isSameTerms,
  parseTerms,
  printTerms,
  queryOf,
  type Terms,
  termsOfView,
  viewOf,
} from './search-data.rules.ts'
import { chartOf } from './search-data-chart.rules.ts'
import { ColumnsDialog, ColumnTags, columnKey } from './search-data-columns.tsx'
import { DataGrid } from './search-data-table.tsx'
import { TermsBar } from './search-data-terms.tsx'
import '../prices.css'
import { serverToday } from '#web/lib/server-clock.ts'

const LIST = 'searchData'
const none: readonly ChartNote[] = []
/** Input of the disabled query. */
const nothing: PriceDataQuery = { columns: [], from: '', to: '', length: 'day', measure: 'last', fill: 'none' }
const drawingLabels = { plain: '原值', rebased: '首值为 100', seasonal: '历年同期' } as const

function useTerms() {
  const [address, setAddress] = useSearchParams()
  const text = address.toString()
  const terms = useMemo(() => parseTerms([...new URLSearchParams(text)]), [text])
  const go = (next: Terms, view: string | null) => {
    const texts = printTerms(next).map(([key, value]) => [key, value])
    setAddress(new URLSearchParams([...texts, ...(view ? [['view', view]] : [])]), { replace: true })
  }
  const view = address.get('view')
  return { terms, viewId: view, change: (own: Partial<Terms>) => go({ ...terms, ...own }, view), go }
}

type ResultProps = { data: PriceData; query: PriceDataQuery; terms: Terms; onChange: (change: Partial<Terms>) => void }

function Result({ data, query, terms: { drawing }, onChange }: ResultProps) {
  const [seasonal, setSeasonal] = useState(0)
  const { columns, from, to } = query
  const { data: notes = none } = useCall(listChartNotes, { columns, from, to })
  const chart = useMemo(() => chartOf(data, drawing, seasonal, notes), [data, drawing, seasonal, notes])
  return (
    <>
      <div className="price-bar">
        <Radio.Group
          aria-label="画法"
          optionType="button"
          value={drawing}
          options={optionsOf(drawingLabels, drawings)}
          onChange={({ target }) => onChange({ drawing: target.value as Terms['drawing'] })}
        />
        {drawing === 'seasonal' && data.columns.length > 1 && (
          <Select
            aria-label="历年同期的报价项"
            className="data-seasonal"
            value={Math.min(seasonal, data.columns.length - 1)}
            options={data.columns.map((column, value) => ({ value, label: columnName(column) }))}
            onChange={setSeasonal}
          />
        )}
        <span className="price-note" role="status">
          截至发布序号 {data.asKnownAt}
          {data.knownAt && `（${formatMoment(data.knownAt)}）`}，共 {data.periods.length} 行
          {data.partial.length > 0 && `，其中 ${data.partial.length} 行不完整`}
          {(data.from !== from || data.to !== to) && `；已补足整期：${data.from} 至 ${data.to}`}
          {data.missing > 0 && `；另有 ${data.missing} 项不存在或不在您的编辑范围内，未列出`}
          {data.columns.some(({ from, until }) => from !== null || until !== null) &&
            '；单位有变化的报价项按变化前后分列，不连成一条线，可按币种与税率换算'}
        </span>
      </div>
      <Chart data={chart} height={340} />
      <ChartNotes notes={notes} columns={data.columns} day={to} />
      <DataGrid key={data.columns.map(columnKey).join()} data={data} />
    </>
  )
}

export default function SearchData() {
  const { terms, viewId, change, go } = useTerms()
  const [isChoosing, setChoosing] = useState(false)
  const today = serverToday()
  const query = queryOf(terms, today)
  const found = useCall(queryPriceData, query ?? nothing, {
    enabled: query !== null,
    placeholderData: keepPreviousData,
  })
  const shared = useCall(queryListViews, { list: LIST })
  const views = shared.data?.views ?? []
  const view = views.find(({ id }) => id === viewId)
  const apply = (next: ListView | undefined) =>
    next ? go(termsOfView(next), next.id) : go({ ...parseTerms([]), columns: [] }, null)
  const data = query ? found.data : undefined
  const names = new Map(data?.columns.map((column) => [columnKey(column), column.name]))
  return (
    <div className="price-page">
      <div className="price-bar">
        <Button type="primary" onClick={() => setChoosing(true)}>
          选择报价项
        </Button>
        <ColumnTags
          columns={terms.columns}
          nameOf={(column) => names.get(columnKey(column)) ?? (found.isFetching ? '…' : '不在您的编辑范围内')}
          onChange={(columns) => change({ columns })}
        />
        <span className="data-acts">
          <Button type="text" disabled={query === null} onClick={() => void copyText(location.href)}>
            复制链接
          </Button>
          <SavedViews
            listKey={LIST}
            none="新查询"
            kept={viewOf(terms)}
            setup={{
              views,
              view,
              roles: shared.data?.roles ?? [],
              columns: [],
              isChanged: view !== undefined && !isSameTerms(termsOfView(view), terms),
              apply,
            }}
          />
          <ExportButton call={exportPriceData} query={query ?? {}} total={data?.periods.length} />
        </span>
      </div>
      <TermsBar terms={terms} today={today} onChange={change} />
      {query === null && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="选择报价项，或打开一个已保存的视图">
          <Button onClick={() => setChoosing(true)}>选择报价项</Button>
        </Empty>
      )}
      {query !== null && found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {query !== null && !found.error && !data && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && !found.error && data.periods.length === 0 && (
        <Alert type="info" title="所选报价项在这段时间没有已发布的价格。" />
      )}
      {data && !found.error && data.periods.length > 0 && (
        <Result data={data} query={query ?? nothing} terms={terms} onChange={change} />
      )}
      {isChoosing && (
        <ColumnsDialog
          columns={terms.columns}
          onChosen={(columns) => change({ columns })}
          onClosed={() => setChoosing(false)}
        />
      )}
    </div>
  )
}
