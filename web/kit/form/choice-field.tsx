// One of the choices of its schema.
import { Radio, Select } from 'antd'
import type { Endpoint } from '#contract/endpoint.ts'
import { Field, type FieldTerms } from './field.tsx'
import { fieldSchemaOf } from './field-rules.ts'
import { optionsOf } from './options.ts'

/** Side by side, or in a list where they are many. Throws where the schema has no choices. */
export function ChoiceField<E extends Endpoint>({ isList = false, ...terms }: FieldTerms<E> & { isList?: boolean }) {
  const { labels } = fieldSchemaOf(terms.of, terms.name).schema
  if (!labels) throw new Error(`${terms.name} has no choices in its schema`)
  const options = optionsOf(labels)
  return <Field {...terms}>{isList ? <Select options={options} /> : <Radio.Group options={options} />}</Field>
}
