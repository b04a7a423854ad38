// A dialog around something that is chosen in full before it is saved: a tree, two lists. It closes when it is saved, and
// stays with the reason where that is refused.
import { Alert, Modal, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { ErrorState } from '../kit/page-state.tsx'
import { useDialogGuard } from '../kit/use-dialog-guard.ts'
import { useActive } from '../lib/active.ts'

type ChooseDialogProps = {
  title: string
  width?: number
  /** The button's verb. */
  verb?: string
  /** What is chosen has been loaded. */
  isReady: boolean
  error: Error | null
  onRetry: () => void
  isSaving: boolean
  /** Why the last save was refused. */
  refusal?: string | undefined
  /** Answers whether it was saved. */
  onSave: () => Promise<boolean>
  onClosed: () => void
  children: ReactNode
}

export function ChooseDialog(props: ChooseDialogProps) {
  const { title, width = 640, verb = '保存', isReady, error, onRetry, isSaving, refusal, onSave, onClosed } = props
  const [isOpen, setOpen] = useState(true)
  const isActive = useActive()
  const guard = useDialogGuard()
  const handleSave = async () => {
    if (await onSave()) setOpen(false)
  }
  return (
    <Modal
      title={title}
      width={width}
      open={isOpen && isActive}
      okText={verb}
      cancelText="取消"
      okButtonProps={{ loading: isSaving, disabled: !isReady }}
      mask={{ closable: false }}
      onOk={() => guard(() => void handleSave())}
      onCancel={() => setOpen(false)}
      afterClose={() => !isOpen && onClosed()}
    >
      {refusal && <Alert type="error" showIcon title={refusal} style={{ marginBottom: 12 }} />}
      {isReady ? (
        props.children
      ) : error ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Modal>
  )
}
