// Deleting sessions, with the question before it.
import type { ReactNode } from 'react'
import { type AiSessionRow, removeAiSessions } from '#contract/ai/sessions.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useRemoval } from '#web/kit/dialog/use-confirmed.tsx'
import { sessionReads } from './session-labels.tsx'

type Removed = Pick<AiSessionRow, 'id' | 'title' | 'messages'>

type SessionRemoval = {
  remove: (rows: readonly Removed[], onRemoved?: () => void) => void
  dialogs: ReactNode
}

export function useSessionRemoval(): SessionRemoval {
  const [confirm, confirmation] = useConfirm()
  const removal = useRemoval(removeAiSessions, { invalidates: sessionReads })
  const remove: SessionRemoval['remove'] = (rows, onRemoved) => {
    const [first] = rows
    if (!first) return
    const messages = rows.reduce((sum, row) => sum + row.messages, 0)
    confirm({
      title: rows.length === 1 ? `删除会话“${first.title}”？` : `删除 ${rows.length} 个会话？`,
      content: `其中的 ${messages} 条消息、评分和更正将一并删除，不能恢复。`,
      verb: '删除',
      run: async () => {
        const done = await removal.run({ ids: rows.map(({ id }) => id).join(',') })
        if (done !== undefined) onRemoved?.()
      },
    })
  }
  return {
    remove,
    dialogs: (
      <>
        {confirmation}
        {removal.dialogs}
      </>
    ),
  }
}
