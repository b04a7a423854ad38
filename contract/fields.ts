// Building blocks of schemas. `title` is the field's Chinese name in messages; `messages` replaces the text of one rule.
import { type Static, type TSchema, Type } from 'typebox'
import { PAGE_SIZE_MAX, PAGING_REACH } from './limits.ts'
import type { Cleaner } from './typed-text.ts'

export type Messages = Partial<
  Record<'required' | 'minLength' | 'maxLength' | 'minItems' | 'pattern' | 'format' | 'type', string>
>

const object = { additionalProperties: false } as const

/** An object that refuses unknown fields. */
export const Fields = <P extends Record<string, TSchema>>(properties: P) => Type.Object(properties, object)

/** A 64-bit id, as a string on the wire. */
export const Id = (title = '编号') =>
  Type.String({
    title,
    pattern: '^[1-9][0-9]{0,18}$',
    messages: { required: `请选择${title}`, pattern: `${title}不正确` },
  })

/** Ids of the rows that a call reads or acts on: at least one. */
export const Ids = (title = '编号', maxItems = 100) =>
  Type.Array(Id(title), {
    title,
    minItems: 1,
    maxItems,
    uniqueItems: true,
    messages: { required: `请选择${title}`, minItems: `请选择${title}` },
  })

/** Ids that are stored or asked about as a set: an empty list means none. */
export const IdsOrNone = (title: string, maxItems: number) =>
  Type.Array(Id(title), { title, maxItems, uniqueItems: true })

/** `1,2,3`: the comma list of ids that §7 uses in query strings, at most 100. */
export const IdList = (title = '编号') =>
  Type.String({
    title,
    pattern: '^[1-9][0-9]{0,18}(,[1-9][0-9]{0,18}){0,99}$',
    messages: { pattern: `${title}不正确` },
  })

/** A text that may be empty. */
export const Text = (title: string, maxLength: number) => Type.String({ title, maxLength })

/** A text that may not be empty or blank. */
export const Required = (title: string, maxLength: number, messages: Messages = {}) =>
  Type.String({
    title,
    minLength: 1,
    maxLength,
    pattern: '\\S',
    messages: { required: `请输入${title}`, minLength: `请输入${title}`, pattern: `请输入${title}`, ...messages },
  })

/** The same field, cleaned where it comes in (typed-text.ts). */
export const Cleaned = <T extends TSchema>(cleaned: Cleaner, schema: T): T => ({ ...schema, cleaned })

/** A name or another text of one line. */
export const OneLine = <T extends TSchema>(schema: T): T => Cleaned('line', schema)

/** spec §5 has three texts for a mobile number: `checkMobile` in validation.ts gives them. */
export const Mobile = Cleaned(
  'mobile',
  Type.String({ title: '手机号码', maxLength: 20, messages: { required: '手机号码不能为空' } }),
)

/** An address, or nothing. */
export const Email = Type.String({
  title: '邮箱',
  maxLength: 128,
  pattern: '^$|^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$',
  messages: { pattern: '邮箱格式不正确' },
})

/** One of a fixed list of strings; an `enum` compiles far faster than a union. */
export const OneOf = <const T extends readonly string[]>(title: string, values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], title })

/** One of the keys of `labels`, each with what it is called: selects, lists, exports and the audit log read them. */
export const Choice = <const L extends Readonly<Record<string, string>>>(title: string, labels: L) =>
  Type.Unsafe<keyof L & string>({ type: 'string', enum: Object.keys(labels), title, labels })

/** An exact decimal number of a row, as text: JSON's numbers are binary. */
export const DecimalText = (title: string, description?: string) =>
  Type.String({ title, kind: 'decimal', ...(description && { description }) })

/** The same schema, or null. */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, enum: values, ...rest } = schema as T & { type: string; enum?: readonly string[] }
  return Type.Unsafe<Static<T> | null>({ ...rest, type: [type, 'null'], ...(values && { enum: [...values, null] }) })
}

/** Refuses years that nobody means: of a text in the form of a day or moment, whose format is asked by itself. */
const YEARS = '^(?!\\d{4}-)|^(19|20|21)'
const yearsText = (title: string) => `${title}应在 1900 到 2199 年之间`

/** `YYYY-MM-DD`, of the years 1 to 9999 (`isDay`). */
export const Day = (title: string, messages: Messages = {}) =>
  Type.String({
    title,
    format: 'date',
    pattern: YEARS,
    messages: { format: `${title}应为 YYYY-MM-DD`, pattern: yearsText(title), ...messages },
  })

/** ISO 8601 with its offset (`isMoment`). */
export const Moment = (title: string, messages: Messages = {}) =>
  Type.String({
    title,
    format: 'date-time',
    pattern: YEARS,
    messages: { format: `${title}应为带时区的 ISO 8601 时间`, pattern: yearsText(title), ...messages },
  })

/** Paging and sorting of a list: `ascs` and `descs` name columns of a fixed list, anything else is refused. */
export const listFields = <const C extends readonly [string, ...string[]]>(sortable: C) => ({
  current: Type.Optional(Type.Integer({ title: '页码', minimum: 1, maximum: PAGING_REACH })),
  size: Type.Optional(Type.Integer({ title: '每页条数', minimum: 1, maximum: PAGE_SIZE_MAX })),
  ascs: Type.Optional(Type.Array(OneOf('排序', sortable), { maxItems: 2, uniqueItems: true })),
  descs: Type.Optional(Type.Array(OneOf('排序', sortable), { maxItems: 2, uniqueItems: true })),
})

export const Nothing = Type.Null()

export type TreeNode<T> = T & { children?: TreeNode<T>[] }

const treeSchemas: TSchema[] = []
/** Schemas that refer to themselves; the server makes them known by their `$id`. */
export const sharedSchemas: readonly TSchema[] = treeSchemas

/** A node of a tree: the given fields, and `children`, left out where there are none. */
export function TreeOf<P extends Record<string, TSchema>>(id: string, properties: P) {
  const fields = Type.Object(properties)
  const children = Type.Array(Type.Unsafe({ $ref: `${id}#` }))
  treeSchemas.push({ ...Type.Object({ ...properties, children: Type.Optional(children) }), $id: id } as TSchema)
  return Type.Unsafe<TreeNode<Static<typeof fields>>>({ $ref: `${id}#` })
}
