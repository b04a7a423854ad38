// SemDeta: what search marketing costs and brings, over time and by any dimension.
import { BarChartOutlined, DeleteOutlined, LinkOutlined, ProfileOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { queryCellLeads, type SearchCell } from '#contract/operations/search-cells.ts'
import { getSearchDetail } from '#contract/operations/search-detail.ts'
import {
  type SearchDimension,
  searchDimensionLabels,
  searchLevelLabels,
  searchSourceLabels,
} from '#contract/operations/search-labels.ts'
import {
  type Comparison,
  exportSearchMarketing,
  getSearchMarketing,
  pivotSearchMarketing,
  querySearchMarketing,
  removeSearchFigures,
  type SearchOverview,
  type SearchRow,
  type SearchTerms,
} from '#contract/operations/search-marketing.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { ColumnSettingsButton } from '#web/kit/list/column-settings.tsx'
import { selectFilter } from '#web/kit/list/filters.tsx'
import { Toolbar } from '#web/kit/list/list-page.tsx'
import { viewOfState } from '#web/kit/list/saved-views.rules.ts'
import { SavedViews } from '#web/kit/list/saved-views.tsx'
import { SearchBar } from '#web/kit/list/search-bar.tsx'
import { useList } from '#web/kit/list/use-list.ts'
import { useListSetup } from '#web/kit/list/use-list-setup.ts'
import { ExportButton } from '#web/kit/sheets/export-button.tsx'
import { exportQuery } from '#web/kit/sheets/export-query.ts'
import type { Column } from '#web/kit/table/columns.ts'
import { DataTable } from '#web/kit/table/data-table.tsx'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useCall } from '#web/lib/query.ts'
import { LandingLinkDrawer } from './landing-link.tsx'
import { SearchAccounts } from './search-accounts.tsx'
import { SearchCellDrawer } from './search-cell.tsx'
import { leadsNote, type Measure, measureLabels, measureTips } from './search-figures.rules.ts'
import { FigureCards, LinkedFigure, OpenLeadsContext } from './search-figures.tsx'
import { SearchImport } from './search-import.tsx'
import { DETAIL } from './search-marketing-pages.ts'
import { SearchPivot } from './search-pivot.tsx'
import { SearchRemove } from './search-remove.tsx'
import {
  accountFilter,
  basisFilter,
  campaignFilter,
  currencyFilter,
  daysFilter,
  daysOf,
  deviceFilter,
  levelFilter,
  regionFilter,
  sourceFilter,
  TouchSwitch,
  touchFilter,
  windowFilter,
} from './search-terms.tsx'
import { SearchTrend } from './search-trend.tsx'
import './search-marketing.css'

const CODE = 'semData'

const byFilter = selectFilter('by', '维度', optionsOf(searchDimensionLabels))
const simple = [daysFilter, sourceFilter, accountFilter, campaignFilter]
const advanced = [levelFilter, deviceFilter, regionFilter, currencyFilter, windowFilter, basisFilter]
const terms = [...simple, ...advanced, touchFilter]
const filters = [...terms, byFilter]
const filterKeys = filters.map(({ key }) => key)

const measure = (key: Measure, width = 110, isSummed = false): Column<SearchRow> => ({
  key,
  label: measureLabels[key],
  width,
  align: 'right',
  ...(isSummed && { summary: { of: (row: SearchRow) => row[key] } }),
  ...(measureTips[key] !== undefined && { tip: measureTips[key] }),
  render: (row) => <LinkedFigure measure={key} of={row} row={row} />,
})

const columns: readonly Column<SearchRow>[] = [
  { key: 'name', label: '名称', width: 180, opens: true },
  { key: 'within', label: '所属', width: 200 },
  ...(['cost', 'paid', 'shows', 'clicks'] as const).map((key) => measure(key, 120, true)),
  measure('clickRate', 140),
  measure('costPerClick', 160),
  measure('position', 120),
  measure('reported', 120, true),
  ...(['leads', 'trials', 'formals', 'granted'] as const).map((key) => measure(key, 90, true)),
  measure('amount', 140, true),
  ...(['costPerLead', 'costPerTrial', 'costPerFormal', 'costPerGranted'] as const).map((key) => measure(key, 160)),
  measure('roi', 130),
]

/** From which reports the sums are, and how registrations count. */
function Basis({ of: { basis, currency, others }, terms }: { of: SearchOverview; terms: SearchTerms }) {
  const reports = basis.map(
    ({ source, account, level, days }) =>
      `${searchSourceLabels[source]} ${account} 取${searchLevelLabels[level]}报表 ${days} 天`,
  )
  return (
    <p className="search-note">
      {reports.length > 0
        ? `口径：每个账号每天只取最粗的一种报表，更细的只用来细分，不重复相加（${reports.join('；')}）。`
        : '这段时间没有报表。'}
      {others.length > 0 &&
        `金额为 ${currency}，不同币种不相加：另有 ${others.join('、')} 账号没有计入，请按币种或账号查看。`}
      {leadsNote(terms)}
    </p>
  )
}

