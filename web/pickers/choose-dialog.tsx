// A dialog around something that is chosen in full before it is saved: a tree, two lists. It closes when it is saved, and
// stays with the reason where that is refused; what was chosen is not given up without asking.
import { Alert, Modal, Skeleton } from 'antd'
import { type FormEvent, type ReactNode, useId } from 'react'
import { useGiveUp } from '../kit/dialog/give-up.ts'
import { ErrorState } from '../kit/dialog/page-state.tsx'
import { useDialog } from '../kit/dialog/use-dialog.ts'
import { useDialogGuard } from '../kit/dialog/use-dialog-guard.ts'
import '../kit/form/form-dialog.css'

type ChooseDialogProps = {
  title: string
  width?: number
  /** The button's verb. */
  verb?: string
  /** What is chosen has been loaded. */
  isReady: boolean
  /** Why there is nothing to save yet: the button's title while it is disabled for that. */
  nothing?: string | undefined
  error: Error | null
  onRetry: () => void
  /** Differs from what it began with: not given up unasked. */
  isChanged: boolean
  isSaving: boolean
  /** Why the last save was refused. */
  refusal?: string | undefined
  /** Answers whether it was saved. */
  onSave: () => Promise<boolean>
  onClosed: () => void
  children: ReactNode
}

export function ChooseDialog(props: ChooseDialogProps) {
  const { title, width = 640, verb = '保存', isReady, nothing, error, onRetry, isChanged, isSaving, refusal } = props
  const { onSave, onClosed } = props
  const id = useId()
  const { isOpen, close, frame } = useDialog(onClosed)
  const guard = useDialogGuard()
  const handleSave = async () => {
    if (await onSave()) close()
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    // a page's form may stand around the dialog
    event.stopPropagation()
    guard(() => void handleSave())
  }
  const leave = useGiveUp(() => isOpen && isChanged, '表单')
  return (
    <Modal
      title={title}
      width={width}
      {...frame}
      okText={verb}
      cancelText="取消"
      okButtonProps={{
        ...{ htmlType: 'submit', form: id, loading: isSaving },
        disabled: !isReady || nothing !== undefined,
        title: nothing,
      }}
      mask={{ closable: false }}
      onCancel={() => leave(close)}
    >
      <form id={id} className="form-dialog" onSubmit={handleSubmit}>
        {refusal && <Alert type="error" showIcon title={refusal} style={{ marginBottom: 12 }} />}
        {isReady ? (
          props.children
        ) : error ? (
          <ErrorState error={error} onRetry={onRetry} />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )}
      </form>
    </Modal>
  )
}
