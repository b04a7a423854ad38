// Acts on sign-ups by their state, with their dialogs.
import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { DIALOG_GUARD_MS } from '../../../contract/limits.ts'
import {
  cancelSignUp,
  confirmSignUps,
  editSignUp,
  restoreSignUp,
  SIGN_UPS_AT_ONCE,
  type SignUpMeeting,
  type SignUpRow,
} from '../../../contract/meetings/sign-ups.ts'
import { useConfirmed } from '../../kit/dialog/use-confirmed.tsx'
import { Field } from '../../kit/form/field.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import type { BatchAct } from '../../kit/list/batch-acts.tsx'
import type { RowAction } from '../../kit/list/row-use.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/query.ts'
import { EditSignUp } from './sign-up-form.tsx'
import { signUpReads as invalidates } from './sign-up-labels.tsx'

type CancelProps = { signUp: SignUpRow; onRestore: () => void; onClosed: () => void }

function CancelDialog({ signUp: { id, name, companions }, onRestore, onClosed }: CancelProps) {
  return (
    <FormDialog<typeof cancelSignUp, { reason: string }>
      title={`取消报名：${name}`}
      endpoint={cancelSignUp}
      initial={{ reason: '' }}
      input={({ reason }) => ({ id, reason })}
      invalidates={invalidates}
      verb="取消报名"
      onDone={({ promoted }) => {
        const next = promoted.length > 0 ? `，${promoted.join('、')}由候补转为确认` : ''
        notify.undoable(`报名已取消${next}`, onRestore)
      }}
      onClosed={onClosed}
    >
      <Field of={cancelSignUp} name="reason" hint={`空出的 ${companions + 1} 个名额按先后给候补的人，并通知他们。`}>
        <Input.TextArea rows={2} maxLength={200} />
      </Field>
    </FormDialog>
  )
}

type SignUpActs = {
  actionsOf: (signUp: SignUpRow) => RowAction[]
  batchActs: readonly BatchAct<SignUpRow>[]
  dialogs: ReactNode
}

export function useSignUpActs(meeting: SignUpMeeting): SignUpActs {
  const [editing, setEditing] = useState<SignUpRow>()
  const [cancelling, setCancelling] = useState<SignUpRow>()
  const confirming = useConfirmed(confirmSignUps, { title: '确认报名', verb: '确认', isDanger: false, invalidates })
  const restoring = useAct(restoreSignUp, {
    invalidates,
    guardMs: DIALOG_GUARD_MS,
    onSuccess: ({ state }) =>
      state === 'waiting' ? notify.warning('名额已满，恢复为候补') : notify.success('已恢复并确认'),
  })
  const confirm = async (signUps: readonly SignUpRow[], onDone?: () => void) => {
    if (signUps.length > SIGN_UPS_AT_ONCE) return notify.warning(`一次最多确认 ${SIGN_UPS_AT_ONCE} 条`)
    const done = await confirming.run({ meetingId: meeting.id, ids: signUps.map(({ id }) => id) })
    if (done === undefined) return
    notify.success(`已确认 ${signUps.length} 条报名`)
    onDone?.()
  }
  const restore = ({ id }: SignUpRow) => void restoring.run({ id })

  const actionsOf = (signUp: SignUpRow): RowAction[] => {
    const { state } = signUp
    const offered: (RowAction | false)[] = [
      (state === 'applied' || state === 'waiting') && {
        label: '确认',
        call: confirmSignUps,
        run: () => void confirm([signUp]),
      },
      { label: '编辑', call: editSignUp, run: () => setEditing(signUp) },
      state === 'cancelled' && { label: '恢复', call: restoreSignUp, run: () => restore(signUp) },
      state !== 'cancelled' &&
        state !== 'came' && {
          label: '取消报名',
          call: cancelSignUp,
          isDanger: true,
          run: () => setCancelling(signUp),
        },
    ]
    return offered.filter((act) => act !== false)
  }
  const dialogs = (
    <>
      {confirming.dialogs}
      {editing && <EditSignUp id={editing.id} meeting={meeting} onClosed={() => setEditing(undefined)} />}
      {cancelling && (
        <CancelDialog
          signUp={cancelling}
          onRestore={() => restore(cancelling)}
          onClosed={() => setCancelling(undefined)}
        />
      )}
    </>
  )
  return {
    actionsOf,
    batchActs: [{ label: '确认报名', call: confirmSignUps, run: (rows, clear) => void confirm(rows, clear) }],
    dialogs,
  }
}
