// A small form over the page that makes one call. Put it in the page while it is wanted; it closes by itself on success,
// and stays open with everything typed when the call is refused.
import { Form, Modal } from 'antd'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { DataOf, Endpoint, Input } from '../../contract/endpoint.ts'
import { errors } from '../../contract/errors.ts'
import { DIALOG_GUARD_MS } from '../../contract/limits.ts'
import { useActive } from '../lib/active.ts'
import { queryClient, useAct } from '../lib/query.ts'
import { trimmed } from './field-rules.ts'
import { useFormLayout } from './form-layout.ts'
import { SaveKey } from './save-key.tsx'
import { showRefusal } from './show-refusal.ts'
import { useDialogGuard } from './use-dialog-guard.ts'
import './form-dialog.css'

export type FormDialogProps<E extends Endpoint, Values extends object> = {
  title: string
  endpoint: E
  initial: Values
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

export function FormDialog<E extends Endpoint, Values extends object>(props: FormDialogProps<E, Values>) {
  const { title, endpoint, initial, input, success, invalidates, verb, onDone, onClosed, children } = props
  const id = useId()
  const [form] = Form.useForm<Values>()
  const [isOpen, setOpen] = useState(true)
  const isActive = useActive()
  const guard = useDialogGuard()
  const layout = useFormLayout()
  const body = useRef<HTMLDivElement>(null)
  const act = useAct(endpoint, {
    success,
    invalidates,
    guardMs: DIALOG_GUARD_MS,
    onSuccess: (data) => {
      setOpen(false)
      onDone?.(data)
    },
    onRefusal: (refusal) => {
      // somebody else was first: the row as it is now is there when the dialog is opened anew
      if (refusal.code === errors.stale.code) {
        for (const { path } of invalidates) void queryClient.invalidateQueries({ queryKey: [path] })
      }
      showRefusal(form, refusal)
    },
  })

  return (
    <Modal
      title={title}
      open={isOpen && isActive}
      okText={verb}
      cancelText="取消"
      okButtonProps={{ htmlType: 'submit', form: id, loading: act.pending }}
      mask={{ closable: false }}
      onCancel={() => setOpen(false)}
      afterOpenChange={(shown) => {
        // whoever was quick stands in a field already
        if (shown && !body.current?.contains(document.activeElement)) {
          body.current?.querySelector<HTMLElement>('input:not(:disabled), textarea')?.focus()
        } else if (!shown && !isOpen) onClosed()
      }}
    >
      <div ref={body} className="form-dialog">
        {isOpen && <SaveKey inside={body} onPress={() => form.submit()} />}
        <Form<Values>
          {...layout}
          name={id}
          form={form}
          initialValues={initial}
          onFinish={(values) => guard(() => void act.run(input(trimmed(values))))}
        >
          {children}
        </Form>
      </div>
    </Modal>
  )
}
