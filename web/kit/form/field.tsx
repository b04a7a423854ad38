// One field of a form: label, required mark and rules from the call that the form makes.
import { Form, Input } from 'antd'
import type { ReactElement } from 'react'
import type { BodyOf, Endpoint, QueryOf } from '#contract/endpoint.ts'
import { checkField, fieldSchemaOf, isEmpty, missingText } from './field-rules.ts'
import './field.css'

export type FieldTerms<E> = {
  of: E
  name: (keyof BodyOf<E> | keyof QueryOf<E>) & string
  /** A rule of spec §5 that the schema cannot express; it also decides whether the field may be empty. */
  check?: (value: string) => string | null
  /** Required here, though optional in the call. */
  isRequired?: boolean
  hint?: string
}

type FieldProps<E> = FieldTerms<E> &
  (
    | { children: ReactElement; rows?: never; placeholder?: never }
    /** A text: on one line, or in an area of `rows`. */
    | { children?: never; rows?: number; placeholder?: string }
  )

export function Field<E extends Endpoint>(props: FieldProps<E>) {
  const { of, name, check, isRequired, hint, children, rows, placeholder } = props
  const { schema, isRequired: isDeclared } = fieldSchemaOf(of, name)
  const required = isRequired ?? isDeclared
  const text = { maxLength: schema.maxLength, placeholder }
  return (
    <Form.Item
      name={name as string}
      label={schema.title}
      required={required}
      extra={hint && <span className="field-hint">{hint}</span>}
      validateFirst
      rules={[
        {
          validator: async (_rule, value: unknown) => {
            const ownText = check?.(typeof value === 'string' ? value.trim() : '')
            const text =
              ownText ??
              (isEmpty(value)
                ? required && !check && missingText(schema, Boolean(children))
                : checkField(schema, value))
            if (text) throw new Error(text)
          },
        },
      ]}
    >
      {children ?? (rows ? <Input.TextArea {...text} rows={rows} showCount /> : <Input {...text} autoComplete="off" />)}
    </Form.Item>
  )
}
