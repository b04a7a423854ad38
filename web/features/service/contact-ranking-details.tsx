// One person's follow-ups in the days of the ranking: by day as a chart, and by customer.
import { Button, Table } from 'antd'
import { useMemo } from 'react'
import {
  getRankedPerson,
  RANKING_CUSTOMERS,
  type RankedCustomer,
  type RankedPerson,
} from '#contract/service/contact-ranking.ts'
import { queryFollowUps } from '#contract/service/follow-ups.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import type { ChartData } from '#web/kit/chart/chart.data.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { printRange } from '#web/kit/form/date-range.rules.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import type { Period } from '#web/lib/periods.ts'
import { useCall } from '#web/lib/query.ts'
import { FOLLOW_UPS } from './follow-up-labels.tsx'
import './contact-ranking.css'

const WIDTH = 860
const HEIGHT_PX = 220
const PAGE = 10

const chartOf = (days: RankedPerson['days']): ChartData => ({
  kind: 'bar',
  title: '每日跟进',
  unit: '次',
  labelName: '日期',
  labels: days.map(({ day }) => day),
  stacked: true,
  series: [
    { name: '联系上', values: days.map(({ contacted }) => contacted) },
    { name: '未联系上', values: days.map(({ unreached }) => unreached) },
  ],
})

type Open = (name?: string) => void

/** @param open undefined without the right to read follow-ups */
function Customers({ person, open }: { person: RankedPerson; open: Open | undefined }) {
  const { customers, customerCount } = person
  const figure = (title: string, key: 'count' | 'reached' | 'agreed' | 'refused' | 'unreached' | 'visits') => ({
    title,
    dataIndex: key,
    align: 'right' as const,
    width: 80,
  })
  return (
    <>
      <Table<RankedCustomer>
        size="small"
        rowKey="id"
        aria-label="按客户"
        dataSource={customers}
        scroll={{ x: 760 }}
        columns={[
          {
            title: '客户',
            dataIndex: 'name',
            render: (name: string) =>
              open ? (
                <Button type="link" size="small" className="ranking-customer" onClick={() => open(name)}>
                  {name}
                </Button>
              ) : (
                name
              ),
          },
          figure('跟进', 'count'),
          figure('已沟通', 'reached'),
          figure('达成意向', 'agreed'),
          figure('明确拒绝', 'refused'),
          figure('未联系上', 'unreached'),
          figure('上门拜访', 'visits'),
          { title: '最近跟进', width: 140, render: (_: unknown, { lastAt }) => formatMoment(lastAt) },
        ]}
        pagination={{ pageSize: PAGE, hideOnSinglePage: true, showSizeChanger: false }}
        locale={{ emptyText: '这段时间没有跟进' }}
      />
      {customerCount > RANKING_CUSTOMERS && (
        <p className="ranking-note">
          共 {customerCount} 家客户，仅显示跟进最多的 {RANKING_CUSTOMERS} 家。
        </p>
      )}
    </>
  )
}

type DetailsProps = { person: { id: string; name: string }; days: Period; onClosed: () => void }

export function RankedDetails({ person: { id, name }, days, onClosed }: DetailsProps) {
  const read = useCall(getRankedPerson, { id, ...days }, { call: { hideErrorMsg: true } })
  const chart = useMemo(() => chartOf(read.data?.days ?? []), [read.data])
  const openPage = useOpenPage()
  const mayRead = useIsAllowed()(queryFollowUps)
  const open: Open = (enterpriseName) =>
    openPage(FOLLOW_UPS, {
      authorId: id,
      days: printRange({ start: days.from, end: days.to }),
      ...(enterpriseName !== undefined && { enterpriseName }),
    })
  return (
    <DetailsDrawer
      title={`${name}的跟进`}
      size={WIDTH}
      onClosed={onClosed}
      extra={() => (
        <Can call={queryFollowUps}>
          <Button onClick={() => open()}>查看跟进记录</Button>
        </Can>
      )}
    >
      <Loaded read={read} rows={8}>
        {(person) => (
          <>
            <p className="ranking-note">
              {person.deptName}，{days.from} 至 {days.to}：跟进 {person.count} 次，客户 {person.customerCount} 家
            </p>
            <Chart data={chart} height={HEIGHT_PX} />
            <h3 className="ranking-heading">按客户</h3>
            <Customers person={person} open={mayRead ? open : undefined} />
          </>
        )}
      </Loaded>
    </DetailsDrawer>
  )
}
