// Checks one field by the contract's rules and messages while the person types; the server applies the same (spec §5).
import type { Endpoint } from '#contract/endpoint.ts'
import { isFieldErrors } from '#contract/envelope.ts'
import type { Messages } from '#contract/fields.ts'
import { type Cleaner, cleaners } from '#contract/typed-text.ts'

export type FieldSchema = {
  title?: string
  type?: string | readonly string[]
  pattern?: string
  maxLength?: number
  maxItems?: number
  cleaned?: Cleaner
  labels?: Readonly<Record<string, string>>
  /** Of the items of a list. */
  items?: FieldSchema
  messages?: Messages
}

type ObjectSchema = { properties?: Record<string, FieldSchema>; required?: readonly string[] }

export function fieldSchemaOf({ body, query }: Endpoint, name: string): { schema: FieldSchema; isRequired: boolean } {
  const { properties, required = [] } = (body ?? query ?? {}) as ObjectSchema
  return { schema: properties?.[name] ?? {}, isRequired: required.includes(name) }
}

/** spec §5: null, the empty string, the empty list and the empty object are empty; booleans and numbers are not. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/**
 * What an empty field that may not be empty says: texts and numbers are typed, what else is given by an input of its own
 * is chosen.
 */
export function missingText({ title, type = [], messages }: FieldSchema, hasOwnInput: boolean): string {
  const isNumber = [type].flat().some((name) => name === 'integer' || name === 'number')
  return messages?.required ?? `${hasOwnInput && !isNumber ? '请选择' : '请输入'}${title}`
}

/** What is wrong with the value, or null. Texts are checked as they are stored. */
export function checkField(
  { title = '', pattern, maxLength, maxItems, cleaned, messages = {} }: FieldSchema,
  value: unknown,
) {
  if (typeof value === 'string') {
    const text = cleaned ? cleaners[cleaned](value) : value.trim()
    if (maxLength !== undefined && text.length > maxLength)
      return messages.maxLength ?? `${title}最多${maxLength}个字符`
    if (pattern && !new RegExp(pattern, 'u').test(text)) return messages.pattern ?? `${title}格式不正确`
  }
  if (Array.isArray(value) && maxItems !== undefined && value.length > maxItems) return `${title}最多选择${maxItems}项`
  return null
}

/** The field errors of a refusal (400), as antd's form takes them. A path inside a field counts for the field. */
export function fieldErrorsOf(data: unknown): { name: string; errors: string[] }[] {
  if (!isFieldErrors(data)) return []
  const byName = new Map<string, string[]>()
  for (const { field, message } of data.fields) {
    const [name = ''] = field.split(/[./[]/).filter(Boolean)
    byName.set(name, [...(byName.get(name) ?? []), message])
  }
  return [...byName].map(([name, errors]) => ({ name, errors }))
}
