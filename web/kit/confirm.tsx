// Asks before a dangerous act: what will change, and for whom.
import { Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { DIALOG_GUARD_MS } from '../../contract/limits.ts'
import { useActive } from '../lib/active.ts'
import { createGuard, type Guard } from '../lib/guard.ts'

export type Question = {
  /** The act and whom it concerns, as in 删除员工账号“张三”？ */
  title: string
  /** What will change. */
  content: ReactNode
  /** The button's verb. */
  verb: string
  run: () => Promise<unknown>
}

/** The page puts `confirmation` somewhere and calls `confirm` with a question; the dialog stays until the act is over. */
export function useConfirm(): [confirm: (question: Question) => void, confirmation: ReactNode] {
  // A guard of its own for each question: a quick answer to the next one is no second click (spec §9).
  const [question, setQuestion] = useState<Question & { guard: Guard }>()
  const [isOpen, setOpen] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const isActive = useActive()

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
    <Modal
      title={question.title}
      open={isOpen && isActive}
      width={440}
      okText={question.verb}
      cancelText="取消"
      okButtonProps={{ danger: true, loading: isRunning }}
      cancelButtonProps={{ autoFocus: true, disabled: isRunning }}
      onOk={() => question.guard.enter('ok') && void handleOk(question.run)}
      onCancel={() => setOpen(false)}
      afterClose={() => !isOpen && setQuestion(undefined)}
    >
      {question.content}
    </Modal>
  )
  return [confirm, confirmation]
}
