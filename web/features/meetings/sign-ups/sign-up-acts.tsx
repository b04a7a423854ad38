// Acts on sign-ups by their state, with their dialogs.
import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { liveStates } from '#contract/meetings/sign-up-labels.ts'
import {
  cancelSignUp,
  confirmSignUps,
  editSignUp,
  moveSignUp,
  offerSignUpSeat,
  refuseSignUps,
  restoreSignUp,
  SIGN_UPS_AT_ONCE,
  type SignUpMeeting,
  type SignUpRow,
} from '#contract/meetings/sign-ups.ts'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import type { BatchAct } from '#web/kit/list/batch-acts.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct } from '#web/lib/query.ts'
import { EditSignUp } from './sign-up-form.tsx'
import { signUpReads as invalidates, quotaOptions } from './sign-up-labels.tsx'

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
        const next = promoted.length > 0 ? `，${promoted.join('、')}由候补得到名额` : ''
        notify.undoable(`报名已取消${next}`, onRestore)
      }}
      onClosed={onClosed}
    >
      <Field
        of={cancelSignUp}
        name="reason"
        hint={`空出的 ${companions + 1} 个名额按先后给候补的人，并通知他们。`}
        rows={2}
      />
    </FormDialog>
  )
}

type DialogProps = { signUp: SignUpRow; meeting: SignUpMeeting; onClosed: () => void }

function RefuseDialog({ signUp: { id, name }, meeting, onClosed }: DialogProps) {
  return (
    <FormDialog<typeof refuseSignUps, { reason: string }>
      title={`拒绝报名：${name}`}
      endpoint={refuseSignUps}
      initial={{ reason: '' }}
      input={({ reason }) => ({ meetingId: meeting.id, ids: [id], reason })}
      invalidates={invalidates}
      verb="拒绝"
      success="已拒绝"
      onClosed={onClosed}
    >
      <Field of={refuseSignUps} name="reason" hint="写进给来宾的通知。" rows={2} />
    </FormDialog>
  )
}

function MoveDialog({ signUp: { id, name, quotaId, quotaName }, meeting, onClosed }: DialogProps) {
  return (
    <FormDialog<typeof moveSignUp, { quotaId: string | undefined }>
      title={`移动名额类型：${name}`}
      endpoint={moveSignUp}
      initial={{ quotaId: undefined }}
      input={(values) => ({ id, quotaId: values.quotaId ?? '' })}
      invalidates={invalidates}
      verb="移动"
      isDanger={false}
      success="已移动"
      onClosed={onClosed}
    >
      <Field of={moveSignUp} name="quotaId" hint={`现在是“${quotaName}”；随行人员一起移动，空出的名额给候补的人。`}>
        <Select options={quotaOptions(meeting).filter(({ value }) => value !== quotaId)} placeholder="请选择名额类型" />
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
  const [refusing, setRefusing] = useState<SignUpRow>()
  const [moving, setMoving] = useState<SignUpRow>()
  const offering = useAct(offerSignUpSeat, {
    invalidates,
    guardMs: DIALOG_GUARD_MS,
    onSuccess: () => notify.success('已保留名额，到期没有接受则给下一位'),
  })
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
    const isLive = liveStates.includes(state)
    const offered: (RowAction | false)[] = [
      (state === 'applied' || state === 'waiting' || state === 'offered') && {
        label: '确认',
        call: confirmSignUps,
        run: () => void confirm([signUp]),
      },
      { label: '编辑', call: editSignUp, run: () => setEditing(signUp) },
      state === 'applied' && { label: '拒绝', call: refuseSignUps, isDanger: true, run: () => setRefusing(signUp) },
      state === 'waiting' && {
        label: '保留名额',
        call: offerSignUpSeat,
        run: () => void offering.run({ id: signUp.id }),
      },
      meeting.quotas.length > 1 && { label: '移动名额类型', call: moveSignUp, run: () => setMoving(signUp) },
      !isLive && { label: '恢复', call: restoreSignUp, run: () => restore(signUp) },
      isLive &&
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
      {refusing && <RefuseDialog signUp={refusing} meeting={meeting} onClosed={() => setRefusing(undefined)} />}
      {moving && <MoveDialog signUp={moving} meeting={meeting} onClosed={() => setMoving(undefined)} />}
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
