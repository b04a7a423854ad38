// The notes of a trend, listed below it: add and remove.
import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import {
  addSemNote,
  querySemNotes,
  removeSemNote,
  SEM_NOTE_MAX,
  type SemNote,
} from '#contract/operations/search-notes.ts'
import { Can } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { DayField } from '#web/kit/form/day-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { useAct } from '#web/lib/query.ts'
import { useAccountOptions } from './search-terms.tsx'

const shownIn = [querySemNotes]

type Values = { day: string; caption: string; accountId: string | null }
type AddProps = { day: string; accountId: string | undefined; onClosed: () => void }

function AddNote({ day, accountId, onClosed }: AddProps) {
  const { options } = useAccountOptions()
  return (
    <FormDialog<typeof addSemNote, Values>
      title="添加标注"
      endpoint={addSemNote}
      initial={{ day, caption: '', accountId: accountId ?? null }}
      input={({ accountId: chosen, ...values }) => ({ ...values, accountId: chosen ?? null })}
      success="标注已添加"
      invalidates={shownIn}
      verb="添加"
      isDanger={false}
      onClosed={onClosed}
    >
      <DayField of={addSemNote} name="day" allowClear={false} />
      <Field of={addSemNote} name="caption">
        <Input maxLength={SEM_NOTE_MAX} showCount placeholder="如：出价调整" />
      </Field>
      <Field of={addSemNote} name="accountId" isRequired={false}>
        <Select options={options} allowClear placeholder="全部账号" />
      </Field>
    </FormDialog>
  )
}

type NotesProps = { notes: readonly SemNote[]; day: string; accountId: string | undefined }

export function SearchNotes({ notes, day, accountId }: NotesProps) {
  const [isAdding, setAdding] = useState(false)
  const [confirm, confirmation] = useConfirm()
  const removing = useAct(removeSemNote, { invalidates: shownIn, success: '标注已删除' })
  const confirmRemoval = ({ id, caption }: SemNote) =>
    confirm({
      title: `删除标注“${caption}”？`,
      content: '删除后不能恢复。',
      verb: '删除',
      run: () => removing.run({ id }),
    })
  return (
    <>
      <ul className="search-notes" aria-label="标注">
        {notes.map((note) => (
          <li key={note.id}>
            {`${note.day} ${note.caption} `}
            <small>{`${note.account || '全部账号'} · ${note.byName}`}</small>
            <Can call={removeSemNote}>
              <Button
                size="small"
                type="text"
                icon={<CloseOutlined />}
                aria-label={`删除标注${note.caption}`}
                onClick={() => confirmRemoval(note)}
              />
            </Can>
          </li>
        ))}
      </ul>
      <Can call={addSemNote}>
        <Button size="small" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
          添加标注
        </Button>
      </Can>
      {confirmation}
      {isAdding && <AddNote day={day} accountId={accountId} onClosed={() => setAdding(false)} />}
    </>
  )
}
