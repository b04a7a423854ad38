// Names that people type are stored as one line, without what nobody sees: each field of a write says so (typed-text.ts).
import { expect, it } from 'vitest'
import { routes } from '#server/app.ts'

const NAMES = ['name', 'nameEn', 'englishName', 'realName', 'title', 'subtitle']

/** What other programs send, and what is looked up and not stored. */
const OTHERS = ['/api/open/', '/api/backend/log/visitLog/record']

type Schema = { type?: string; const?: unknown; enum?: unknown; cleaned?: string; anyOf?: Schema[] } & Record<
  string,
  unknown
>

/** Fields of a body called so, at any depth, whose text is not cleaned. */
function uncleaned(schema: Schema, path = ''): string[] {
  const own = Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([key, field]) => {
    const at = `${path}${key}`
    const isName = NAMES.includes(key) && field.type === 'string' && !field.enum && field.const === undefined
    // the filters of an export
    if (key === 'query') return []
    return [...(isName && field.cleaned === undefined ? [at] : []), ...uncleaned(field, `${at}.`)]
  })
  const inside = [schema.items as Schema | undefined, ...(schema.anyOf ?? []), ...((schema.allOf ?? []) as Schema[])]
  return [...own, ...inside.flatMap((each) => (each ? uncleaned(each, path) : []))]
}

it('imports.md "Text that people type": each name that a write stores is one line', () => {
  const found = routes.flatMap(({ endpoint }) =>
    endpoint.effect === 'write' && endpoint.body && !OTHERS.some((path) => endpoint.path.startsWith(path))
      ? uncleaned(endpoint.body as Schema).map((field) => `${endpoint.path} ${field}`)
      : [],
  )
  expect(found).toEqual([])
})
