// Acts on follow-ups with their dialogs: edit, move the reminder, delete.
import { type ReactNode, useState } from 'react'
import { editFollowUp, type FollowUpRow, getFollowUp, removeFollowUps } from '#contract/service/follow-ups.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useRemoval } from '#web/kit/dialog/use-confirmed.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { formatMoment } from '#web/lib/format.ts'
import { notify } from '#web/lib/notify.ts'
import { EditFollowUp, MoveReminder } from './follow-up-dialog.tsx'
import { followUpReads } from './follow-up-labels.tsx'

type FollowUpActs = {
  actionsOf: (row: FollowUpRow, onRemoved?: () => void) => RowAction[]
  move: (row: FollowUpRow) => void
  remove: (rows: readonly FollowUpRow[], onRemoved?: () => void) => void
  dialogs: ReactNode
}

const nameOf = ({ enterpriseName, at }: FollowUpRow) => `${enterpriseName} ${formatMoment(at)}`
/** Not the details: the page that shows the deleted record is about to close, the others read again when shown. */
const readsOfLists = followUpReads.filter((read) => read !== getFollowUp)
const REOPENED = '删除后不能恢复。由这些记录完成的待跟进，将重新变为待跟进。'

export function useFollowUpActs(): FollowUpActs {
  const [confirm, confirmation] = useConfirm()
  const removal = useRemoval(removeFollowUps, { invalidates: readsOfLists })
  const [dialog, setDialog] = useState<{ kind: 'edit' | 'move'; row: FollowUpRow }>()
  const close = () => setDialog(undefined)

  const remove: FollowUpActs['remove'] = (rows, onRemoved) => {
    const own = rows.filter(({ canChange }) => canChange)
    const [first] = own
    if (!first) return notify.warning('只能删除自己写的跟进记录')
    const others = rows.length - own.length
    confirm({
      title: own.length === 1 ? `删除跟进记录“${nameOf(first)}”？` : `删除 ${own.length} 条跟进记录？`,
      content: others > 0 ? `${REOPENED}另有 ${others} 条由他人填写，不会删除。` : REOPENED,
      verb: '删除',
      run: async () => {
        const done = await removal.run({ ids: own.map(({ id }) => id).join(',') })
        if (done !== undefined) onRemoved?.()
      },
    })
  }

  const actionsOf: FollowUpActs['actionsOf'] = (row, onRemoved) =>
    row.canChange
      ? [
          { label: '编辑', call: editFollowUp, run: () => setDialog({ kind: 'edit', row }) },
          { label: '删除', call: removeFollowUps, isDanger: true, run: () => remove([row], onRemoved) },
        ]
      : []

  const dialogs = (
    <>
      {confirmation}
      {removal.dialogs}
      {dialog?.kind === 'edit' && <EditFollowUp row={dialog.row} onClosed={close} />}
      {dialog?.kind === 'move' && <MoveReminder row={dialog.row} onClosed={close} />}
    </>
  )
  return { actionsOf, move: (row) => setDialog({ kind: 'move', row }), remove, dialogs }
}
