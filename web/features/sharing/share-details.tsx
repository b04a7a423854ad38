// details: one share with its figures, its days, where its readers came from, and its leads.
import { Button, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { addDays, dayOf, eachDay } from '#contract/days.ts'
import { queryShareLeads } from '#contract/sharing/share-counts.ts'
import { getShare, SHARE_VISIT_DAYS, type ShareDetail } from '#contract/sharing/shares.ts'
import { Can } from '#web/kit/can.tsx'
import type { ChartData } from '#web/kit/chart/chart.data.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { useCall } from '#web/lib/query.ts'
import { useShareActs } from './share-acts.tsx'
import { formatStay, hostName, shareTones } from './share-labels.tsx'
import { LeadTable } from './share-leads.tsx'
import './sharing.css'
import { serverToday } from '#web/lib/server-clock.ts'

const HEIGHT_PX = 240
const HOURS_HEIGHT_PX = 180
/** Days without an opening are drawn too, unless there are too many. */
const DRAWN_MOST = 366

const spans = [7, 30, 0].map((value) => ({ value, label: value === 0 ? '全部' : `近 ${value} 天` }))

function chartOf({ days, createdAt }: ShareDetail, from: string | undefined): ChartData {
  const today = serverToday()
  const first = from ?? days[0]?.day ?? dayOf(createdAt)
  const all = eachDay(first, today)
  const labels = all.length <= DRAWN_MOST ? all : days.map(({ day }) => day)
  const found = new Map(days.map((each) => [each.day, each]))
  return {
    kind: 'line',
    title: '每日打开',
    labelName: '日期',
    labels,
    series: [
      { name: '打开次数', values: labels.map((day) => found.get(day)?.opens ?? 0) },
      { name: '访问人数', values: labels.map((day) => found.get(day)?.people ?? 0) },
    ],
  }
}

const hoursOf = ({ hours }: ShareDetail): ChartData => ({
  kind: 'bar',
  title: '打开时段',
  labelName: '时',
  labels: hours.map((_, hour) => String(hour)),
  series: [{ name: '打开次数', values: hours }],
})

type Counted = { from?: string; to?: string }

function Share({ share, counted }: { share: ShareDetail; counted: Counted }) {
  const chart = useMemo(() => chartOf(share, counted.from), [share, counted])
  const hours = useMemo(() => hoursOf(share), [share])
  const { hosts, machines } = share
  const numbers = [
    ['打开次数', share.opens.toLocaleString('zh-CN')],
    ['访问人数', share.people.toLocaleString('zh-CN')],
    ['平均停留', formatStay(share.staySeconds)],
    ['线索', share.leads.toLocaleString('zh-CN')],
    ['预览与机器访问', machines.toLocaleString('zh-CN')],
  ]
  return (
    <>
      <dl className="share-numbers">
        {numbers.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className="share-columns">
        <Chart data={chart} height={HEIGHT_PX} />
        <section aria-label="访问来源">
          <h2>访问来源</h2>
          {hosts.length === 0 && <p className="share-note">还没有人打开。</p>}
          <dl className="share-hosts">
            {hosts.map(({ host, opens }) => (
              <div key={host}>
                <dt>{hostName(host)}</dt>
                <dd>{opens.toLocaleString('zh-CN')}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <Chart data={hours} height={HOURS_HEIGHT_PX} />
      <p className="share-note">
        时段与来源按最近 {SHARE_VISIT_DAYS} 天内的逐次访问统计，每日次数长期保留；访问人数按每天的人数相加。
      </p>
      <Can call={queryShareLeads}>
        <section aria-label="线索">
          <h2>线索</h2>
          <LeadTable of={{ shareId: share.id, ...counted }} />
        </section>
      </Can>
    </>
  )
}

export default function ShareDetails() {
  const [address] = useSearchParams()
  const [days, setDays] = useState(0)
  const id = address.get('id') ?? ''
  const counted = useMemo<Counted>(() => {
    const today = serverToday()
    return days === 0 ? {} : { from: addDays(today, 1 - days), to: today }
  }, [days])
  const read = useCall(
    getShare,
    { id, ...counted },
    { staleTime: 0, placeholderData: (before) => before, call: { hideErrorMsg: true } },
  )
  const { actionsOf, dialogs } = useShareActs()
  return (
    <div className="share-page">
      <Loaded read={read} rows={10}>
        {(share) => (
          <>
            <div className="share-head">
              <h1>{share.title}</h1>
              <div>
                {actionsOf(share).map(({ label, call, isDanger = false, run }) => (
                  <Can key={label} call={call}>
                    <Button danger={isDanger} onClick={run}>
                      {label}
                    </Button>
                  </Can>
                ))}
              </div>
            </div>
            <Facts
              columns={2}
              items={factsOf(getShare, share, {
                sharerName: {},
                channel: {},
                state: { tones: shareTones },
                createdAt: {},
              })}
            />
            <div className="share-span">
              <Segmented<number> aria-label="统计范围" value={days} options={spans} onChange={setDays} />
            </div>
            <Share share={share} counted={counted} />
          </>
        )}
      </Loaded>
      {dialogs}
    </div>
  )
}
