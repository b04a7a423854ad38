// The board for a wall screen: dark, large, without input. It refreshes itself, shows what is soon due always and all late
// rows in turn; Esc closes it.
import { keepPreviousData } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Board, listDues } from '#contract/monitoring/board.ts'
import { dueStates } from '#contract/monitoring/due-states.ts'
import { dueStateLabels, type WhoseDues } from '#contract/monitoring/monitoring-labels.ts'
import { useShared } from '#web/lib/live/shared-changes.ts'
import { useCall } from '#web/lib/query.ts'
import { doneOf, sumOf, timeOf } from './monitoring-labels.tsx'
import { pageAt, placesOf } from './wall.rules.ts'
import './monitoring.css'

/** Refetch interval, as the board's, ms. */
const FOLLOW_MS = 60_000
/** How long a page of rows stays, ms. */
const TURN_MS = 10_000

function useTurn(): number {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => before + 1), TURN_MS)
    return () => clearInterval(timer)
  }, [])
  return turn
}

type Shown = { board: Board; whose: WhoseDues; state: 'late' | 'soon'; size: number; turn: number }

/** Rows of a state, a page at each turn. */
function Rows({ board: { day, counts }, whose, state, size, turn }: Shown) {
  const { current, pages } = pageAt(turn, counts[state], size)
  const { data, refetch } = useCall(
    listDues,
    { day, whose, state, size, current },
    { refetchInterval: FOLLOW_MS, placeholderData: keepPreviousData },
  )
  useShared('dues', () => void refetch())
  useShared('priceReviews', () => void refetch())
  if (counts[state] === 0) return null
  return (
    <section>
      <h2>
        {dueStateLabels[state]} {counts[state]} 项{pages > 1 && `　第 ${current} / ${pages} 屏`}
      </h2>
      <ol aria-label={dueStateLabels[state]}>
        {(data?.records ?? []).map(({ id, name, responsibleName, dueAt }) => (
          <li key={id} className={`due-${state}`}>
            <b>{timeOf(dueAt)}</b>
            <span>{name}</span>
            <span>{responsibleName || '未指定'}</span>
            <em>{dueStateLabels[state]}</em>
          </li>
        ))}
      </ol>
    </section>
  )
}

type WallProps = { board: Board; whose: WhoseDues; onClose: () => void }

export function Wall({ board, whose, onClose }: WallProps) {
  const turn = useTurn()
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const handleKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close()
    }
    window.addEventListener('keydown', handleKey)
    void document.documentElement.requestFullscreen?.().catch(() => undefined)
    return () => {
      window.removeEventListener('keydown', handleKey)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    }
  }, [])
  const sum = sumOf(board.counts)
  const percent = sum === 0 ? 0 : Math.round((doneOf(board.counts) / sum) * 100)
  const places = placesOf(board.counts.soon)
  return createPortal(
    <div className="due-wall always-dark" role="dialog" aria-label="大屏看板" aria-modal="true">
      <header>
        <h1>今日数据更新　{board.day}</h1>
        <span>
          {timeOf(board.at)} 更新　完成 {percent}%
        </span>
        <Button ghost autoFocus onClick={onClose}>
          退出大屏
        </Button>
      </header>
      <dl>
        {dueStates.map((state) => (
          <div key={state} className={`due-${state}`}>
            <dd>{board.counts[state]}</dd>
            <dt>{dueStateLabels[state]}</dt>
          </div>
        ))}
      </dl>
      <Rows board={board} whose={whose} state="soon" size={places.soon} turn={turn} />
      <Rows board={board} whose={whose} state="late" size={places.late} turn={turn} />
      {board.counts.late + board.counts.soon === 0 && <p>没有逾期或即将到期的数据</p>}
    </div>,
    document.body,
  )
}
