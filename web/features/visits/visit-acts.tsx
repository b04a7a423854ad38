// The acts on visits with their dialogs; which are offered follows from the state.
import { Form } from 'antd'
import { type ReactNode, useState } from 'react'
import { canDo, visitActs } from '#contract/visits/visit-states.ts'
import {
  addVisit,
  arriveVisit,
  cancelVisit,
  departVisit,
  editVisit,
  getVisit,
  removeVisits,
  reportVisit,
  restoreVisit,
  SHARED_MAX,
  sendBackVisit,
  shareVisit,
  type VisitRow,
} from '#contract/visits/visits.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useRemoval } from '#web/kit/dialog/use-confirmed.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { useStoredOrClose } from '#web/kit/use-stored.ts'
import type { Refusal } from '#web/lib/call.ts'
import { formatMoment } from '#web/lib/format.ts'
import { notify } from '#web/lib/notify.ts'
import { queryClient, useAct } from '#web/lib/query.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'
import { UsersPicker } from '#web/pickers/user-picker.tsx'
import { ArriveDialog } from './visit-arrive.tsx'
import { visitReads } from './visit-labels.tsx'
import { EditPlan, PlanDialog } from './visit-plan.tsx'
import { ReportDialog } from './visit-report.tsx'

type OneProps = { visit: VisitRow; onClosed: () => void }

/** Somebody else was quicker: show what the visit is now. */
function handleRefusal({ msg }: Refusal): void {
  notify.error(msg)
  for (const { path } of visitReads) void queryClient.invalidateQueries({ queryKey: [path] })
}

function CancelDialog({ visit, onRestore, onClosed }: OneProps & { onRestore: (version: number) => void }) {
  const { id, version, enterpriseName } = visit
  return (
    <FormDialog<typeof cancelVisit, { reason: string }>
      title={`取消拜访：${enterpriseName}`}
      endpoint={cancelVisit}
      initial={{ reason: '' }}
      input={({ reason }) => ({ id, version, reason })}
      invalidates={visitReads}
      verb="取消拜访"
      onDone={(saved) => notify.undoable('拜访已取消', () => onRestore(saved.version))}
      onClosed={onClosed}
    >
      <Field of={cancelVisit} name="reason" rows={2} />
    </FormDialog>
  )
}

function SendBackDialog({ visit, onClosed }: OneProps) {
  const { id, version, enterpriseName } = visit
  return (
    <FormDialog<typeof sendBackVisit, { reason: string }>
      title={`退回报告：${enterpriseName}`}
      endpoint={sendBackVisit}
      initial={{ reason: '' }}
      input={({ reason }) => ({ id, version, reason })}
      success="报告已退回"
      invalidates={visitReads}
      verb="退回"
      onClosed={onClosed}
    >
      <Field of={sendBackVisit} name="reason" hint="拜访人会收到提醒，修改后重新提交。" rows={3} />
    </FormDialog>
  )
}

function ShareDialog({ visit: { id, enterpriseName }, onClosed }: OneProps) {
  const stored = useStoredOrClose(getVisit, { id }, onClosed)
  const [typed, setTyped] = useState<string[]>()
  const act = useAct(shareVisit, { success: '分享已保存', invalidates: visitReads })
  if (!stored) return null
  const before = stored.sharedWith.map((person) => person.id)
  const userIds = typed ?? before
  return (
    <ChooseDialog
      title={`分享拜访：${enterpriseName}`}
      width={480}
      isChanged={userIds.toSorted().join() !== before.toSorted().join()}
      isSaving={act.pending}
      onSave={async () => (await act.run({ id, userIds })) !== undefined}
      onClosed={onClosed}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label="分享给"
          colon={false}
          htmlFor="visit-readers"
          extra="这些同事可以查看此拜访和报告，看不到到达位置；移除后不能再看。"
        >
          <UsersPicker
            id="visit-readers"
            placeholder="请选择同事"
            value={userIds}
            onChange={(next) => setTyped(next.slice(0, SHARED_MAX))}
          />
        </Form.Item>
      </Form>
    </ChooseDialog>
  )
}

type Kind = 'edit' | 'arrive' | 'report' | 'sendBack' | 'cancel' | 'share' | 'next'
type Shown = { kind: Kind; visit: VisitRow }

const nameOf = ({ enterpriseName, plannedAt }: VisitRow) => `${enterpriseName} ${formatMoment(plannedAt)}`

type VisitActs = {
  /** The main act of the state first. `onRemoved`: of a page that shows the visit, which is gone then. */
  actionsOf: (visit: VisitRow, onRemoved?: () => void) => RowAction[]
  remove: (visits: readonly VisitRow[], onRemoved?: () => void) => void
  dialogs: ReactNode
}

