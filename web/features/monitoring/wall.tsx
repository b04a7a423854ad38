// The board for a wall screen: dark, large, without input. It refreshes itself; Esc closes it.
import { Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { type Board, listDues } from '../../../contract/monitoring/board.ts'
import { dueStates } from '../../../contract/monitoring/due-states.ts'
import { dueStateLabels, type WhoseDues } from '../../../contract/monitoring/monitoring-labels.ts'
import { useShared } from '../../lib/live/shared-changes.ts'
import { useCall } from '../../lib/query.ts'
import { doneOf, sumOf, timeOf } from './monitoring-labels.tsx'
import './monitoring.css'

/** Rows that fit on the screen. */
const ROWS = 24
/** Refetch interval, as the board's, ms. */
const FOLLOW_MS = 60_000

type WallProps = { board: Board; whose: WhoseDues; onClose: () => void }

export function Wall({ board, whose, onClose }: WallProps) {
  const { data, refetch } = useCall(listDues, { day: board.day, whose, size: ROWS }, { refetchInterval: FOLLOW_MS })
  useShared('dues', () => void refetch())
  useShared('priceReviews', () => void refetch())
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
  const urgent = (data?.records ?? []).filter(({ state }) => state === 'late' || state === 'soon')
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
      <ol aria-label="逾期与即将到期">
        {urgent.map(({ id, name, responsibleName, dueAt, state }) => (
          <li key={id} className={`due-${state}`}>
            <b>{timeOf(dueAt)}</b>
            <span>{name}</span>
            <span>{responsibleName || '未指定'}</span>
            <em>{dueStateLabels[state]}</em>
          </li>
        ))}
        {urgent.length === 0 && <li>没有逾期或即将到期的数据</li>}
      </ol>
    </div>,
    document.body,
  )
}
