// Acts on a push by mail.
import type { ReactNode } from 'react'
import { pushCalls } from '#contract/push/push-calls.ts'
import { type PushKind, pushPages } from '#contract/push/push-labels.ts'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useAct } from '#web/lib/query.ts'
import { type Acted, useSendingActs } from './sending-acts.tsx'

export type PushActs = { actionsOf: (push: Acted) => RowAction[]; correct: (push: Acted) => void; dialogs: ReactNode }

export function usePushActs(kind: PushKind): PushActs {
  const openPage = useOpenPage()
  const calls = pushCalls[kind]
  const { list } = pushPages[kind]
  const invalidates = [calls.list, calls.get, calls.recipients]
  const { actionsOf, dialogs } = useSendingActs({ calls, invalidates, noun: '邮件', unit: '封' })
  const edit = (id: string) => openPage(`${list}/add`, { id, tagName: '编辑推送' })
  const copy = useAct(calls.copy, { success: '已复制为草稿', invalidates, onSuccess: ({ id }) => edit(id) })
  const correct = useAct(calls.correct, {
    success: '更正通知已生成草稿',
    invalidates,
    onSuccess: ({ id }) => openPage(`${list}/details`, { id, tagName: '更正通知' }),
  })
  return {
    actionsOf: (push) =>
      actionsOf(push, { label: '编辑', call: calls.edit, run: () => edit(push.id) }, [
        { label: '复制', call: calls.copy, run: () => void copy.run({ id: push.id }) },
      ]),
    correct: ({ id }) => void correct.run({ id }),
    dialogs,
  }
}
