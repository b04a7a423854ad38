// Shows a refused save in its form: each field's error at the field, the first one focused; nothing typed is touched.
import type { FormInstance } from 'antd'
import type { Refusal } from '#web/lib/call.ts'
import { notify } from '#web/lib/notify.ts'
import { fieldErrorsOf } from '../form/field-rules.ts'

export function showRefusal<Values extends object>(form: FormInstance<Values>, { data, msg, isShown }: Refusal): void {
  const known = fieldErrorsOf(data).filter(({ name }) => Object.hasOwn(form.getFieldsValue(), name))
  // antd types field names by the form's values; the server sends strings.
  form.setFields(known as Parameters<typeof form.setFields>[0])
  const [first] = known
  if (first)
    form.scrollToField(first.name as Parameters<typeof form.scrollToField>[0], { focus: true, block: 'center' })
  if (!isShown) notify.error(msg)
}
