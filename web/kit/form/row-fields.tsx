// The inputs of a declared row (contract/rows.ts): rendered from the schema of each field unless the screen passes its
// own.
import { Input, InputNumber, Switch } from 'antd'
import type { ReactElement } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { DayInput } from './day-input.tsx'
import { Field } from './field.tsx'
import { type FieldSchema, fieldSchemaOf } from './field-rules.ts'

/** A switch as a form field: antd's `Switch` takes `checked` instead of `value`. */
function EnabledSwitch(props: { id?: string; value?: boolean; onChange?: (isEnabled: boolean) => void }) {
  const { value = false, ...rest } = props
  return <Switch {...rest} checked={value} />
}

type Schema = FieldSchema & {
  type?: string | string[]
  format?: string
  minimum?: number
  maximum?: number
  enum?: readonly string[]
}

/** Fields that allow more than this get a text area, characters. */
const LINE_MAX = 200

function inputFor({ type, format, maxLength, minimum, maximum }: Schema): ReactElement {
  if (type === 'boolean') return <EnabledSwitch />
  const types = [type].flat()
  if (types.includes('integer') || types.includes('number')) {
    const bounds = { ...(minimum !== undefined && { min: minimum }), ...(maximum !== undefined && { max: maximum }) }
    return <InputNumber {...bounds} {...(types.includes('integer') && { precision: 0 })} />
  }
  if (format === 'date') return <DayInput />
  if (maxLength === undefined) return <Input />
  if (maxLength > LINE_MAX) return <Input.TextArea rows={3} maxLength={maxLength} showCount />
  return <Input maxLength={maxLength} />
}

const isRequired = ({ messages, enum: values, format, type }: Schema) =>
  type !== undefined &&
  ![type].flat().includes('null') &&
  (messages?.required !== undefined || values !== undefined || format === 'date')

export type RowFieldProps = {
  input?: ReactElement
  hint?: string
  isRequired?: boolean
  check?: (value: string) => string | null
}

/** Per field what the schema cannot express; a plain element is its input. */
export type RowInputs<Name extends string> = Partial<Record<Name, ReactElement | RowFieldProps>>

const propsOf = (value: ReactElement | RowFieldProps | undefined): RowFieldProps =>
  value === undefined ? {} : 'props' in value ? { input: value } : value

/** The input that the screen gives for a field. */
export const inputOf = (given: ReactElement | RowFieldProps | undefined) =>
  propsOf(given).input as ReactElement<object> | undefined

type RowFieldsProps = { call: Endpoint; names: readonly string[]; inputs: RowInputs<string> }

export function RowFields({ call, names, inputs }: RowFieldsProps) {
  return names.map((name) => {
    const schema = fieldSchemaOf(call, name).schema as Schema
    const { input, isRequired: required = isRequired(schema), ...rest } = propsOf(inputs[name])
    return (
      <Field key={name} of={call} name={name as never} isRequired={required} {...rest}>
        {input ?? inputFor(schema)}
      </Field>
    )
  })
}
