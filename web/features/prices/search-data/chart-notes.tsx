// The notes of a chart, listed below it: add and remove.
import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import {
  addChartNote,
  type ChartNote,
  listChartNotes,
  NOTE_LENGTH,
  removeChartNote,
} from '#contract/prices/chart-notes.ts'
import type { DataColumn } from '#contract/prices/price-data.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { DayField } from '#web/kit/form/day-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { useAct } from '#web/lib/query.ts'
import { columnKey } from './search-data-columns.tsx'

const shownIn = [listChartNotes]
/** A column of the chart, with product and name. */
type Drawn = DataColumn & { productName: string; name: string }
type Values = { column: string; day: string; caption: string }
type AddProps = { columns: readonly Drawn[]; day: string; onClosed: () => void }

function AddNote({ columns, day, onClosed }: AddProps) {
  const [first] = columns
  const columnOf = (key: string): DataColumn => {
    const { kind, id } = columns.find((column) => columnKey(column) === key) ?? { kind: 'item', id: '0' }
    return { kind, id }
  }
  return (
    <FormDialog<typeof addChartNote, Values>
      title="添加标注"
      endpoint={addChartNote}
      initial={{ column: first ? columnKey(first) : '', day, caption: '' }}
      input={({ column, ...values }) => ({ column: columnOf(column), ...values })}
      success="标注已添加"
      invalidates={shownIn}
      verb="添加"
      onClosed={onClosed}
    >
      <Field of={addChartNote} name="column" hint="同一产品的其他报价项和系列也会显示这条标注。">
        <Select
          options={columns.map((column) => ({
            value: columnKey(column),
            label: `${column.productName} · ${column.name}`,
          }))}
        />
      </Field>
      <DayField of={addChartNote} name="day" allowClear={false} />
      <Field of={addChartNote} name="caption">
        <Input maxLength={NOTE_LENGTH} showCount placeholder="如：唐山限产" />
      </Field>
    </FormDialog>
  )
}

type Props = { notes: readonly ChartNote[]; columns: readonly Drawn[]; day: string }

export function ChartNotes({ notes, columns, day }: Props) {
  const isAllowed = useIsAllowed()
  const [isAdding, setAdding] = useState(false)
  const [confirm, confirmation] = useConfirm()
  const remove = useAct(removeChartNote, { invalidates: shownIn, success: '标注已删除' })
  const confirmRemoval = ({ id, caption }: Pick<ChartNote, 'id' | 'caption'>) =>
    confirm({
      title: `删除标注“${caption}”？`,
      content: '删除后不能恢复。',
      verb: '删除',
      run: () => remove.run({ id }),
    })
  return (
    <div className="data-notes">
      {notes.length > 0 && (
        <ul aria-label="标注">
          {notes.map(({ id, day: on, caption, productName, byName }) => (
            <li key={id}>
              {on} {caption}
              <span className="price-note">{`　${productName} · ${byName}`}</span>
              {isAllowed(removeChartNote) && (
                <Button
                  className="data-remove"
                  size="small"
                  type="text"
                  icon={<CloseOutlined />}
                  aria-label={`删除标注${caption}`}
                  onClick={() => confirmRemoval({ id, caption })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isAllowed(addChartNote) && (
        <Button size="small" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
          添加标注
        </Button>
      )}
      {confirmation}
      {isAdding && <AddNote columns={columns} day={day} onClosed={() => setAdding(false)} />}
    </div>
  )
}
