// A small form over the page that makes one call. Put it in the page while it is wanted; it closes by itself on success,
// stays open with everything typed when the call is refused, or while it asks first (600), and gives up nothing typed unasked,
// neither by closing nor with its tab.
import { Form, Modal } from 'antd'
import { type ReactNode, useId, useRef } from 'react'
import type { DataOf, Endpoint, Input } from '../../../contract/endpoint.ts'
import { errors } from '../../../contract/errors.ts'
import { DIALOG_GUARD_MS } from '../../../contract/limits.ts'
import { queryClient } from '../../lib/query.ts'
import { useGiveUp } from '../dialog/give-up.ts'
import { useConfirmed } from '../dialog/use-confirmed.tsx'
import { useDialog } from '../dialog/use-dialog.ts'
import { useDialogGuard } from '../dialog/use-dialog-guard.ts'
import { differencesBy, type Words } from './differences.ts'
import { trimmed } from './field-rules.ts'
import { useFormLayout } from './form-layout.ts'
import { SaveKey } from './save-key.tsx'
import { isChangedFrom } from './use-draft.rules.ts'
import { useVersions } from './use-versions.tsx'
import './form-dialog.css'

/** The stored row that a form edits. Where somebody else has saved a newer one (601), the two stand side by side. */
type Versioned<Row extends { version: number }, Values extends object> = {
  row: Row
  valuesOf: (row: Row) => Values
  words: Words<Values>
}

export type FormDialogProps<E extends Endpoint, Values extends object, Row extends { version: number }> = {
  title: string
  endpoint: E
  initial: Values
  stored?: Versioned<Row, Values> | undefined
  /** What the call takes, from what was typed. */
  input: (values: Values) => Input<E>
  /** The toast on success. */
  success: string
  invalidates: readonly Endpoint[]
  /** The button's verb. */
  verb: string
  /** What the call answered, once it succeeded. */
  onDone?: (data: DataOf<E>) => void
  /** After it has closed: take it out of the page. */
  onClosed: () => void
  children: ReactNode
}

export function FormDialog<
  E extends Endpoint,
  Values extends object,
  Row extends { version: number } = { version: number },
>(props: FormDialogProps<E, Values, Row>) {
  const { title, endpoint, initial, stored, input, success, invalidates, verb, onDone, onClosed, children } = props
  const id = useId()
  const [form] = Form.useForm<Values>()
  const { isOpen, close, frame } = useDialog(onClosed)
  const guard = useDialogGuard()
  const layout = useFormLayout()
  const body = useRef<HTMLDivElement>(null)
  const versions = useVersions<Row, Values>({
    form,
    stored: stored?.row,
    valuesOf: (row) => stored?.valuesOf(row) ?? initial,
    differencesOf: (mine, base, theirs) => (stored ? differencesBy(stored.words)(mine, base, theirs) : []),
  })
  const act = useConfirmed(endpoint, {
    title,
    verb,
    success,
    invalidates,
    guardMs: DIALOG_GUARD_MS,
    onSuccess: (data) => {
      close()
      onDone?.(data)
    },
    onRefusal: (refusal) => {
      // somebody else was first: the row as it is now is there when the dialog is opened anew
      if (refusal.code === errors.stale.code) {
        for (const { path } of invalidates) void queryClient.invalidateQueries({ queryKey: [path] })
      }
      versions.handleRefusal(refusal)
    },
  })
  const save = (values: Values) => {
    const version = versions.current()?.version
    const next = { ...(input(trimmed(values)) as object), ...(version && { version }) }
    guard(() => void act.run(next as Input<E>), String(version))
  }
  const leave = useGiveUp(() => {
    if (!isOpen || !form.isFieldsTouched()) return false
    const row = versions.current()
    const stands = row && stored ? stored.valuesOf(row) : initial
    return isChangedFrom(stands, form.getFieldsValue(true) as Values)
  }, '表单')

  return (
    <Modal
      title={title}
      {...frame}
      okText={verb}
      cancelText="取消"
      okButtonProps={{ htmlType: 'submit', form: id, loading: act.pending }}
      mask={{ closable: false }}
      onCancel={() => leave(close)}
      afterOpenChange={(shown) => {
        frame.afterOpenChange(shown)
        // whoever was quick stands in a field already
        if (shown && !body.current?.contains(document.activeElement)) {
          body.current?.querySelector<HTMLElement>('input:not(:disabled), textarea')?.focus()
        }
      }}
    >
      <div ref={body} className="form-dialog">
        {isOpen && <SaveKey inside={body} onPress={() => form.submit()} />}
        <Form<Values> {...layout} name={id} form={form} initialValues={initial} onFinish={save}>
          {children}
        </Form>
        {versions.conflict}
        {act.dialogs}
      </div>
    </Modal>
  )
}
