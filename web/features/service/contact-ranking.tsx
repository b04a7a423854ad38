// Contact ranking: who follows up customers how often and with what result, with a chart of those shown first.
import { useMemo, useState } from 'react'
import {
  exportContactRanking,
  getRankedPerson,
  queryContactRanking,
  type RankingRow,
} from '#contract/service/contact-ranking.ts'
import { followResultLabels, followResults } from '#contract/service/follow-up-labels.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import type { ChartData } from '#web/kit/chart/chart.data.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import { ColumnSettingsButton } from '#web/kit/list/column-settings.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { Toolbar } from '#web/kit/list/list-page.tsx'
import { viewOfState } from '#web/kit/list/saved-views.rules.ts'
import { SavedViews } from '#web/kit/list/saved-views.tsx'
import { SearchBar } from '#web/kit/list/search-bar.tsx'
import { useList } from '#web/kit/list/use-list.ts'
import { useListSetup } from '#web/kit/list/use-list-setup.ts'
import { ExportButton } from '#web/kit/sheets/export-button.tsx'
import { exportQuery } from '#web/kit/sheets/export-query.ts'
import { DataTable } from '#web/kit/table/data-table.tsx'
import { deptFilter } from '#web/pickers/dept-picker.tsx'
import { daysFilter, daysOf, QuickDays } from './contact-ranking-days.tsx'
import { RankedDetails } from './contact-ranking-details.tsx'
import './contact-ranking.css'

const CODE = 'contactRanking'
const HEIGHT_PX = 220
/** People in the chart. */
const CHARTED = 15

const filters = [daysFilter, deptFilter('deptId', '团队')]
const filterKeys = filters.map(({ key }) => key)

const FIGURE = { width: 104, sum: true } as const

const columns = columnsOf(queryContactRanking, {
  name: { width: 110, opens: true },
  deptName: { width: 140 },
  count: FIGURE,
  customers: { width: 110, tip: '不同的客户；两人跟进同一客户时各计一次' },
  reached: FIGURE,
  agreed: FIGURE,
  refused: FIGURE,
  unreached: FIGURE,
  contactShare: { width: 130, tip: '除“未联系上”以外的跟进占全部跟进的比例' },
  visits: FIGURE,
  ended: { width: FIGURE.width, sum: true, tip: '这些跟进所完成的“下次跟进”提醒，不论由谁设定' },
  kept: { width: FIGURE.width, sum: true, tip: '不晚于约定日期完成的提醒' },
  keptShare: { width: 130, empty: '—' },
  lastAt: { width: 150 },
})

function chartOf(rows: readonly RankingRow[]): ChartData {
  const shown = rows.slice(0, CHARTED)
  return {
    kind: 'bar',
    title: rows.length > CHARTED ? `跟进结果（本页前 ${CHARTED} 人）` : '跟进结果',
    unit: '次',
    labelName: '人员',
    labels: shown.map(({ name }) => name),
    stacked: true,
    series: followResults.map((result) => ({
      name: followResultLabels[result],
      values: shown.map((row) => row[result]),
    })),
  }
}

export default function ContactRanking() {
  const list = useList(queryContactRanking, filters)
  const setup = useListSetup(CODE, columns, list, filterKeys)
  const [shown, setShown] = useState<RankingRow>()
  const mayOpen = useIsAllowed()(getRankedPerson)
  const chart = useMemo(() => chartOf(list.page?.records ?? []), [list.page])
  const { days, ...rest } = list.filters
  return (
    <div className="list-page">
      <SearchBar filters={filters} applied={list.filters} onSearch={list.search} />
      <Toolbar
        onRefresh={list.refresh}
        end={
          <>
            <ExportButton
              call={exportContactRanking}
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
        <QuickDays
          value={days}
          onChange={(text) => list.search({ ...rest, ...(text !== undefined && { days: text }) })}
        />
      </Toolbar>
      {!list.error && (
        <div className="ranking-chart">
          <Chart data={chart} height={HEIGHT_PX} isLoading={!list.page} />
        </div>
      )}
      <DataTable<RankingRow>
        list={list}
        columns={columns}
        rowName={({ name }) => name}
        {...(mayOpen && { onOpen: setShown })}
        rowActions={(row) => [{ label: '明细', call: getRankedPerson, run: () => setShown(row) }]}
        emptyHint="这段时间没有人跟进客户；跟进后即计入排行。"
        placed={setup.placed}
        onResize={setup.onResize}
        isWaiting={setup.isWaiting}
      />
      {shown && <RankedDetails person={shown} days={daysOf(days)} onClosed={() => setShown(undefined)} />}
    </div>
  )
}
