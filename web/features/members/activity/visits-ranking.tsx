// Customers in the own scope ranked by their use of a sub-product in a range of days, with details of each.

import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  exportVisitors,
  getVisitor,
  queryVisitors,
  type VisitorRow,
  type VisitShare,
} from '#contract/members/account-visits.ts'
import { type SubProductKey, subProductMenu } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import type { ChartData } from '#web/kit/chart/chart.data.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useCall } from '#web/lib/query.ts'
import { daysFilter, readDays, usualDays } from './account-log-days.tsx'
import { formatSeconds } from './account-log-labels.ts'
import { NearLogs } from './account-log-near.tsx'

const WIDTH = 760
const HEIGHT_PX = 200
/** Number of rows that the server sends. */
const ROWS_MOST = 200

const modulesOf = (modules: readonly VisitShare[]): ChartData => ({
  kind: 'bar',
  title: '按模块',
  unit: '次',
  labelName: '模块',
  labels: modules.map(({ name }) => name),
  series: [{ name: '访问次数', values: modules.map(({ acts }) => acts) }],
})

/** Activity of one customer in the range: by module, and the newest log rows. */
function VisitorDetails({ visitor, onClosed }: { visitor: VisitorRow; onClosed: () => void }) {
  const [address] = useSearchParams()
  const days = readDays(address.get(daysFilter.key) ?? '') ?? usualDays()
  const read = useCall(getVisitor, { accountId: visitor.id, ...days })
  const modules = useMemo(() => modulesOf(read.data?.modules ?? []), [read.data])
  return (
    <DetailsDrawer
      title={`${visitor.loginName}（${visitor.realName}，${visitor.enterprise}）`}
      size={WIDTH}
      onClosed={onClosed}
    >
      <Loaded read={read} rows={8}>
        {({ rows }) => (
          <>
            <Chart data={modules} height={HEIGHT_PX} />
            <h3 className="log-heading">
              {days.from} 至 {days.to} 的访问
            </h3>
            <NearLogs rows={rows} label="访问明细" />
            {rows.length >= ROWS_MOST && <p className="log-hint">仅显示最近 {ROWS_MOST} 条，其余请缩小日期范围。</p>}
          </>
        )}
      </Loaded>
    </DetailsDrawer>
  )
}

const filters = [daysFilter, ...filtersOf(queryVisitors, ['loginName', 'realName', 'enterprise'])]

const columns = columnsOf(queryVisitors, {
  loginName: { width: 160, opens: true },
  realName: { width: 110 },
  enterprise: { width: 240 },
  acts: { width: 110, sum: true },
  days: { width: 110 },
  seconds: {
    width: 130,
    render: ({ seconds }) => formatSeconds(seconds),
    sum: (sum) => formatSeconds(Number(sum)),
  },
  lastAt: { width: 160 },
})

export function VisitsRanking({ subProduct }: { subProduct: SubProductKey }) {
  const fixedFilters = useMemo(() => ({ subProduct }), [subProduct])
  const [shown, setShown] = useState<VisitorRow>()
  const mayOpen = useIsAllowed()(getVisitor, subProduct)
  return (
    <>
      <ListPage
        endpoint={queryVisitors}
        settings={subProductMenu(subProduct, 'visitsInfo')}
        filters={filters}
        columns={columns}
        fixedFilters={fixedFilters}
        on={subProduct}
        rowName={({ loginName }) => loginName}
        onOpen={mayOpen ? setShown : undefined}
        rowActions={(row) => [{ label: '明细', call: getVisitor, run: () => setShown(row) }]}
        exportCall={exportVisitors}
      />
      {shown && <VisitorDetails visitor={shown} onClosed={() => setShown(undefined)} />}
    </>
  )
}
