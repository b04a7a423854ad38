// Inputs made of a call's schema: a valid one, and one for each edge of each field.
import fc from 'fast-check'

type Schema = {
  type?: string | string[]
  enum?: readonly unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  items?: Schema
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

const ID = '^[1-9][0-9]{0,18}$'
/** A body may have a megabyte: longer lists and texts are refused before they are read. */
const BYTES_MAX = 900_000

const typeOf = ({ type }: Schema) => [type].flat().find((each) => each !== 'null')

const matches = new Map<string, string>()

/** A text that the pattern allows, the same for each run. */
function matching({ pattern = '', minLength = 0, maxLength = 1_000 }: Schema): string {
  const known = matches.get(pattern)
  if (known !== undefined) return known
  const expression = new RegExp(pattern)
  if (expression.test('1') && minLength <= 1) return '1'
  const fitting = fc.stringMatching(expression).filter(({ length }) => length >= minLength && length <= maxLength)
  const found = fc.sample(fitting, { numRuns: 1, seed: 7 })[0] ?? ''
  matches.set(pattern, found)
  return found
}

const someText = ({ minLength = 0, maxLength = 10 }: Schema) => '中'.repeat(Math.max(minLength, Math.min(maxLength, 2)))

/** A valid value. `number` tells the values of one list apart; ids are those of the first rows. */
export function sample(schema: Schema, number = 0): unknown {
  if (schema.enum) return schema.enum[number % schema.enum.length]
  if (schema.const !== undefined) return schema.const
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, each]) => [key, sample(each, number)]),
      )
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, (_, at) => sample(schema.items ?? {}, at))
    case 'integer':
    case 'number':
      return Math.min(schema.maximum ?? Number.MAX_SAFE_INTEGER, Math.max(schema.minimum ?? 1, 1 + number))
    case 'boolean':
      return number % 2 === 0
    case 'string':
      if (schema.format === 'date') return `2026-01-${String((number % 28) + 1).padStart(2, '0')}`
      if (schema.format === 'date-time') return '2026-01-05T10:00:00+08:00'
      if (schema.pattern === ID) return String(1 + number)
      return schema.pattern === undefined || schema.pattern === '\\S' ? someText(schema) : matching(schema)
    default:
      return null
  }
}

const days = [
  '0001-01-01',
  '9999-12-31',
  '0000-01-01',
  '0000-12-31',
  '10000-01-01',
  '2026-02-30',
  '2024-02-29',
  '-001-01-01',
]
const moments = [
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00+15:59',
  '0000-12-31T23:59:59Z',
  '9999-12-31T15:59:59.999999Z',
  '9999-12-31T23:59:59-15:59',
  '2026-01-01T00:00:00+15:59',
  '2026-01-01T00:00:00-15:59',
  '2026-01-01T00:00:00+16:00',
  '2026-01-01T00:00:00-23:59',
  '2026-01-01T00:00:00.123456789Z',
  '2016-12-31T23:59:60Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01 00:00:00Z',
]
const ids = ['0', '-1', '9223372036854775808']
const texts = ['', 'a\u0000b', 'a\uD800b']
const numbers = [0, -1, 1.5, 2_147_483_648, Number.MAX_SAFE_INTEGER, 1e300, -1e300]

function edgesOfText({ format, pattern, maxLength }: Schema): readonly string[] {
  if (format === 'date') return [...days, '']
  if (format === 'date-time') return [...moments, '']
  if (pattern === ID) return [...ids, ...texts]
  return maxLength === undefined ? texts : [...texts, '中'.repeat(maxLength), '中'.repeat(maxLength + 1)]
}

function edgesOfList(schema: Schema): readonly unknown[] {
  const { items = {}, maxItems = 0 } = schema
  const list = (length: number) => Array.from({ length }, (_, at) => sample(items, at))
  const one = sample(items)
  const isLong = (JSON.stringify(one).length + 8) * maxItems > BYTES_MAX
  return [[], [one, one], ...(isLong ? [] : [list(maxItems), list(maxItems + 1)])]
}

/** The edges of the schema's type, valid or not, and those of what is inside of it. */
export const edges = (schema: Schema): readonly unknown[] => [null, ...(schema.enum ? [] : edgesOf(schema))]

function edgesOf(schema: Schema): readonly unknown[] {
  switch (typeOf(schema)) {
    case 'object': {
      const whole = sample(schema) as Record<string, unknown>
      return Object.entries(schema.properties ?? {}).flatMap(([key, each]) =>
        edges(each).map((edge) => ({ ...whole, [key]: edge })),
      )
    }
    case 'array':
      return [...edgesOfList(schema), ...edges(schema.items ?? {}).map((edge) => [edge])]
    case 'integer':
    case 'number': {
      const { minimum, maximum } = schema
      const ends = [minimum, maximum].flatMap((end) => (end === undefined ? [] : [end - 1, end, end + 1]))
      return [...numbers, ...ends]
    }
    case 'string':
      return edgesOfText(schema)
    default:
      return []
  }
}
