// A month with a number on each day. One day is in the tab order; arrow keys move between days.
import './month.css'
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addDays, addMonths, dayNumber, dayText, weekdayOf } from '#contract/days.ts'
import { serverToday } from '#web/lib/server-clock.ts'

const WEEK = 7
const WEEKS = 6
const weekdays = ['一', '二', '三', '四', '五', '六', '日']

/** Six weeks, from the Monday on or before the first of the month. */
export function shownDays(month: string): { from: string; to: string } {
  const first = `${month}-01`
  const from = addDays(first, 1 - weekdayOf(first))
  return { from, to: addDays(from, WEEKS * WEEK - 1) }
}

const monthsLater = (day: string, months: number) => dayText(addMonths(dayNumber(day), months))

const steps: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -WEEK),
  ArrowDown: (day) => addDays(day, WEEK),
  PageUp: (day) => monthsLater(day, -1),
  PageDown: (day) => monthsLater(day, 1),
}

type MonthProps = {
  /** `YYYY-MM` */
  month: string
  onMonth: (month: string) => void
  counts: ReadonlyMap<string, number>
  /** What the number of a day means, for its accessible name: `3 条待跟进`. */
  say: (count: number) => string
  /** Days whose number is shown in red. */
  isLate: (day: string) => boolean
  chosen: string | null
  /** Choosing the chosen day again clears it. */
  onChoose: (day: string | null) => void
}

export function Month({ month, onMonth, counts, say, isLate, chosen, onChoose }: MonthProps) {
  const today = serverToday()
  const { from } = shownDays(month)
  const table = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState(chosen ?? today)
  const isMoving = useRef(false)
  /** The day in the tab order. */
  const tabDay = at.startsWith(month) ? at : `${month}-01`

  useEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    table.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
  }, [at])

  const handleKey = (event: KeyboardEvent) => {
    const next = steps[event.key]?.(tabDay)
    if (!next) return
    event.preventDefault()
    isMoving.current = true
    setAt(next)
    if (!next.startsWith(month)) onMonth(next.slice(0, WEEK))
  }

  const turn = (months: number) => onMonth(monthsLater(`${month}-01`, months).slice(0, WEEK))

  return (
    <section className="month" aria-label="日历">
      <div className="month-head">
        <Button type="text" icon={<LeftOutlined />} aria-label="上个月" onClick={() => turn(-1)} />
        <strong aria-live="polite">{`${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`}</strong>
        <Button type="text" icon={<RightOutlined />} aria-label="下个月" onClick={() => turn(1)} />
        <Button
          size="small"
          onClick={() => {
            setAt(today)
            onMonth(today.slice(0, WEEK))
          }}
        >
          本月
        </Button>
      </div>
      <table ref={table}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: WEEKS }, (_week, week) => addDays(from, week * WEEK)).map((monday) => (
            <tr key={monday}>
              {Array.from({ length: WEEK }, (_day, weekday) => addDays(monday, weekday)).map((day) => {
                const count = counts.get(day) ?? 0
                return (
                  <td key={day}>
                    <button
                      type="button"
                      data-day={day}
                      data-late={(count > 0 && isLate(day)) || undefined}
                      data-other={!day.startsWith(month) || undefined}
                      aria-current={day === today ? 'date' : undefined}
                      aria-pressed={day === chosen}
                      aria-label={`${day}，${say(count)}`}
                      tabIndex={day === tabDay ? 0 : -1}
                      onKeyDown={handleKey}
                      onClick={() => {
                        setAt(day)
                        onChoose(day === chosen ? null : day)
                      }}
                    >
                      <span>{Number(day.slice(8))}</span>
                      {count > 0 && <em>{count}</em>}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
