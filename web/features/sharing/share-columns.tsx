// Columns that lists of shares have in common: figures that open the list behind them.
import { Button } from 'antd'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { queryShareLeads, type ShareDayRow } from '#contract/sharing/share-counts.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { readRange } from '#web/kit/form/date-range.rules.ts'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import type { Column } from '#web/kit/table/columns.ts'
import { formatStay, SHARES } from './share-labels.tsx'
import { type LeadsOf, LeadTable } from './share-leads.tsx'
import './sharing.css'

const DAYS = 'days'
/** Counted days, in the address as `days`. */
export const countedDaysFilter = dayRangeFilter(DAYS, '统计日期', 'from', 'to')

const LeadsContext = createContext<(of: LeadsOf) => void>(() => undefined)

const DRAWER_PX = 960

/** Opens the leads behind a figure of the page. */
export function LeadsBehind({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<LeadsOf>()
  const open = useMemo(() => (of: LeadsOf) => setShown(of), [])
  return (
    <LeadsContext value={open}>
      {children}
      {shown && (
        <DetailsDrawer title="线索" size={DRAWER_PX} onClosed={() => setShown(undefined)}>
          <LeadTable of={shown} withShare />
        </DetailsDrawer>
      )}
    </LeadsContext>
  )
}

/** What a row stands for. */
export type Counted = { sharerId: string } | { articleId: string } | { shareId: string } | { day: string }

/** The days that the page counts. */
function useDays(): { days: string; from?: string; to?: string } {
  const [address] = useSearchParams()
  const days = address.get(DAYS) ?? ''
  const { start, end } = readRange(days) ?? {}
  return { days, ...(start && { from: start }), ...(end && { to: end }) }
}

const plain = (count: number) => count.toLocaleString('zh-CN')

function SharesFigure({ of, count }: { of: Counted; count: number }) {
  const { days } = useDays()
  if (count === 0) return '0'
  const query = 'day' in of ? { days: `${of.day}~${of.day}` } : { ...of, ...(days !== '' && { days }) }
  return <Link to={`${SHARES}?${new URLSearchParams(query)}`}>{plain(count)}</Link>
}

/** How far the leads of a figure have come, or further. */
type Reached = { isContacted?: true; isGranted?: true; isFormal?: true }

export function LeadsFigure({ of, count, ...reached }: { of: Counted; count: number } & Reached) {
  const { from, to } = useDays()
  const open = useContext(LeadsContext)
  const isAllowed = useIsAllowed()
  if (count === 0 || !isAllowed(queryShareLeads)) return plain(count)
  const days = 'day' in of ? { from: of.day, to: of.day } : { ...of, ...(from && { from }), ...(to && { to }) }
  return (
    <Button type="link" size="small" className="share-figure" onClick={() => open({ ...days, ...reached })}>
      {plain(count)}
    </Button>
  )
}

type Figures = Omit<ShareDayRow, 'day'>

const heads = { shares: '有效分享', opens: '打开次数', people: '访问人数' } as const
export const PEOPLE_TIP = '同一人一天内多次打开同一个分享，计为一人；多天按每天的人数相加'

/** @param of what a row stands for */
export function figureColumns<Row extends Figures>(of: (row: Row) => Counted): readonly Column<Row>[] {
  const linked = (key: keyof typeof heads, tip?: string): Column<Row> => ({
    key,
    label: heads[key],
    width: 110,
    align: 'right',
    ...(key !== 'shares' && { summary: { of: (row) => row[key] } }),
    ...(tip !== undefined && { tip }),
    render: (row) => <SharesFigure of={of(row)} count={row[key]} />,
  })
  return [
    linked('shares', '被打开过或带来线索的链接'),
    linked('opens'),
    linked('people', PEOPLE_TIP),
    { key: 'staySeconds', label: '平均停留', width: 120, align: 'right', render: (row) => formatStay(row.staySeconds) },
    {
      key: 'leads',
      label: '线索',
      width: 90,
      align: 'right',
      summary: { of: (row) => row.leads },
      render: (row) => <LeadsFigure of={of(row)} count={row.leads} />,
    },
    {
      key: 'contacted',
      label: '已联系',
      width: 90,
      align: 'right',
      summary: { of: (row) => row.contacted },
      tip: '线索中已联系过的，含已开通的',
      render: (row) => <LeadsFigure of={of(row)} count={row.contacted} isContacted />,
    },
    {
      key: 'granted',
      label: '已开通',
      width: 90,
      align: 'right',
      summary: { of: (row) => row.granted },
      tip: '线索中已开通试用的',
      render: (row) => <LeadsFigure of={of(row)} count={row.granted} isGranted />,
    },
    {
      key: 'formal',
      label: '已转正式',
      width: 100,
      align: 'right',
      summary: { of: (row) => row.formal },
      tip: '已开通的线索中，后来有正式授权的',
      render: (row) => <LeadsFigure of={of(row)} count={row.formal} isFormal />,
    },
    {
      key: 'machines',
      label: '预览与机器访问',
      width: 140,
      align: 'right',
      summary: { of: (row) => row.machines },
      tip: '不是由读者的浏览器上报的访问，不计入打开次数',
      render: (row) => plain(row.machines),
    },
  ]
}
