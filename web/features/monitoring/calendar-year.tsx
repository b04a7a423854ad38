// One year of a calendar: its months, and its exceptions as lines that data administrators edit or paste.
import { Alert, Button, Input, Select } from 'antd'
import { useState } from 'react'
import { eachDay, weekdayOf } from '#contract/days.ts'
import { errors } from '#contract/errors.ts'
import { getBoard, listDues } from '#contract/monitoring/board.ts'
import {
  type CalendarRow,
  type CalendarYearView,
  calendarCalls,
  getCalendarYear,
  saveCalendarYear,
} from '#contract/monitoring/calendars.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { call } from '#web/lib/call.ts'
import { formatMoment } from '#web/lib/format.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import './monitoring.css'
import { serverToday } from '#web/lib/server-clock.ts'
import { readLines, toLines } from './calendar-lines.rules.ts'

const reads = [getCalendarYear, calendarCalls.list, getBoard, listDues]
const SOURCE_MAX = 100
const MONTHS = Array.from({ length: 12 }, (_, month) => month + 1)

type MonthsProps = { year: number; weekdays: readonly number[]; days: CalendarYearView['days'] }

/** A square for each day; exceptions of the usual week have their name. */
function Months({ year, weekdays, days }: MonthsProps) {
  const known = new Map(days.map((each) => [each.day, each]))
  return (
    <div className="due-months">
      {MONTHS.map((month) => {
        const first = `${year}-${String(month).padStart(2, '0')}-01`
        const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
        return (
          <section key={month} aria-label={`${month} 月`}>
            <h4>{month} 月</h4>
            <div className="due-month">
              {eachDay(first, last).map((day, at) => {
                const exception = known.get(day)
                const isOpen = exception?.isOpen ?? weekdays.includes(weekdayOf(day))
                return (
                  <span
                    key={day}
                    className={`${isOpen ? 'due-open' : 'due-closed'}${exception ? ' due-exception' : ''}`}
                    style={at === 0 ? { gridColumnStart: weekdayOf(day) } : undefined}
                    title={`${day} ${isOpen ? '班' : '休'} ${exception?.name ?? ''}`.trim()}
                  >
                    {Number(day.slice(8))}
                  </span>
                )
              })}
            </div>
          </section>
        )
      })}
    </div>
  )
}

type EditorProps = { calendar: CalendarRow; view: CalendarYearView }

function Editor({ calendar, view }: EditorProps) {
  /** The version that the next save replaces. */
  const [base, setBase] = useState(view)
  const { year, number } = base
  const stored = toLines(base.days)
  const [text, setText] = useState(stored)
  const [source, setSource] = useState('')
  const mayEdit = useIsAllowed()(saveCalendarYear)
  const { days, problems } = readLines(text, year)
  const isChanged = problems.length > 0 || toLines(days) !== stored
  useUnsaved(() => isChanged)
  // another person's version does not replace what is typed: the save says so
  if (view.number > base.number && !isChanged) {
    setBase(view)
    setText(toLines(view.days))
  }
  const { versions } = view.number < number ? base : view
  const saving = useAct(saveCalendarYear, {
    invalidates: reads,
    onSuccess: ({ number: saved, changed }, input) => {
      // at once, and not when the version is read: what is typed meanwhile is a change of it
      setBase((old) => ({ ...old, number: saved, days: input.days }))
      setSource((typed) => (typed === input.source ? '' : typed))
      notify.success(changed > 0 ? `已保存，近几天有 ${changed} 条监控项随之变化` : '已保存')
    },
    onRefusal: ({ code, data, msg, isShown }) => {
      if (code === errors.stale.code) {
        const newer = data as CalendarYearView
        setBase(newer)
        notify.warning(`他人刚保存了第 ${newer.number} 版，您填写的内容还在，请与该版核对后再保存`)
      } else if (!isShown) notify.error(msg)
    },
  })
  /** Loads an older version into the text; saving restores it. */
  const load = async (older: CalendarYearView['versions'][number]) => {
    const found = await call(getCalendarYear, { calendarId: calendar.id, year, number: older.number })
    setText(toLines(found.days))
    setSource(`恢复第 ${older.number} 版：${older.source}`.slice(0, SOURCE_MAX))
  }
  return (
    <>
      {number === 0 && calendar.isYearly && (
        <Alert
          type="warning"
          showIcon
          title={`${year} 年的安排尚未公布，暂按通常的星期计算。公布后请在下面填写并保存。`}
        />
      )}
      <Months year={year} weekdays={calendar.weekdays} days={problems.length > 0 ? base.days : days} />
      {mayEdit && (
        <>
          <h3 className="due-head">与通常不同的日子</h3>
          <p className="due-note">
            每行一天，如“{year}-10-01 休 国庆节”“{year}-10-10 班 国庆节调休上班”；可从公告或表格中粘贴。
          </p>
          <Input.TextArea
            aria-label="与通常不同的日子"
            value={text}
            rows={10}
            onChange={(event) => setText(event.target.value)}
          />
          {problems.length > 0 && <Alert type="error" title={problems.slice(0, 5).join('；')} />}
          <div className="due-toolbar due-save">
            <Input
              aria-label="来源"
              placeholder="来源，如公告的文号"
              value={source}
              maxLength={SOURCE_MAX}
              onChange={(event) => setSource(event.target.value)}
            />
            <Button
              type="primary"
              loading={saving.pending}
              disabled={!isChanged || problems.length > 0 || source.trim() === ''}
              onClick={() => void saving.run({ calendarId: calendar.id, year, number, source, days })}
            >
              保存
            </Button>
          </div>
        </>
      )}
      <h3 className="due-head">版本</h3>
      <ol className="due-versions">
        {versions.map((each) => (
          <li key={each.number}>
            第 {each.number} 版　{each.source}　
            <span className="due-note">
              {each.byName}，{formatMoment(each.at)}
            </span>
            {mayEdit && (each.number !== number || isChanged) && (
              <Button type="link" size="small" onClick={() => void load(each).catch(() => undefined)}>
                恢复第 {each.number} 版
              </Button>
            )}
          </li>
        ))}
        {versions.length === 0 && <li className="due-note">还没有维护过</li>}
      </ol>
    </>
  )
}

/** Number of years before and after this one that can be opened. */
const YEARS_AROUND = 3

export function CalendarYear({ calendar, onClosed }: { calendar: CalendarRow; onClosed: () => void }) {
  const thisYear = Number(serverToday().slice(0, 4))
  const [year, setYear] = useState(thisYear)
  const read = useCall(getCalendarYear, { calendarId: calendar.id, year })
  const years = Array.from({ length: 2 * YEARS_AROUND + 1 }, (_, at) => thisYear - YEARS_AROUND + at)
  return (
    <DetailsDrawer
      title={`${calendar.name}的节假日`}
      size={760}
      onClosed={onClosed}
      extra={() => (
        <Select
          aria-label="年份"
          value={year}
          options={years.map((value) => ({ value, label: `${value} 年` }))}
          onChange={setYear}
        />
      )}
    >
      <Loaded read={read} rows={8}>
        {(view) => <Editor key={view.year} calendar={calendar} view={view} />}
      </Loaded>
    </DetailsDrawer>
  )
}
