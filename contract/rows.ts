// The calls of rows that people list, add, edit by version, switch, copy and delete, from one declaration of their fields.
import { type TOptional, type TSchema, type TUnsafe, type TVoid, Type } from 'typebox'
import { type Alias, can, type Right, type RightOnSubProduct } from './access.ts'
import { type DataOf, type Endpoint, endpoint } from './endpoint.ts'
import { Paged } from './envelope.ts'
import { Fields, Id, Ids, listFields, Nothing, OneOf, Text } from './fields.ts'
import { canOn, subProductsWith } from './sub-product-access.ts'
import type { SubProductKey, SubProductPage } from './sub-products.ts'

type Properties = Record<string, TSchema>
type Optional<P extends Properties> = { [K in keyof P]: TOptional<P[K]> }

const optional = <P extends Properties>(properties: P) =>
  Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, Type.Optional(schema)])) as Optional<P>

/** Rules of input, which a stored row need not meet: it may be older than a rule. */
const inputRules = new Set(['pattern', 'minLength', 'maxLength', 'minItems', 'maxItems'])

/** The fields of a row: names, kinds and choices, without the rules of input. */
function stored<P extends Properties>(fields: P): P {
  const withoutRules = (schema: TSchema): unknown => {
    const kept = Object.entries(schema).filter(([keyword]) => !inputRules.has(keyword))
    return Object.fromEntries(
      kept.map(([keyword, value]) => [keyword, keyword === 'items' ? withoutRules(value as TSchema) : value]),
    )
  }
  return Object.fromEntries(Object.entries(fields).map(([key, schema]) => [key, withoutRules(schema)])) as P
}

/** A filter by a part of a text field. */
export const contains = (field: TSchema) => {
  const { title = '', maxLength = 100 } = field as { title?: string; maxLength?: number }
  return Text(title, maxLength)
}

/** Calls beyond list, add, edit and remove that rows may have. */
type Extra = 'get' | 'open' | 'disable' | 'copy'

/** Rows of a sub-product name it when they are listed or added; afterwards the stored row says which it is. */
type Of<P> = P extends SubProductPage ? { subProduct: TUnsafe<SubProductKey> } : Record<never, TSchema>
type AccessOf<P, From extends 'request' | 'row'> = P extends SubProductPage ? RightOnSubProduct & { from: From } : Right

const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })
const Version = Type.Integer({ title: '版本', minimum: 1 })

type Declaration<
  F extends Properties,
  Q extends Properties,
  S extends readonly [string, ...string[]],
  R extends Properties,
  N extends Properties,
  C extends Properties,
  G extends Properties,
  P extends SubProductPage | undefined,
  X extends Extra,
> = {
  /** What one row is, in Chinese. */
  noun: string
  path: `/${string}`
  /** The menu row whose buttons allow the calls; or `page`, in the sub-product of the row. */
  menu?: string
  page?: P
  /** Editable fields. */
  fields: F
  /** Fields that are set only when the row is added. */
  onlyNew?: N
  /** Filters, all of them optional. */
  query: Q
  sortable: S
  /** Fields of a listed row, beside id and version. */
  row: R
  /** Input of a copy. */
  copy?: C
  /** What `get` returns beside the fields. */
  get?: G
  with?: readonly X[]
}

/** Paths: `page`, `get`, `add`, `edit`, `remove`, `open`, `disable`, `copy` below `path`. 601 carries the newer row. */
export function rowCalls<
  F extends Properties,
  Q extends Properties,
  const S extends readonly [string, ...string[]],
  R extends Properties,
  N extends Properties = Record<never, TSchema>,
  C extends Properties = Record<never, TSchema>,
  G extends Properties = Record<never, TSchema>,
  const P extends SubProductPage | undefined = undefined,
  const X extends Extra = never,
>(declaration: Declaration<F, Q, S, R, N, C, G, P, X>) {
  const { noun, path, menu = '', page, fields, onlyNew = {} as N, query, sortable, row, copy = {} as C } = declaration
  const of = (page ? { subProduct: OneOf('子产品', subProductsWith(page)) } : {}) as Of<P>
  const right = <From extends 'request' | 'row'>(from: From, alias: Alias) =>
    (page ? canOn(from, page, alias) : can(menu, alias)) as AccessOf<P, From>
  const one = { id: Id(noun) }
  const many = Fields({ ids: Ids(noun) })
  const call = <D extends TSchema, B extends TSchema, A extends AccessOf<P, 'request'> | AccessOf<P, 'row'>>(
    verb: string,
    summary: string,
    effect: 'read' | 'write',
    access: A,
    body: B,
    data: D,
  ): Endpoint<D, TVoid, B, A> =>
    endpoint({ summary, method: 'POST', path: `${path}/${verb}`, access, effect, body, data }) as never

  const Row = Type.Object({ id: Type.String(), version: Type.Integer(), ...stored(row) })
  const Stored = Type.Object({
    id: Type.String(),
    version: Type.Integer(),
    ...stored(fields),
    ...(declaration.get ?? ({} as G)),
  })
  const all = {
    list: call(
      'page',
      `${noun}列表`,
      'read',
      right('request', 'view'),
      Fields({ ...listFields(sortable), ...of, ...optional(query) }),
      Paged(Row),
    ),
    get: call('get', `${noun}（编辑用）`, 'read', right('row', 'view'), Fields(one), Stored),
    add: call('add', `新增${noun}`, 'write', right('request', 'add'), Fields({ ...of, ...onlyNew, ...fields }), Saved),
    edit: call(
      'edit',
      `编辑${noun}`,
      'write',
      right('row', 'edit'),
      Fields({ ...one, version: Version, ...fields }),
      Saved,
    ),
    remove: call('remove', `删除${noun}`, 'write', right('row', 'delete'), many, Nothing),
    open: call('open', `启用${noun}`, 'write', right('row', 'open'), many, Nothing),
    disable: call('disable', `禁用${noun}`, 'write', right('row', 'disable'), many, Nothing),
    copy: call('copy', `复制${noun}`, 'write', right('row', 'copy'), Fields({ ...one, ...copy }), Saved),
  }
  const included = ['list', 'add', 'edit', 'remove', ...(declaration.with ?? [])]
  return {
    noun,
    page,
    /** The input of the list, for its export. */
    query: all.list.body as NonNullable<typeof all.list.body>,
    /** Fields that stay as they were added. */
    fixed: Object.keys(onlyNew),
    /** Field → its name, in their order. */
    labels: Object.fromEntries(
      Object.entries(fields).map(([key, schema]) => [key, (schema as { title?: string }).title ?? key]),
    ),
    ...(Object.fromEntries(Object.entries(all).filter(([key]) => included.includes(key))) as never as Pick<
      typeof all,
      'list' | 'add' | 'edit' | 'remove' | X
    >),
  }
}

/** One listed row. */
export type RowOf<C extends { list: Endpoint }> = DataOf<C['list']> extends { records: (infer R)[] } ? R : never
