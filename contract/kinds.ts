// What a field is, read from its schema: decides how it is shown, aligned, filtered and exported.
import type { TSchema } from 'typebox'
import type { Endpoint } from './endpoint.ts'

export type Kind = 'text' | 'number' | 'decimal' | 'day' | 'moment' | 'choice' | 'switch'

type FieldOf = {
  title?: string
  type?: string | readonly string[]
  kind?: 'decimal'
  format?: string
  maxLength?: number
  labels?: Readonly<Record<string, string>>
}

/** A field by its name, kind and choices; `maxLength` in characters. */
export type DescribedField = {
  title: string
  kind: Kind
  maxLength?: number
  labels?: Readonly<Record<string, string>>
}

function kindOf({ type, kind, format, labels }: FieldOf): Kind {
  const types = [type].flat()
  if (kind) return kind
  if (labels) return 'choice'
  if (types.includes('boolean')) return 'switch'
  if (types.includes('integer') || types.includes('number')) return 'number'
  if (format === 'date') return 'day'
  if (format === 'date-time') return 'moment'
  return 'text'
}

const fieldIn = (object: TSchema | undefined, key: string) =>
  (object as { properties?: Record<string, FieldOf> } | undefined)?.properties?.[key]

type Rows = { items?: TSchema }

/** The schema of a list's rows, in pages or all at once. */
export function rowsOf({ data }: Endpoint): TSchema | undefined {
  const { items, properties } = data as Rows & { properties?: { records?: Rows } }
  return properties?.records?.items ?? items
}

/** The schema of what a call answers: of a list's rows, otherwise of the whole. */
export const replyOf = (endpoint: Endpoint): TSchema => rowsOf(endpoint) ?? endpoint.data

/** Throws where the object has no such field, or nothing gives the field a title. */
export function describeField(object: TSchema | undefined, key: string, label?: string): DescribedField {
  const field = fieldIn(object, key)
  const title = label ?? field?.title
  if (!field || !title) throw new Error(`${key} has no title in its schema`)
  const { maxLength, labels } = field
  return { title, kind: kindOf(field), ...(maxLength !== undefined && { maxLength }), ...(labels && { labels }) }
}

/** The same, undefined where there is none. */
export const findField = (object: TSchema | undefined, key: string): DescribedField | undefined =>
  fieldIn(object, key)?.title ? describeField(object, key) : undefined
