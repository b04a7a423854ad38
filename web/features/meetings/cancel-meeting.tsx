// Cancelling a meeting: the reason that guests are told, then who is told and how.
import { Form, Input } from 'antd'
import { useState } from 'react'
import { cancelMeeting, type MeetingRow, restoreMeeting } from '#contract/meetings/meetings.ts'
import { querySignUps } from '#contract/meetings/sign-ups.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { notify } from '#web/lib/notify.ts'
import { useAct } from '#web/lib/query.ts'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'
import { fullName, meetingReads } from './meeting-labels.tsx'

const invalidates = [...meetingReads, querySignUps]

export default function CancelMeeting({ meeting, onClosed }: { meeting: MeetingRow; onClosed: () => void }) {
  const [reason, setReason] = useState('')
  const isAllowed = useIsAllowed()
  const restoring = useAct(restoreMeeting, { invalidates })
  const act = useConfirmed(cancelMeeting, {
    title: `取消“${fullName(meeting)}”`,
    verb: '取消会议',
    invalidates,
    onSuccess: () => {
      if (isAllowed(restoreMeeting)) notify.undoable('会议已取消', () => void restoring.run({ id: meeting.id }))
      else notify.success('会议已取消')
      onClosed()
    },
  })
  const save = async () => {
    await act.run({ id: meeting.id, cancelReason: reason.trim() })
    return false
  }
  return (
    <>
      <ChooseDialog
        title="取消会议"
        width={480}
        verb="下一步"
        nothing={reason.trim() === '' ? '请输入取消原因' : undefined}
        isChanged={reason !== ''}
        isSaving={act.pending}
        onSave={save}
        onClosed={onClosed}
      >
        <Form layout="vertical" component="div">
          <Form.Item label="取消原因" colon={false} htmlFor="cancel-reason" required>
            <Input.TextArea
              id="cancel-reason"
              rows={3}
              maxLength={200}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Form.Item>
          <p>原因会写在报名页、来宾的报名链接和通知里。</p>
        </Form>
      </ChooseDialog>
      {act.dialogs}
    </>
  )
}
