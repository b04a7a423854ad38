// A dialog for sorting rows by hand; saves the whole order at once, and asks before it is lost.
import './order-dialog.css'
import type { ReactNode } from 'react'
import { EditFrame, useEditDialog } from '../dialog/edit-dialog.tsx'

type OrderDialogProps = {
  title: string
  width?: number
  /** Names what is sorted in the question before it is lost. */
  what?: string
  isChanged: boolean
  isSaving: boolean
  /** Resolves to the reply; undefined if the save was refused. */
  onSave: () => Promise<unknown>
  /** Called once it has closed: unmount it. */
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
