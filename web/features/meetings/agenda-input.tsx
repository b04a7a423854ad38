// The agenda as rows of a form: when, where, what, who. A row's day is one of the meeting's.
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Segmented, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { addDays, daysBetween, eachDay } from '#contract/days.ts'
import { AGENDA_MAX, type AgendaRow, agendaProblems } from '#contract/meetings/agenda.ts'
import { MEETING_DAYS_MAX } from '#contract/meetings/meetings.ts'
import { useAtLeast } from '#web/kit/use-at-least.ts'
import { AgendaGrid } from './agenda-grid.tsx'
import './meetings.css'

/** From here the grid is shown above the rows, px. */
const GRID_PX = 600

const texts = [
  { key: 'from', label: '开始时间', placeholder: '09:00', max: 5 },
  { key: 'to', label: '结束时间', placeholder: '09:45', max: 5 },
  { key: 'hall', label: '会场', placeholder: '会场', max: 50 },
  { key: 'title', label: '议题', placeholder: '议题', max: 200 },
  { key: 'speaker', label: '演讲人', placeholder: '演讲人', max: 100 },
  { key: 'company', label: '单位', placeholder: '演讲人单位', max: 100 },
] as const

type RowProps = {
  row: AgendaRow
  label: string
  days: readonly string[]
  /** Shown once the session has a title: until then it is being typed. */
  problem: string | null
  onChange: (row: AgendaRow) => void
  onMoveUp: (() => void) | undefined
  onMoveDown: (() => void) | undefined
  onRemove: () => void
}

function Row({ row, label, days, problem, onChange, onMoveUp, onMoveDown, onRemove }: RowProps) {
  return (
    <fieldset className="agenda-row" aria-label={label}>
      <Select
        aria-label={`${label}日期`}
        options={days.map((value) => ({ value, label: value }))}
        value={row.day}
        onChange={(day) => onChange({ ...row, day })}
      />
      {texts.map(({ key, label: of, placeholder, max }) => (
        <Input
          key={key}
          className={`agenda-${key}`}
          aria-label={`${label}${of}`}
          placeholder={placeholder}
          maxLength={max}
          autoComplete="off"
          value={row[key]}
          onChange={({ target }) => onChange({ ...row, [key]: target.value })}
        />
      ))}
      <span className="agenda-acts">
        <Button
          type="text"
          icon={<ArrowUpOutlined />}
          aria-label={`上移${label}`}
          disabled={!onMoveUp}
          onClick={onMoveUp}
        />
        <Button
          type="text"
          icon={<ArrowDownOutlined />}
          aria-label={`下移${label}`}
          disabled={!onMoveDown}
          onClick={onMoveDown}
        />
        <Button type="text" icon={<DeleteOutlined />} aria-label={`移除${label}`} onClick={onRemove} />
      </span>
      {problem !== null && row.title.trim() !== '' && <span className="agenda-problem">{problem}</span>}
    </fieldset>
  )
}

type Props = {
  id?: string
  startsOn: string | null
  endsOn: string | null
  value?: AgendaRow[]
  onChange?: (rows: AgendaRow[]) => void
}

export function AgendaInput({ id, startsOn, endsOn, value = [], onChange }: Props) {
  const keys = useRef(new WeakMap<AgendaRow, number>())
  const next = useRef(0)
  const keyOf = (row: AgendaRow) => {
    const key = keys.current.get(row) ?? next.current++
    keys.current.set(row, key)
    return key
  }
  const replace = (old: AgendaRow, row: AgendaRow) => {
    keys.current.set(row, keyOf(old))
    onChange?.(value.map((each) => (each === old ? row : each)))
  }
  const swap = (at: number) => onChange?.(value.toSpliced(at, 2, value[at + 1] as AgendaRow, value[at] as AgendaRow))
  const days = startsOn && endsOn ? eachDay(startsOn, endsOn).slice(0, MEETING_DAYS_MAX) : []
  const isInside = value.every(({ day }) => days.includes(day))
  /** The meeting's first day when its sessions lay within its days: they have to follow it. */
  const basis = useRef(startsOn)
  useEffect(() => {
    if (isInside) basis.current = startsOn
  }, [isInside, startsOn])
  const later = !isInside && days.length > 0 && basis.current && startsOn ? daysBetween(basis.current, startsOn) : 0
  const follow = () => onChange?.(value.map((row) => ({ ...row, day: addDays(row.day, later) })))
  const add = (row: Pick<AgendaRow, 'day' | 'from' | 'hall'>) =>
    onChange?.([...value, { ...row, to: '', title: '', speaker: '', company: '' }])
  const addLast = () => {
    const last = value.at(-1)
    add({ day: last?.day ?? days[0] ?? '', from: last?.to ?? '09:00', hall: last?.hall ?? '' })
  }
  const box = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<string>()
  const isWide = useAtLeast(GRID_PX)
  const problems = agendaProblems(value, startsOn ?? '', endsOn ?? '')
  const shownDays = days.filter((day) => value.some((row) => row.day === day))
  const shownDay = shownDays.find((day) => day === chosen) ?? shownDays[0]
  return (
    <div id={id} ref={box} className="agenda-rows">
      {later !== 0 && (
        <Button onClick={follow}>
          议程随会议{later > 0 ? '推迟' : '提前'} {Math.abs(later)} 天
        </Button>
      )}
      {isWide && shownDay !== undefined && (
        <>
          {shownDays.length > 1 && (
            <Segmented aria-label="议程表日期" value={shownDay} options={shownDays} onChange={setChosen} />
          )}
          <AgendaGrid
            agenda={value}
            day={shownDay}
            problems={problems}
            onOpen={(at) => box.current?.querySelectorAll<HTMLElement>('.agenda-title')[at]?.focus()}
            onAdd={(hall, from) => add({ day: shownDay, hall, from })}
          />
        </>
      )}
      {value.map((row, at) => (
        <Row
          key={keyOf(row)}
          row={row}
          label={`第 ${at + 1} 项`}
          days={days}
          problem={problems[at] ?? null}
          onChange={(changed) => replace(row, changed)}
          onMoveUp={at > 0 ? () => swap(at - 1) : undefined}
          onMoveDown={at < value.length - 1 ? () => swap(at) : undefined}
          onRemove={() => onChange?.(value.filter((each) => each !== row))}
        />
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={days.length === 0 || value.length >= AGENDA_MAX}
        onClick={addLast}
      >
        {days.length === 0 ? '选择会议日期后添加议程' : '添加议程'}
      </Button>
    </div>
  )
}
