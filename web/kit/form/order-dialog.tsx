// A dialog in which rows are put in order by hand and saved as one; what was moved is not given up without asking.
import './order-dialog.css'
import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { useGiveUp } from '../dialog/give-up.ts'
import { useDialog } from '../dialog/use-dialog.ts'

type OrderDialogProps = {
  title: string
  width?: number
  /** What is ordered here, in the question that asks before it is lost. */
  what?: string
  isChanged: boolean
  isSaving: boolean
  /** Answers what was saved; undefined where it was refused. */
  onSave: () => Promise<unknown>
  /** After it has closed: take it out of the page. */
  onClosed: () => void
  children: ReactNode
}

export function OrderDialog(props: OrderDialogProps) {
  const { title, width, what = '顺序', isChanged, isSaving, onSave, onClosed, children } = props
  const { isOpen, close, frame } = useDialog(onClosed)
  const leave = useGiveUp(() => isOpen && isChanged, what)
  const handleSave = async () => {
    if ((await onSave()) !== undefined) close()
  }
  return (
    <Modal
      title={title}
      {...(width !== undefined && { width })}
      {...frame}
      okText="保存"
      cancelText="取消"
      okButtonProps={{ disabled: !isChanged, title: isChanged ? undefined : `${what}没有改动` }}
      confirmLoading={isSaving}
      mask={{ closable: false }}
      onOk={() => void handleSave()}
      onCancel={() => leave(close)}
    >
      {children}
    </Modal>
  )
}