export default function SearchMarketing() {
  const list = useList(querySearchMarketing, filters)
  const setup = useListSetup(CODE, columns, list, filterKeys)
  const asked = exportQuery(terms, { filters: list.filters, sort: undefined }) as SearchTerms
  const [compare, setCompare] = useState<Comparison>('before')
  const overview = useCall(
    getSearchMarketing,
    { ...asked, compare },
    {
      placeholderData: (before) => before,
      call: { hideErrorMsg: true },
    },
  )
  const [open, setOpen] = useState<'pivot' | 'remove' | 'accounts' | 'link'>()
  const openPage = useOpenPage()
  const isAllowed = useIsAllowed()
  const mayOpen = isAllowed(getSearchDetail)
  const [leadsOf, setLeadsOf] = useState<SearchCell>()
  const { by = 'campaign', touch, days, ...rest } = list.filters
  const set = (changes: Readonly<Record<string, string>>) => list.search({ ...list.filters, ...changes })
  /** The bar knows nothing of the switches beside it. */
  const kept = { ...(list.filters.by && { by }), ...(touch !== undefined && { touch }) }
  const isOpenable = mayOpen && (by === 'campaign' || by === 'keyword')
  const openDetail = ({ source, accountId, campaign, keyword }: SearchRow) =>
    openPage(DETAIL, {
      source,
      campaign,
      ...(accountId !== null && { accountId }),
      ...(by === 'keyword' && keyword && { keyword }),
      ...(days !== undefined && { days }),
      ...(touch !== undefined && { touch }),
      ...(rest.window !== undefined && { window: rest.window }),
      ...(rest.basis !== undefined && { basis: rest.basis }),
    })
  const range = daysOf(days)
  const { data } = overview
  /** The cell of the pivot that the figure is; a row's dimension stands against one that all reports have. */
  const openLeads = (row?: SearchRow) => {
    // rows that are being replaced may be of the dimension before
    if (row && list.isLoading) return
    setLeadsOf({
      ...asked,
      rows: by as SearchDimension,
      columns: by === 'source' ? 'account' : 'source',
      ...(row && { row: row.id }),
    })
  }
  return (
    <OpenLeadsContext value={isAllowed(queryCellLeads) ? openLeads : undefined}>
      <div className="list-page">
        <SearchBar
          filters={simple}
          advanced={advanced}
          applied={{ ...rest, ...(days !== undefined && { days }) }}
          onSearch={(texts) => list.search({ ...texts, ...kept })}
        />
        {overview.error && !data ? (
          <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />
        ) : (
          <div className="search-overview" aria-busy={!data || undefined}>
            {data && <FigureCards now={data.total} before={data.before} compare={compare} />}
            <SearchTrend
              of={data}
              compare={compare}
              onCompare={setCompare}
              accountId={asked.accountId}
              source={asked.source}
            />
            {data && <Basis of={data} terms={asked} />}
          </div>
        )}
        <Toolbar
          onRefresh={() => {
            list.refresh()
            void overview.refetch()
          }}
          end={
            <>
              <ExportButton
                call={exportSearchMarketing}
                on={undefined}
                query={exportQuery(filters, list)}
                total={list.page?.total}
              />
              <SavedViews listKey={CODE} kept={viewOfState(list)} setup={setup} />
              <ColumnSettingsButton
                columns={columns}
                settings={setup.columns}
                onChange={setup.changeColumns}
                onReset={setup.resetColumns}
              />
            </>
          }
        >
          <SearchImport />
          <Button icon={<ProfileOutlined />} onClick={() => setOpen('accounts')}>
            账号与数据
          </Button>
          <Button icon={<LinkOutlined />} onClick={() => setOpen('link')}>
            落地页链接
          </Button>
          <Can call={pivotSearchMarketing}>
            <Button icon={<BarChartOutlined />} onClick={() => setOpen('pivot')}>
              交叉统计
            </Button>
          </Can>
          <Can call={removeSearchFigures}>
            <Button icon={<DeleteOutlined />} danger onClick={() => setOpen('remove')}>
              删除数据
            </Button>
          </Can>
          <TouchSwitch value={touch} onChange={(next) => set({ touch: next })} />
          <div className="search-scroll">
            <Segmented<SearchDimension>
              aria-label="维度"
              value={by as SearchDimension}
              options={optionsOf(searchDimensionLabels)}
              onChange={(next) => set({ by: next })}
            />
          </div>
        </Toolbar>
        <DataTable<SearchRow>
          list={list}
          columns={columns}
          rowName={({ name }) => name}
          {...(isOpenable && { onOpen: openDetail })}
          emptyHint="导入搜索平台的报表后即可看到数据。"
          placed={setup.placed}
          onResize={setup.onResize}
          isWaiting={setup.isWaiting}
        />
        {leadsOf && <SearchCellDrawer cell={leadsOf} measure="leads" onClosed={() => setLeadsOf(undefined)} />}
        {open === 'accounts' && <SearchAccounts days={range} onClosed={() => setOpen(undefined)} />}
        {open === 'link' && <LandingLinkDrawer onClosed={() => setOpen(undefined)} />}
        {open === 'pivot' && <SearchPivot terms={asked} onClosed={() => setOpen(undefined)} />}
        {open === 'remove' && (
          <SearchRemove
            initial={{ ...range, ...(asked.accountId && { accountId: asked.accountId }) }}
            onClosed={() => setOpen(undefined)}
          />
        )}
      </div>
    </OpenLeadsContext>
  )
}
