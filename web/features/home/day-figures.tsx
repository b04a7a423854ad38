// The day's figures, collapsed to one line: those of each area, for people with the right to the pages behind, and
// accounts of all sub-products that need attention, listed below once a figure is chosen.
import './boards.css'
import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type BoardKind, radarCalls } from '#contract/home/boards.ts'
import { type DayFigure, getDayFigures } from '#contract/home/figures.ts'
import { EXPIRE_DAYS } from '#contract/limits.ts'
import { viewAccounts } from '#contract/sub-product-access.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { formatAge } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { REFRESH_MS } from './board-calls.ts'
import { BoardChoice } from './board-choice.tsx'
import { BoardFigures } from './board-figures.tsx'
import { BoardList } from './board-list.tsx'
import { useFigureAddress } from './figure-address.ts'

const often = { refetchInterval: REFRESH_MS, call: { hideErrorMsg: true } }

/** A figure linked to its page; plain text if the menu has no such page. */
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

/** Whether the content overflows the line, or is expanded. */
function useMore(line: RefObject<HTMLElement | null>, count: number): boolean {
  const [isMore, setMore] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: more figures do not resize the observed box
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
  const seesAccounts = useIsAllowed()(viewAccounts)
  const { data: figures } = useCall(getDayFigures, undefined, often)
  const { data: hint } = useCall(radarCalls.hint, undefined, { ...often, enabled: seesAccounts })
  const isMore = useMore(line, (figures?.length ?? 0) + (hint?.total ?? 0))
  // hide the radar if all its counts are zero
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
