// A dialog in which rows are put in order by hand and saved as one; what was moved is not given up without asking.
import './order-dialog.css'
import type { ReactNode } from 'react'
import { EditFrame, useEditDialog } from '../dialog/edit-dialog.tsx'

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
  const dialog = useEditDialog(onClosed, () => isChanged, what)
  const handleSave = async () => {
    if ((await onSave()) !== undefined) dialog.close()
  }
  return (
    <EditFrame
      title={title}
      {...(width !== undefined && { width })}
      dialog={dialog}
      verb="保存"
      isSaving={isSaving}
      disabled={!isChanged}
      reason={isChanged ? undefined : `${what}没有改动`}
      onOk={() => void handleSave()}
    >
      {children}
    </EditFrame>
  )
}
