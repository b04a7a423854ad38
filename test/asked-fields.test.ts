// What an empty field asks for fits how it is given: a text or a number is typed, what is one of several is chosen.
import { expect, it } from 'vitest'
import { routes } from '#server/app.ts'

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  format?: string
  pattern?: string
  messages?: { required?: string }
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
}

/** The id of a row, with what says which table it is of. */
const isRowKey = (pattern = '') => pattern.endsWith('[1-9][0-9]{0,18}$')

/** A list is chosen as its items are: texts of one's own are typed or pasted, one a line. */
function isChosen({ type = [], enum: choices, format, pattern, items }: Schema): boolean {
  const types = [type].flat()
  if (items) return items.type === 'object' || isChosen(items)
  return Boolean(choices ?? format) || types.includes('boolean') || isRowKey(pattern)
}

/** Fields that ask for the other thing, at any depth. */
function misasked(schema: Schema, path = ''): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const asked = field.messages?.required ?? ''
    const isWrong = asked.startsWith(isChosen(field) ? '请输入' : '请选择')
    return [...(isWrong ? [`${path}${key} ${asked}`] : []), ...misasked(field, `${path}${key}.`)]
  })
  const inside = [schema.items, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
  return [...own, ...inside.flatMap((each) => (each ? misasked(each, path) : []))]
}

it('§5 an empty field says 请输入 where it is typed, and 请选择 where it is chosen', () => {
  const found = routes.flatMap(({ endpoint: { path, query, body } }) =>
    [query, body].flatMap((schema) => (schema ? misasked(schema as Schema).map((field) => `${path} ${field}`) : [])),
  )
  expect(found).toEqual([])
})
