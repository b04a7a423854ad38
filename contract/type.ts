// TypeBox's types over plain JSON Schema. The types are TypeBox's own; its module would be 300 files, 5 MB and 0.1 s of each start
// for the ten constructors that the contract uses. A further one is a line here.
import type { TSchema, Type as TypeBox } from 'typebox'

export type { Static, TObject, TOptional, TProperties, TSchema, TUnsafe, TVoid } from 'typebox'

const optional = '~optional'

/** The mark is not enumerable, as TypeBox has it: a copy of an optional schema is required. */
const markOptional = (schema: TSchema) => Object.defineProperty({ ...schema }, optional, { value: true })

function objectOf(properties: Record<string, TSchema>, options?: object) {
  const required = Object.keys(properties).filter((key) => !(optional in (properties[key] as TSchema)))
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
}

const ofType = (type: string) => (options?: object) => ({ type, ...options })

export const Type = {
  Array: (items: TSchema, options?: object) => ({ type: 'array', items, ...options }),
  Boolean: ofType('boolean'),
  Integer: ofType('integer'),
  Literal: (value: unknown, options?: object) => ({ type: typeof value, const: value, ...options }),
  Null: ofType('null'),
  Number: ofType('number'),
  Object: objectOf,
  Optional: markOptional,
  String: ofType('string'),
  Unsafe: (schema: TSchema) => schema,
} as unknown as Pick<
  typeof TypeBox,
  'Array' | 'Boolean' | 'Integer' | 'Literal' | 'Null' | 'Number' | 'Object' | 'Optional' | 'String' | 'Unsafe'
>
