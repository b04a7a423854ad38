// The agenda as rows of a form: when, where, what, who. A row's day is one of the meeting's.
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { useRef } from 'react'
import { eachDay } from '../../../contract/days.ts'
import { AGENDA_MAX, type AgendaRow, MEETING_DAYS_MAX } from '../../../contract/meetings/meetings.ts'
import './meetings.css'

const time = /^([01]\d|2[0-3]):[0-5]\d$/

/** What is wrong with the first row that is not complete. */
export function problemOfAgenda(agenda: readonly AgendaRow[], startsOn: string, endsOn: string): string | null {
  for (const [at, { day, from, to, title }] of agenda.entries()) {
    const of = `第 ${at + 1} 项`
    if (day < startsOn || day > endsOn) return `${of}的日期不在会议日期内`
    if (!time.test(from) || !time.test(to)) return `${of}的时间应为 HH:MM`
    if (from >= to) return `${of}的结束时间应晚于开始时间`
    if (title.trim() === '') return `请输入${of}的议题`
  }
  return null
}

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
  onChange: (row: AgendaRow) => void
  onMoveUp: (() => void) | undefined
  onMoveDown: (() => void) | undefined
  onRemove: () => void
}

function Row({ row, label, days, onChange, onMoveUp, onMoveDown, onRemove }: RowProps) {
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
  const add = () => {
    const last = value.at(-1)
    const row = { hall: last?.hall ?? '', title: '', speaker: '', company: '' }
    onChange?.([...value, { ...row, day: last?.day ?? days[0] ?? '', from: last?.to ?? '09:00', to: '' }])
  }
  return (
    <div id={id} className="agenda-rows">
      {value.map((row, at) => (
        <Row
          key={keyOf(row)}
          row={row}
          label={`第 ${at + 1} 项`}
          days={days}
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
        onClick={add}
      >
        {days.length === 0 ? '选择会议日期后添加议程' : '添加议程'}
      </Button>
    </div>
  )
}
