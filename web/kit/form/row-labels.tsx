// How the fields of declared rows (contract/rows.ts) are shown where two versions are compared.
import { ConfigProvider } from 'antd'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/fields.ts'
import { type Labels, textOrDash } from './differences.ts'
import { type FieldSchema, fieldSchemaOf, isEmpty } from './field-rules.ts'
import { inputOf, type RowInputs } from './row-fields.tsx'

const ID = (Id() as FieldSchema).pattern
const isId = ({ pattern, items }: FieldSchema) => (items?.pattern ?? pattern) === ID

/** A value in its own input, which alone knows what is meant by it: the name of a product, by its id. */
const AsChosen = ({ input, value, label }: { input: ReactElement<object>; value: unknown; label: string }) => (
  <ConfigProvider componentDisabled variant="borderless">
    <span className="conflict-chosen">
      {cloneElement(input, { value, disabled: true, 'aria-label': label } as object)}
    </span>
  </ConfigProvider>
)

function show(schema: FieldSchema, input: ReactElement<object> | undefined, label: string, value: unknown): ReactNode {
  const { labels = schema.items?.labels } = schema
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (isEmpty(value)) return textOrDash('')
  if (labels)
    return [value]
      .flat()
      .map((key) => labels[String(key)] ?? String(key))
      .join('、')
  if (input && (isId(schema) || 'options' in input.props)) return <AsChosen input={input} value={value} label={label} />
  if (!Array.isArray(value)) return String(value)
  return value.every((item) => typeof item === 'string') ? value.join('、') : `${value.length} 项`
}

/** Every field by its name and value, unless the screen shows it in a way of its own, `say`. */
export const rowLabels = (
  call: Endpoint,
  names: Readonly<Record<string, string>>,
  { inputs = {}, say = {} }: { inputs?: RowInputs<string>; say?: object },
): Labels<object> =>
  ({
    ...Object.fromEntries(
      Object.entries(names).map(([key, name]) => {
        const { schema } = fieldSchemaOf(call, key)
        return [key, [name, (value: unknown) => show(schema, inputOf(inputs[key]), name, value)]]
      }),
    ),
    ...say,
  }) as Labels<object>
