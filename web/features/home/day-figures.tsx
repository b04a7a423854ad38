// The day's figures in one line until opened: each area's for who may open what stands behind them, and over all sub-products
// the accounts that need attention, which are listed here once a number is chosen.
import './boards.css'
import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type BoardKind, radarCalls } from '../../../contract/home/boards.ts'
import { type DayFigure, getDayFigures } from '../../../contract/home/figures.ts'
import { EXPIRE_DAYS } from '../../../contract/limits.ts'
import { queryAccounts } from '../../../contract/members/accounts.ts'
import { useIsAllowed } from '../../kit/can.tsx'
import { formatAge } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { REFRESH_MS } from './board-calls.ts'
import { BoardChoice } from './board-choice.tsx'
import { BoardFigures } from './board-figures.tsx'
import { BoardList } from './board-list.tsx'
import { useFigureAddress } from './figure-address.ts'

const often = { refetchInterval: REFRESH_MS, call: { hideErrorMsg: true } }

/** A number that leads to the page that says more; plain where the menu has no such page. */
function Linked({ label, count, since, ...figure }: DayFigure) {
  const to = useFigureAddress()(figure)
  const inside = (
    <>
      <b>{count.toLocaleString('zh-CN')}</b>
      <span>{since === null ? label : `${label}，最早 ${formatAge(since)}`}</span>
    </>
  )
  if (!to) return <span className="day-figure">{inside}</span>
  return (
    <Link className="day-figure" to={to}>
      {inside}
    </Link>
  )
}

/** Whether the line holds more than fits into it. */
function useMore(line: RefObject<HTMLElement | null>, count: number): boolean {
  const [isMore, setMore] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: further figures make the line longer and its box no larger
  useEffect(() => {
    const box = line.current
    if (!box) return
    const watcher = new ResizeObserver(() => setMore(box.scrollWidth > box.clientWidth || box.clientHeight > LINE_PX))
    watcher.observe(box)
    return () => watcher.disconnect()
  }, [line, count])
  return isMore
}

const LINE_PX = 40
const RADAR = '全部子产品'

export function DayFigures() {
  const line = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [kind, setKind] = useState<BoardKind | null>(null)
  const [isOpenOnly, setOpenOnly] = useState(true)
  const seesAccounts = useIsAllowed()(queryAccounts)
  const { data: figures } = useCall(getDayFigures, undefined, often)
  const { data: hint } = useCall(radarCalls.hint, undefined, { ...often, enabled: seesAccounts })
  const isMore = useMore(line, (figures?.length ?? 0) + (hint?.total ?? 0))
  // nobody of theirs is due: six zeros say nothing
  const hasDue = hint !== undefined && hint.total > 0
  if (!hasDue && figures?.length === 0) return null
  const radar = { calls: radarCalls, label: RADAR, days: EXPIRE_DAYS, isOpenOnly }
  return (
    <section className="home-day" aria-label="今日概览">
      <div className="home-line">
        <div ref={line} className="day-figures" data-open={isOpen || undefined}>
          {figures?.map((figure) => (
            <Linked {...figure} key={figure.key} />
          ))}
          {hasDue && <BoardFigures {...radar} hint={hint} chosen={kind} onChoose={setKind} />}
        </div>
        {isMore && (
          <Button
            type="text"
            size="small"
            aria-label={isOpen ? '收起今日概览' : '展开今日概览'}
            aria-expanded={isOpen}
            icon={isOpen ? <UpOutlined /> : <DownOutlined />}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </div>
      {kind && (
        <>
          <BoardChoice hint={hint} kind={kind} isOpenOnly={isOpenOnly} onChange={setOpenOnly} />
          <BoardList key={`${kind} ${isOpenOnly}`} {...radar} kind={kind} onShowAll={() => setOpenOnly(false)} />
        </>
      )}
    </section>
  )
}
