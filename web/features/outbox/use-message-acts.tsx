// Acts on messages: resend, withhold, decide whether an unsure one arrived, and clear a bounced address.
import type { ReactNode } from 'react'
import {
  clearBounces,
  decideMessages,
  getOutboxHealth,
  getOutboxMessage,
  listMessages,
  type MessageRow,
  resendMessages,
  withholdMessages,
} from '#contract/outbox/messages.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'

const invalidates = [listMessages, getOutboxHealth, getOutboxMessage]
const again: readonly MessageRow['state'][] = ['failed', 'undelivered', 'withheld']

type Chosen = readonly MessageRow[]
type Act = (messages: Chosen, clear?: () => void) => void

export type MessageActs = {
  actionsOf: (message: MessageRow) => RowAction[]
  resend: Act
  withhold: Act
  decide: (hasArrived: boolean) => Act
  dialogs: ReactNode
}

const idsOf = (messages: Chosen) => messages.map(({ id }) => id)
const nameOf = (messages: Chosen) => {
  const [first] = messages
  if (messages.length > 1 || !first) return `${messages.length} 条消息`
  return `发给 ${first.recipientName || first.address || '站内'} 的“${first.subject || '消息'}”`
}

export function useMessageActs(): MessageActs {
  const [confirm, confirmation] = useConfirm()
  const resending = useConfirmed(resendMessages, {
    invalidates,
    isDanger: false,
    title: '重新发送',
    verb: '重新发送',
    success: '已重新排队',
  })
  const withholding = useConfirmed(withholdMessages, {
    invalidates,
    title: '取消发送',
    verb: '取消发送',
    success: '已取消发送',
  })
  const deciding = useConfirmed(decideMessages, {
    invalidates,
    title: '核实送达',
    verb: '确定',
    success: '已核实',
  })

  const clearing = useConfirmed(clearBounces, {
    invalidates,
    isDanger: false,
    title: '恢复邮箱',
    verb: '恢复',
    success: '已恢复，可以再次发送',
  })

  const clearMark: Act = (messages) =>
    confirm({
      title: `恢复邮箱 ${messages[0]?.address ?? ''}？`,
      content: '这个邮箱退过信。确认它现在可用后再恢复，之后的邮件会照常发送。',
      verb: '恢复',
      run: async () => {
        await clearing.run({ ids: idsOf(messages) })
      },
    })

  const resend: Act = (messages, clear) =>
    confirm({
      title: `重新发送${nameOf(messages)}？`,
      content: '按当前的授权、退订和静默时段重新检查后发送。',
      verb: '重新发送',
      run: async () => {
        if ((await resending.run({ ids: idsOf(messages) })) !== undefined) clear?.()
      },
    })

  const withhold: Act = (messages, clear) =>
    confirm({
      title: `取消发送${nameOf(messages)}？`,
      content: '取消后仍可重新发送。',
      verb: '取消发送',
      run: async () => {
        if ((await withholding.run({ ids: idsOf(messages) })) !== undefined) clear?.()
      },
    })

  const decide =
    (hasArrived: boolean): Act =>
    (messages, clear) =>
      confirm({
        title: hasArrived ? `${nameOf(messages)}已经送达？` : `${nameOf(messages)}没有送达，重新发送？`,
        content: hasArrived
          ? '核实后记为已发送，不再发送。'
          : '请先向对方或服务商核实。如果其实已经送达，对方会收到两次。',
        verb: hasArrived ? '已送达' : '重新发送',
        run: async () => {
          if ((await deciding.run({ ids: idsOf(messages), hasArrived })) !== undefined) clear?.()
        },
      })

  const actionsOf = (message: MessageRow): RowAction[] => {
    const { state } = message
    if (state === 'queued')
      return [{ label: '取消发送', call: withholdMessages, isDanger: true, run: () => withhold([message]) }]
    if (state === 'unsure') {
      return [
        { label: '已送达', call: decideMessages, run: () => decide(true)([message]) },
        { label: '未送达', call: decideMessages, run: () => decide(false)([message]) },
      ]
    }
    const acts: RowAction[] = []
    if (message.isBounced) acts.push({ label: '恢复邮箱', call: clearBounces, run: () => clearMark([message]) })
    if (again.includes(state)) acts.push({ label: '重新发送', call: resendMessages, run: () => resend([message]) })
    return acts
  }

  const dialogs = (
    <>
      {confirmation}
      {resending.dialogs}
      {withholding.dialogs}
      {deciding.dialogs}
      {clearing.dialogs}
    </>
  )
  return { actionsOf, resend, withhold, decide, dialogs }
}