/** Not the details: the page that shows the deleted visit is about to close, the others read again when shown. */
const readsOfLists = visitReads.filter((read) => read !== getVisit)

export function useVisitActs(): VisitActs {
  const isAllowed = useIsAllowed()
  const [confirm, confirmation] = useConfirm()
  const [shown, setShown] = useState<Shown>()
  const options = { invalidates: visitReads, onRefusal: handleRefusal }
  const departing = useAct(departVisit, { ...options, success: '已出发' })
  const restoring = useAct(restoreVisit, { ...options, success: '拜访已恢复' })
  const removal = useRemoval(removeVisits, { invalidates: readsOfLists })
  const close = () => setShown(undefined)

  const remove: VisitActs['remove'] = (visits, onRemoved) => {
    const possible = visits.filter((visit) => canDo('remove', visit))
    const [first] = possible
    if (!first) return notify.warning('只能删除自己和下属已计划或已取消的拜访')
    const others = visits.length - possible.length
    confirm({
      title: possible.length === 1 ? `删除拜访“${nameOf(first)}”？` : `删除 ${possible.length} 条拜访？`,
      content: `删除后不能恢复。${others > 0 ? `另有 ${others} 条已去过或属于他人，不会删除。` : ''}`,
      verb: '删除',
      run: async () => {
        const done = await removal.run({ ids: possible.map(({ id }) => id).join(',') })
        if (done !== undefined) onRemoved?.()
      },
    })
  }

  const actionsOf: VisitActs['actionsOf'] = (visit, onRemoved) => {
    const { id, version, state, canChange } = visit
    const opens = (kind: Kind) => () => setShown({ kind, visit })
    // these dialogs begin with the stored visit
    const reads = isAllowed(getVisit)
    const acts = {
      depart: { call: departVisit, run: () => void departing.run({ id, version }) },
      arrive: { call: arriveVisit, run: opens('arrive') },
      report: { call: reportVisit, run: opens('report'), isLeftOut: !reads },
      sendBack: { call: sendBackVisit, run: opens('sendBack') },
      edit: { call: editVisit, run: opens('edit'), isLeftOut: !reads },
      cancel: { call: cancelVisit, run: opens('cancel'), isDanger: true },
      restore: { call: restoreVisit, run: () => void restoring.run({ id, version }) },
      remove: { call: removeVisits, run: () => remove([visit], onRemoved), isDanger: true },
    }
    const offered = (Object.keys(acts) as (keyof typeof acts)[]).flatMap((name): RowAction[] => {
      const act: Omit<RowAction, 'label'> & { isLeftOut?: boolean } = acts[name]
      const { isLeftOut = false, ...rest } = act
      if (isLeftOut || !canDo(name, visit, serverNow())) return []
      const label = name === 'report' && state === 'reported' ? '修改报告' : visitActs[name].label
      return [{ ...rest, label }]
    })
    const others: RowAction[] = [
      ...(state === 'reported' && canChange ? [{ label: '安排下次', call: addVisit, run: opens('next') }] : []),
      ...(canChange && reads ? [{ label: '分享', call: shareVisit, run: opens('share') }] : []),
    ]
    // a superior reads reports, and seldom returns one: that is no main act
    const isLast = ({ call, isDanger }: RowAction) => isDanger || call === sendBackVisit
    return [...offered.filter((act) => !isLast(act)), ...others, ...offered.filter(isLast)]
  }

  const visit = shown?.visit
  const dialogs = (
    <>
      {confirmation}
      {removal.dialogs}
      {shown?.kind === 'edit' && <EditPlan id={shown.visit.id} onClosed={close} />}
      {shown?.kind === 'arrive' && <ArriveDialog visit={shown.visit} onClosed={close} />}
      {shown?.kind === 'report' && <ReportDialog id={shown.visit.id} onClosed={close} />}
      {shown?.kind === 'sendBack' && <SendBackDialog visit={shown.visit} onClosed={close} />}
      {shown?.kind === 'share' && <ShareDialog visit={shown.visit} onClosed={close} />}
      {shown?.kind === 'cancel' && (
        <CancelDialog
          visit={shown.visit}
          onRestore={(version) => void restoring.run({ id: shown.visit.id, version })}
          onClosed={close}
        />
      )}
      {shown?.kind === 'next' && visit && (
        <PlanDialog
          enterprise={{ id: visit.enterpriseId, name: visit.enterpriseName }}
          initial={{
            ...(visit.nextOn !== null && { plannedAt: `${visit.nextOn}T09:00:00+08:00` }),
            aim: visit.nextText,
          }}
          onClosed={close}
        />
      )}
    </>
  )
  return { actionsOf, remove, dialogs }
}
