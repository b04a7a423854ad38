// What can be done with a push in its state, with what is asked before.

import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { pushCalls } from '../../../contract/push/push-calls.ts'
import { type PushKind, pushPages } from '../../../contract/push/push-labels.ts'
import type { PushRow } from '../../../contract/push/pushes.ts'
import { useConfirm } from '../../kit/dialog/confirm.tsx'
import { useConfirmed } from '../../kit/dialog/use-confirmed.tsx'
import { Field } from '../../kit/form/field.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import type { RowAction } from '../../kit/list/row-use.ts'
import { notify } from '../../lib/notify.ts'
import { useOpenPage } from '../../lib/open-page.ts'
import { useAct } from '../../lib/query.ts'

type Acted = Pick<PushRow, 'id' | 'version' | 'title' | 'state' | 'counts' | 'timing' | 'planId'>

export type PushActs = { actionsOf: (push: Acted) => RowAction[]; correct: (push: Acted) => void; dialogs: ReactNode }

function Overrule({ kind, push, onClosed }: { kind: PushKind; push: Acted; onClosed: () => void }) {
  const { overrule, list, get } = pushCalls[kind]
  return (
    <FormDialog<typeof overrule, { opinion: string }>
      title={`驳回：${push.title}`}
      endpoint={overrule}
      initial={{ opinion: '' }}
      input={({ opinion }) => ({ id: push.id, version: push.version, opinion })}
      success="已驳回"
      invalidates={[list, get]}
      verb="驳回"
      onClosed={onClosed}
    >
      <Field of={overrule} name="opinion">
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Field>
    </FormDialog>
  )
}

export function usePushActs(kind: PushKind): PushActs {
  const openPage = useOpenPage()
  const calls = pushCalls[kind]
  const { list } = pushPages[kind]
  const [confirm, confirmation] = useConfirm()
  const [overruled, setOverruled] = useState<Acted>()
  const invalidates = [calls.list, calls.get, calls.recipients]
  const launch = useConfirmed(calls.launch, {
    title: '提交推送',
    verb: '提交',
    isDanger: false,
    invalidates,
    onSuccess: ({ state }) => notify.success(state === 'reviewing' ? '已提交，等待审核' : '已提交，将按时发送'),
  })
  const pass = useAct(calls.pass, { success: '审核通过', invalidates })
  const stop = useAct(calls.stop, { success: '已停止', invalidates })
  const resume = useAct(calls.resume, { success: '已继续', invalidates })
  const retry = useAct(calls.retry, { invalidates, onSuccess: ({ count }) => notify.success(`${count} 封将重新发送`) })
  const remove = useAct(calls.remove, { success: '删除成功', invalidates })
  const edit = (id: string) => openPage(`${list}/add`, { id, tagName: '编辑推送' })
  const copy = useAct(calls.copy, { success: '已复制为草稿', invalidates, onSuccess: ({ id }) => edit(id) })
  const correct = useAct(calls.correct, {
    success: '更正通知已生成草稿',
    invalidates,
    onSuccess: ({ id }) => openPage(`${list}/details`, { id, tagName: '更正通知' }),
  })

  const actionsOf = (push: Acted): RowAction[] => {
    const { id, version, title, state, counts, timing, planId } = push
    const asks = (question: string, content: string, verb: string, run: () => Promise<unknown>) => () =>
      confirm({ title: question, content, verb, run })
    const isPlan = timing === 'workday' && planId === null
    const stopContent = {
      reviewing: '撤回后回到草稿，可以修改后重新提交。',
      scheduled: isPlan ? '以后的工作日不再发送，可以随时继续。' : '回到草稿，可以修改后重新提交。',
      sending: '尚未发送的邮件不再发送，已发送的不能收回；可以随时继续。',
    }
    const acts: (RowAction | false)[] = [
      state === 'draft' && { label: '提交', call: calls.launch, run: () => void launch.run({ id, version }) },
      state === 'draft' && { label: '编辑', call: calls.edit, run: () => edit(id) },
      state === 'reviewing' && {
        label: '通过',
        call: calls.pass,
        run: asks(`通过“${title}”？`, '通过后按设定的时间发送。', '通过', () => pass.run({ id, version })),
      },
      state === 'reviewing' && { label: '驳回', call: calls.overrule, run: () => setOverruled(push) },
      (state === 'reviewing' || state === 'scheduled' || state === 'sending') && {
        label: state === 'reviewing' ? '撤回' : '停止',
        call: calls.stop,
        run: asks(`${state === 'reviewing' ? '撤回' : '停止'}“${title}”？`, stopContent[state], '确定', () =>
          stop.run({ id }),
        ),
      },
      state === 'stopped' && {
        label: '继续',
        call: calls.resume,
        run: asks(`继续“${title}”？`, '已经收到的人不会再收到。', '继续', () => resume.run({ id })),
      },
      counts !== null &&
        counts.failed > 0 && { label: '重发失败的', call: calls.retry, run: () => void retry.run({ id }) },
      { label: '复制', call: calls.copy, run: () => void copy.run({ id }) },
      state === 'draft' && {
        label: '删除',
        call: calls.remove,
        isDanger: true,
        run: asks(`删除“${title}”？`, '删除后不能恢复。', '删除', () => remove.run({ id, version })),
      },
    ]
    return acts.filter((act) => act !== false)
  }

  return {
    actionsOf,
    correct: ({ id }) => void correct.run({ id }),
    dialogs: (
      <>
        {confirmation}
        {launch.dialogs}
        {overruled && <Overrule kind={kind} push={overruled} onClosed={() => setOverruled(undefined)} />}
      </>
    ),
  }
}
