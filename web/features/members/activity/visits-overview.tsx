// Totals of a sub-product in a range of days: figures, and charts by day, module and kind.
import { useMemo } from 'react'
import { countVisits, getVisits, type VisitCounts, type Visits } from '#contract/members/account-visits.ts'
import { accountLogLabels } from '#contract/members/members.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import type { ChartData } from '#web/kit/chart/chart.data.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import type { Period } from '#web/lib/periods.ts'
import { useCall } from '#web/lib/query.ts'

const HEIGHT_PX = 240
/** Modules shown in the chart; the ranking's table has all of them. */
const MODULES = 10

const lineOf = ({ days = [] }: Partial<Visits>): ChartData => ({
  kind: 'line',
  title: '每日访问次数',
  unit: '次',
  labelName: '日期',
  labels: days.map(({ day }) => day),
  series: [
    { name: '全部', values: days.map(({ acts }) => acts) },
    { name: '浏览', values: days.map(({ views }) => views) },
    { name: '登录', values: days.map(({ signIns }) => signIns) },
  ],
})

const accountsOf = ({ days = [] }: Partial<Visits>): ChartData => ({
  kind: 'bar',
  title: '每日活跃账号',
  unit: '个',
  labelName: '日期',
  labels: days.map(({ day }) => day),
  series: [{ name: '活跃账号', values: days.map(({ accounts }) => accounts) }],
})

function modulesOf({ modules = [] }: Partial<VisitCounts>): ChartData {
  const shown = modules.slice(0, MODULES)
  return {
    kind: 'bar',
    title: '按模块',
    labelName: '模块',
    labels: shown.map(({ name }) => name),
    series: [
      { name: '访问次数', values: shown.map(({ acts }) => acts) },
      { name: '活跃账号', values: shown.map(({ accounts }) => accounts) },
    ],
  }
}

const kindsOf = ({ kinds = [] }: Partial<VisitCounts>): ChartData => ({
  kind: 'pie',
  title: '按类型',
  unit: '次',
  labelName: '类型',
  slices: kinds.map(({ kind, acts }) => ({ name: accountLogLabels[kind], value: acts })),
})

const percent = (part: number, whole: number) => (whole > 0 ? `${((part / whole) * 100).toFixed(1)}%` : '—')

function Figures({ visits }: { visits: Visits | undefined }) {
  const number = (value: number | undefined) => value?.toLocaleString('zh-CN') ?? '—'
  const figures = [
    { label: '访问次数', value: number(visits?.acts) },
    { label: '活跃账号', value: number(visits?.accounts) },
    { label: '有效账号', value: number(visits?.granted), hint: '今天在有效期内' },
    { label: '活跃占比', value: visits ? percent(visits.accounts, visits.granted) : '—', hint: '活跃账号 / 有效账号' },
  ]
  return (
    <dl className="visits-figures">
      {figures.map(({ label, value, hint }) => (
        <div key={label}>
          <dt>
            {label} {hint && <small>{hint}</small>}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type OverviewProps = { subProduct: SubProductKey; days: Period }

function Shares({ subProduct, days }: OverviewProps) {
  const { data, error, isPending, refetch } = useCall(countVisits, { subProduct, ...days })
  const modules = useMemo(() => modulesOf(data ?? {}), [data])
  const kinds = useMemo(() => kindsOf(data ?? {}), [data])
  const common = { height: HEIGHT_PX, isLoading: isPending, error: error ?? undefined, onRetry: () => void refetch() }
  return (
    <>
      <Chart data={modules} {...common} />
      <Chart data={kinds} {...common} />
    </>
  )
}

export function VisitsOverview({ subProduct, days }: OverviewProps) {
  const { data, error, isPending, refetch } = useCall(getVisits, { subProduct, ...days })
  const acts = useMemo(() => lineOf(data ?? {}), [data])
  const accounts = useMemo(() => accountsOf(data ?? {}), [data])
  const mayCount = useIsAllowed()(countVisits, subProduct)
  const common = { height: HEIGHT_PX, isLoading: isPending, error: error ?? undefined, onRetry: () => void refetch() }
  return (
    <>
      <Figures visits={data} />
      <div className="visits-charts">
        <Chart data={acts} {...common} />
        <Chart data={accounts} {...common} />
        {mayCount && <Shares subProduct={subProduct} days={days} />}
      </div>
      <p className="visits-note">全站合计，不含登录失败。“会员排行”只列出归属您及下级的会员。</p>
    </>
  )
}
