// Asks before a dangerous act: what will change, and for whom.
import { Modal, type ModalProps } from 'antd'
import { type ReactNode, useState } from 'react'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { useActive } from '#web/lib/active.ts'
import { createGuard, type Guard } from '#web/lib/guard.ts'

export type Question = {
  /** The act and whom it concerns, as in 删除员工账号“张三”？ */
  title: string
  /** What will change. */
  content: ReactNode
  /** The button's verb. */
  verb: string
  /** Whether its button warns; true by default. */
  isDanger?: boolean
  run: () => Promise<unknown>
}

/**
 * Hidden while its page is not the visible tab. A component of its own, so that switching tabs re-renders only this.
 */
function ActiveModal({ open = false, ...rest }: ModalProps) {
  const isActive = useActive()
  return <Modal {...rest} open={open && isActive} />
}

/** The page renders `confirmation` and calls `confirm` with a question; the dialog stays open until the act is done. */
export function useConfirm(): [confirm: (question: Question) => void, confirmation: ReactNode] {
  // One guard per question, so that a quick answer to the next question is not dropped as a double click (spec §9).
  const [question, setQuestion] = useState<Question & { guard: Guard }>()
  const [isOpen, setOpen] = useState(false)
  const [isRunning, setRunning] = useState(false)

  const handleOk = async (run: Question['run']) => {
    setRunning(true)
    await run().finally(() => setRunning(false))
    setOpen(false)
  }

  const confirm = (next: Question) => {
    setQuestion({ ...next, guard: createGuard(DIALOG_GUARD_MS) })
    setOpen(true)
  }

  const confirmation = question && (
    <ActiveModal
      title={question.title}
      open={isOpen}
      width={440}
      okText={question.verb}
      cancelText="取消"
      okButtonProps={{ danger: question.isDanger ?? true, loading: isRunning }}
      cancelButtonProps={{ autoFocus: true, disabled: isRunning }}
      onOk={() => question.guard.enter('ok') && void handleOk(question.run)}
      onCancel={() => setOpen(false)}
      afterClose={() => !isOpen && setQuestion(undefined)}
    >
      {question.content}
    </ActiveModal>
  )
  return [confirm, confirmation]
}
