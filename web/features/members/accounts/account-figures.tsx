// Usage of an account: sign-ins and visits by day, and its current grants.
import { useMemo } from 'react'
import { type AccountRow, countAccount, FIGURE_DAYS } from '#contract/members/accounts.ts'
import { validityLabels } from '#contract/members/members.ts'
import type { ChartData } from '#web/kit/chart/chart.data.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { formatAge, formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { accountName } from './account-labels.tsx'

const WIDTH = 720
const nothing: ChartData = { kind: 'bar', title: `近 ${FIGURE_DAYS} 天访问`, labelName: '日期', labels: [], series: [] }

export function AccountFigures({ account, onClosed }: { account: AccountRow; onClosed: () => void }) {
  const { data, error, isPending, refetch } = useCall(countAccount, { id: account.id })
  const chart = useMemo<ChartData>(
    () =>
      // without visits the chart is empty
      data && data.visits > 0
        ? {
            kind: 'bar',
            title: `近 ${FIGURE_DAYS} 天访问`,
            unit: '次',
            labelName: '日期',
            stacked: true,
            labels: data.days.map(({ day }) => day.slice(5)),
            series: [
              { name: '登录', values: data.days.map(({ signIns }) => signIns) },
              { name: '浏览与搜索', values: data.days.map(({ views }) => views) },
            ],
          }
        : nothing,
    [data],
  )
  const grants = data?.grants.map(({ validity, count }) => `${validityLabels[validity]} ${count} 项`).join('、')
  return (
    <DetailsDrawer title={`统计：${accountName(account)}`} size={WIDTH} onClosed={onClosed}>
      <Facts
        columns={2}
        labelWidth={84}
        items={factsOf(countAccount, data ?? {}, {
          lastSeenAt: {
            render: () =>
              data?.lastSeenAt ? <span title={formatMoment(data.lastSeenAt)}>{formatAge(data.lastSeenAt)}</span> : '—',
          },
          grants: { render: () => (data ? grants || '没有授权' : '—') },
          visits: { unit: '次' },
          minutes: { unit: '分钟' },
          downloads: { unit: '次' },
        })}
      />
      <Chart data={chart} isLoading={isPending} error={error ?? undefined} onRetry={() => void refetch()} />
    </DetailsDrawer>
  )
}
