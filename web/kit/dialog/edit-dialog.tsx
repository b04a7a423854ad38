// The frame of a dialog in which something is entered or chosen. A click on the mask does not close it; closing the
// dialog or its tab asks before changes are lost.
import { Button, Modal, type ModalProps } from 'antd'
import { type ReactNode, useRef } from 'react'
import { SaveKey } from '../form/save-key.tsx'
import { useGiveUp } from './confirm-discard.ts'
import { useDialog } from './use-dialog.ts'
import './dialogs.css'

export type EditDialog = ReturnType<typeof useEditDialog>

/**
 * @param onClosed called once, after it has closed: unmount it
 * @param isChanged called whenever the input could be lost
 * @param what what was changed, as in 授权 or 顺序
 */
export function useEditDialog(onClosed: () => void, isChanged: () => boolean, what = '表单') {
  const { isOpen, close, frame } = useDialog(onClosed)
  const leave = useGiveUp(() => isOpen && isChanged(), what)
  return { isOpen, close, frame: { ...frame, onCancel: () => leave(close) } }
}

type EditFrameProps = Pick<ModalProps, 'title' | 'width' | 'keyboard' | 'closable' | 'onOk'> & {
  dialog: EditDialog
  /** The button's verb. */
  verb: string
  /** The id of the form that the button submits; without one it calls `onOk`. */
  form?: string
  isSaving: boolean
  disabled?: boolean
  /** Why it is disabled. */
  reason?: string | undefined
  /** Ctrl+S */
  onSaveKey?: () => void
  /** Shown in place of the children when the work is done, with a button that closes. */
  result?: ReactNode
  resultVerb?: string
  onShown?: (body: HTMLElement | null) => void
  children: ReactNode
}

export function EditFrame(props: EditFrameProps) {
  const { dialog, verb, form, isSaving, disabled = false, reason, onSaveKey, result, resultVerb = '关闭' } = props
  const { onShown, children, ...rest } = props
  const { isOpen, close, frame } = dialog
  const body = useRef<HTMLDivElement>(null)
  return (
    <Modal
      {...rest}
      {...frame}
      okText={verb}
      cancelText="取消"
      okButtonProps={{
        loading: isSaving,
        disabled,
        title: reason,
        ...(form !== undefined && { htmlType: 'submit', form }),
      }}
      mask={{ closable: false }}
      afterOpenChange={(isShown) => {
        frame.afterOpenChange(isShown)
        if (isShown) onShown?.(body.current)
      }}
      {...(result && {
        footer: (
          <Button type="primary" onClick={close}>
            {resultVerb}
          </Button>
        ),
      })}
    >
      <div ref={body} className="edit-dialog">
        {isOpen && !result && onSaveKey && <SaveKey inside={body} onPress={onSaveKey} />}
        {result || children}
      </div>
    </Modal>
  )
}
