// What one customer did in the days that are shown: by module, and the newest rows.
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { getVisitor, type VisitorRow, type VisitShare } from '../../../../contract/members/account-visits.ts'
import type { ChartData } from '../../../kit/chart/chart.data.ts'
import { Chart } from '../../../kit/chart/chart.tsx'
import { DetailsDrawer } from '../../../kit/dialog/details-drawer.tsx'
import { Loaded } from '../../../kit/dialog/loaded.tsx'
import { useCall } from '../../../lib/query.ts'
import { daysFilter, readDays, usualDays } from './account-log-days.tsx'
import { NearLogs } from './account-log-near.tsx'

const WIDTH = 760
const HEIGHT_PX = 200
/** As many as the server sends. */
const ROWS_MOST = 200

const modulesOf = (modules: readonly VisitShare[]): ChartData => ({
  kind: 'bar',
  title: '按模块',
  unit: '次',
  labelName: '模块',
  labels: modules.map(({ name }) => name),
  series: [{ name: '访问次数', values: modules.map(({ acts }) => acts) }],
})

export function VisitorDetails({ visitor, onClosed }: { visitor: VisitorRow; onClosed: () => void }) {
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
