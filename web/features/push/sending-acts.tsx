// Acts on a push of any kind by state, with their confirmations.
import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { PushActCalls } from '#contract/push/push-act-calls.ts'
import { isPlan } from '#contract/push/push-labels.ts'
import type { PushRow } from '#contract/push/pushes.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct } from '#web/lib/query.ts'

export type Acted = Pick<PushRow, 'id' | 'version' | 'title' | 'state' | 'counts' | 'timing' | 'planId'>

type Sending = {
  calls: PushActCalls
  invalidates: readonly Endpoint[]
  /** Noun of a message, such as 邮件; `unit` is its measure word, such as 封. */
  noun: string
  unit: string
}

export type SendingActs<P extends Acted> = {
  /**
   * @param edit false if the push cannot be edited
   * @param between further acts of the kind, placed before 删除
   */
  actionsOf: (push: P, edit: RowAction | false, between?: readonly RowAction[]) => RowAction[]
  dialogs: ReactNode
}

export function useSendingActs<P extends Acted>({ calls, invalidates, noun, unit }: Sending): SendingActs<P> {
  const [confirm, confirmation] = useConfirm()
  const [overruled, setOverruled] = useState<Acted>()
  const launch = useConfirmed(calls.launch, {
    title: '提交推送',
    verb: '提交',
    isDanger: false,
    invalidates,
    onSuccess: ({ state }) => notify.success(state === 'reviewing' ? '已提交，等待审核' : '已提交，将按时发送'),
  })
  const takeOver = useConfirmed(calls.takeOver, {
    title: '接手推送',
    verb: '接手',
    isDanger: false,
    invalidates,
    onSuccess: ({ state }) => notify.success(state === 'reviewing' ? '已接手，等待审核' : '已接手，将按时发送'),
  })
  const pass = useAct(calls.pass, { success: '审核通过', invalidates })
  const stop = useAct(calls.stop, { success: '已停止', invalidates })
  const resume = useAct(calls.resume, { success: '已继续', invalidates })
  const retry = useAct(calls.retry, {
    invalidates,
    onSuccess: ({ count }) => notify.success(`${count} ${unit}将重新发送`),
  })
  const remove = useAct(calls.remove, { success: '删除成功', invalidates })

  const actionsOf: SendingActs<P>['actionsOf'] = (push, edit, between = []) => {
    const { id, version, title, state, counts, timing, planId } = push
    const confirmed = (question: string, content: string, verb: string, run: () => Promise<unknown>) => () =>
      confirm({ title: question, content, verb, run })
    const goesOn = isPlan(timing) && planId === null
    const hasBegun = counts !== null
    const stopContent = {
      reviewing: '撤回后回到草稿，可以修改后重新提交。',
      scheduled: goesOn ? '以后不再发送，可以随时继续。' : '回到草稿，可以修改后重新提交。',
      held: '以后不再发送，可以随时继续。',
      sending: `尚未发送的${noun}不再发送，已发送的不能收回；可以随时继续。`,
    }
    const acts: (RowAction | false)[] = [
      state === 'draft' && { label: '提交', call: calls.launch, run: () => void launch.run({ id, version }) },
      state === 'draft' && edit,
      state === 'reviewing' && {
        label: '通过',
        call: calls.pass,
        run: confirmed(`通过“${title}”？`, '通过后按设定的时间发送。', '通过', () => pass.run({ id, version })),
      },
      state === 'reviewing' && { label: '驳回', call: calls.overrule, run: () => setOverruled(push) },
      (state === 'stopped' || state === 'held') && {
        label: '继续',
        call: calls.resume,
        run: confirmed(
          `继续“${title}”？`,
          hasBegun || !isPlan(timing) ? '已经收到的人不会再收到。' : '从下一次起按时发送。',
          '继续',
          () => resume.run({ id }),
        ),
      },
      (state === 'stopped' || state === 'held') &&
        !hasBegun &&
        (isPlan(timing) || planId !== null) && {
          label: '接手',
          call: calls.takeOver,
          run: () => void takeOver.run({ id, version }),
        },
      (state === 'reviewing' || state === 'scheduled' || state === 'sending' || state === 'held') && {
        label: state === 'reviewing' ? '撤回' : '停止',
        call: calls.stop,
        run: confirmed(`${state === 'reviewing' ? '撤回' : '停止'}“${title}”？`, stopContent[state], '确定', () =>
          stop.run({ id }),
        ),
      },
      counts !== null &&
        counts.failed > 0 && { label: '重发失败的', call: calls.retry, run: () => void retry.run({ id }) },
      ...between,
      state === 'draft' && {
        label: '删除',
        call: calls.remove,
        isDanger: true,
        run: confirmed(`删除“${title}”？`, '删除后不能恢复。', '删除', () => remove.run({ id, version })),
      },
    ]
    return acts.filter((act) => act !== false)
  }

  const { overrule } = calls
  return {
    actionsOf,
    dialogs: (
      <>
        {confirmation}
        {launch.dialogs}
        {takeOver.dialogs}
        {overruled && (
          <FormDialog<typeof overrule, { opinion: string }>
            title={`驳回：${overruled.title}`}
            endpoint={overrule}
            initial={{ opinion: '' }}
            input={({ opinion }) => ({ id: overruled.id, version: overruled.version, opinion })}
            success="已驳回"
            invalidates={invalidates}
            verb="驳回"
            draft={`push-overrule-${overruled.id}`}
            onClosed={() => setOverruled(undefined)}
          >
            <Field of={overrule} name="opinion">
              <Input.TextArea rows={3} maxLength={500} showCount />
            </Field>
          </FormDialog>
        )}
      </>
    ),
  }
}
