// A dialog for a choice that is saved as a whole: a tree, two lists. It closes when saved, stays open with the reason
// when refused, and asks before an unsaved choice is lost.
import { Alert } from 'antd'
import { type FormEvent, type ReactNode, useId } from 'react'
import { EditFrame, useEditDialog } from '#web/kit/dialog/edit-dialog.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { useDialogGuard } from '#web/kit/dialog/use-dialog-guard.ts'

type ChooseDialogProps = {
  title: string
  width?: number
  /** The button's verb. */
  verb?: string
  /** The query of what is chosen from, if that must be loaded first. */
  read?: { data: unknown; error: Error | null; refetch: () => Promise<unknown> }
  /** Why there is nothing to save yet; disables the button, with this tooltip. */
  nothing?: string | undefined
  /** Whether the choice differs from the initial one. */
  isChanged: boolean
  isSaving: boolean
  /** Why the last save was refused. */
  refusal?: string | undefined
  /** Shown in place of the choice when the work is done. */
  result?: ReactNode
  /** Resolves to whether it was saved. */
  onSave: () => Promise<boolean>
  onClosed: () => void
  children: ReactNode
}

const ready = { data: true, error: null, refetch: async () => undefined }

export function ChooseDialog(props: ChooseDialogProps) {
  const { title, width = 640, verb = '保存', read = ready, nothing, isChanged, isSaving, refusal, result } = props
  const { onSave, onClosed, children } = props
  const id = useId()
  const dialog = useEditDialog(onClosed, () => isChanged)
  const guard = useDialogGuard()
  const handleSave = async () => {
    if (await onSave()) dialog.close()
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    // React events bubble to a page's form around the dialog
    event.stopPropagation()
    guard(() => void handleSave())
  }
  return (
    <EditFrame
      title={title}
      width={width}
      dialog={dialog}
      verb={verb}
      form={id}
      isSaving={isSaving}
      disabled={read.data === undefined || nothing !== undefined}
      reason={nothing}
      result={result}
    >
      <form id={id} onSubmit={handleSubmit}>
        {refusal && <Alert type="error" showIcon title={refusal} style={{ marginBottom: 12 }} />}
        <Loaded read={read} rows={8}>
          {() => children}
        </Loaded>
      </form>
    </EditFrame>
  )
}
