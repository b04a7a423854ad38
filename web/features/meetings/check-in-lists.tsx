// Check-in lists of a meeting: added, renamed, and deleted while nobody is on them.
import { Button, Input } from 'antd'
import { useState } from 'react'
import {
  type CheckInList,
  getCheckIn,
  removeCheckInList,
  saveCheckInList,
} from '../../../contract/meetings/check-ins.ts'
import { Can } from '../../kit/can.tsx'
import { useConfirm } from '../../kit/dialog/confirm.tsx'
import { Field } from '../../kit/form/field.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useAct } from '../../lib/query.ts'

const invalidates = [getCheckIn]

type DialogProps = { meetingId: string; list?: CheckInList | undefined; onClosed: () => void }

export function CheckInListDialog({ meetingId, list, onClosed }: DialogProps) {
  return (
    <FormDialog<typeof saveCheckInList, { name: string }>
      title={list ? `重命名签到点：${list.name}` : '添加签到点'}
      endpoint={saveCheckInList}
      initial={{ name: list?.name ?? '' }}
      input={({ name }) => ({ meetingId, id: list?.id ?? null, name })}
      success={list ? '已重命名' : '签到点已添加'}
      invalidates={invalidates}
      verb={list ? '保存' : '添加'}
      isDanger={false}
      onClosed={onClosed}
    >
      <Field of={saveCheckInList} name="name" hint="如入场、晚宴、钢材分会场；人数分开统计。">
        <Input maxLength={20} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}

export function CheckInListActs({ meetingId, list }: { meetingId: string; list: CheckInList }) {
  const [isRenaming, setRenaming] = useState(false)
  const [confirm, confirmation] = useConfirm()
  const removal = useAct(removeCheckInList, { success: '签到点已删除', invalidates })
  const askRemoval = () =>
    confirm({
      title: `删除签到点“${list.name}”？`,
      content: '还没有人在此签到。',
      verb: '删除',
      run: async () => {
        await removal.run({ meetingId, id: list.id })
      },
    })
  return (
    <>
      <Can call={saveCheckInList}>
        <Button type="link" size="small" onClick={() => setRenaming(true)}>
          重命名
        </Button>
      </Can>
      {list.people === 0 && (
        <Can call={removeCheckInList}>
          <Button type="link" size="small" danger onClick={askRemoval}>
            删除
          </Button>
        </Can>
      )}
      {isRenaming && <CheckInListDialog meetingId={meetingId} list={list} onClosed={() => setRenaming(false)} />}
      {confirmation}
    </>
  )
}
