// The rows of a table of price differences: grade and place, each entered or computed from another item.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Segmented, Select } from 'antd'
import { useRef, useState } from 'react'
import type { DifferenceRowForm } from '#contract/prices/differences.ts'
import { differenceKindLabels } from '#contract/prices/series-labels.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { QuoteItemPicker } from '#web/pickers/quote-item-picker.tsx'
import './formulas.css'

const kindOptions = optionsOf(differenceKindLabels)
const sources = [
  { value: 'entered', label: '录入' },
  { value: 'computed', label: '计算' },
]

type RowProps = {
  row: DifferenceRowForm
  label: string
  onChange: (row: DifferenceRowForm) => void
  onRemove: () => void
}

function Row({ row, label, onChange, onRemove }: RowProps) {
  const [isComputed, setComputed] = useState(row.comparedItemId !== null)
  const set = (change: Partial<DifferenceRowForm>) => onChange({ ...row, ...change })
  const isStored = row.id !== null
  return (
    <fieldset className="term-row" aria-label={label}>
      <Select
        aria-label={`${label} 类别`}
        style={{ flex: '0 0 96px' }}
        options={kindOptions}
        value={row.kind}
        onChange={(kind) => set({ kind })}
      />
      <Input
        aria-label={`${label} 牌号或地区`}
        placeholder="牌号或地区"
        maxLength={50}
        value={row.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <Segmented
        aria-label={`${label} 来源`}
        options={sources}
        disabled={isStored}
        value={isComputed ? 'computed' : 'entered'}
        onChange={(source) => {
          setComputed(source === 'computed')
          if (source === 'entered') set({ comparedItemId: null })
        }}
      />
      {isComputed && (
        <QuoteItemPicker
          aria-label={`${label} 对比报价项`}
          placeholder="对比报价项"
          disabled={isStored}
          value={row.comparedItemId}
          onChange={(comparedItemId) => set({ comparedItemId })}
        />
      )}
      <Button type="text" icon={<DeleteOutlined />} aria-label={`删除${label}`} onClick={onRemove} />
    </fieldset>
  )
}

type Props = { id?: string; value?: DifferenceRowForm[]; onChange?: (rows: DifferenceRowForm[]) => void }

export function DifferenceRowsInput({ id, value = [], onChange }: Props) {
  const keys = useRef(new WeakMap<DifferenceRowForm, number>())
  const next = useRef(0)
  const keyOf = (row: DifferenceRowForm) => {
    const key = keys.current.get(row) ?? next.current++
    keys.current.set(row, key)
    return key
  }
  const replace = (old: DifferenceRowForm, row: DifferenceRowForm) => {
    keys.current.set(row, keyOf(old))
    onChange?.(value.map((each) => (each === old ? row : each)))
  }
  return (
    <div id={id}>
      {value.map((row, at) => (
        <Row
          key={keyOf(row)}
          row={row}
          label={`第 ${at + 1} 行`}
          onChange={(changed) => replace(row, changed)}
          onRemove={() => onChange?.(value.filter((each) => each !== row))}
        />
      ))}
      <Button
        type="dashed"
        size="small"
        icon={<PlusOutlined />}
        onClick={() => onChange?.([...value, { id: null, kind: 'grade', name: '', comparedItemId: null }])}
      >
        添加一行
      </Button>
    </div>
  )
}
