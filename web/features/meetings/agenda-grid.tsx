// The agenda of a day as a grid: a session leads to its fields, a hall takes another one.
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type KeyboardEvent, useRef } from 'react'
import type { AgendaRow } from '#contract/meetings/agenda.ts'
import { type Direction, gridOf, neighbourOf, type Placed } from './agenda-grid.rules.ts'
import './agenda-grid.css'

const arrows: readonly string[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']

type Props = {
  agenda: readonly AgendaRow[]
  day: string
  problems: readonly (string | null)[]
  onOpen: (at: number) => void
  /** Another session of a hall, after its last one. */
  onAdd: (hall: string, from: string) => void
}

export function AgendaGrid({ agenda, day, problems, onOpen, onAdd }: Props) {
  const box = useRef<HTMLElement>(null)
  const { times, halls, placed } = gridOf(agenda, day)
  if (placed.length === 0) return null
  const columns = halls.reduce((sum, hall) => sum + hall.columns, 0)
  const handleKey = (event: KeyboardEvent, current: Placed) => {
    if (!arrows.includes(event.key)) return
    event.preventDefault()
    const next = neighbourOf(placed, current, event.key as Direction)
    if (next) box.current?.querySelector<HTMLElement>(`[data-at="${next.at}"]`)?.focus()
  }
  return (
    <section
      ref={box}
      className="agenda-grid"
      aria-label={`议程表 ${day}`}
      style={{ gridTemplateColumns: `56px repeat(${columns}, minmax(132px, 1fr))` }}
    >
      {halls.map(({ name, column, columns: wide }) => {
        const last = placed.filter(({ row }) => row.hall.trim() === name).map(({ row }) => row.to)
        return (
          <div
            key={name}
            className="agenda-hall-head"
            style={{ gridRow: 1, gridColumn: `${column + 2} / span ${wide}` }}
          >
            <span>{name || '未定会场'}</span>
            <Button
              type="text"
              size="small"
              icon={<PlusOutlined />}
              aria-label={`在${name || '未定会场'}添加议程`}
              onClick={() => onAdd(name, last.toSorted().at(-1) ?? '')}
            />
          </div>
        )
      })}
      {times.map((time, at) => (
        <span key={time} className="agenda-time" style={{ gridRow: at + 2, gridColumn: 1 }}>
          {time}
        </span>
      ))}
      {placed.map((each) => {
        const { row, at, from, to, column } = each
        const problem = problems[at] ?? null
        return (
          <button
            key={at}
            type="button"
            data-at={at}
            className="agenda-session"
            data-clashing={problem !== null || undefined}
            aria-label={`第 ${at + 1} 项 ${row.from}–${row.to} ${row.title}${problem === null ? '' : `，${problem}`}`}
            style={{ gridRow: `${from + 2} / ${to + 2}`, gridColumn: column + 2 }}
            onClick={() => onOpen(at)}
            onKeyDown={(event) => handleKey(event, each)}
          >
            <strong>{row.title || '未填议题'}</strong>
            <span>{[row.speaker, row.company].filter(Boolean).join(' · ')}</span>
            {problem !== null && <em>{problem}</em>}
          </button>
        )
      })}
    </section>
  )
}
