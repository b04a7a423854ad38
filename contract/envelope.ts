// The shape of every reply, and of every list.
import { type Static, type TProperties, type TSchema, Type } from 'typebox'

/** `code` 200 ⇔ `success`; ids are strings, money decimal strings, moments ISO 8601 with offset. */
export type Envelope<T> = { code: number; success: boolean; data: T; msg: string }

export const EnvelopeOf = <D extends TSchema>(data: D) =>
  Type.Object({ code: Type.Integer(), success: Type.Boolean(), data, msg: Type.String() })

/** A page of a list. Above 10,000 rows `total` may be the planner's estimate, marked by `estimated`. */
export const Paged = <R extends TSchema>(row: R) =>
  Type.Object({
    records: Type.Array(row),
    total: Type.Integer(),
    current: Type.Integer(),
    size: Type.Integer(),
    pages: Type.Integer(),
    estimated: Type.Optional(Type.Boolean()),
  })

/** A page with the sums of all rows that the query finds; they are left out where `total` is an estimate. */
export const PagedWithSums = <R extends TSchema, S extends TProperties>(row: R, sums: S) =>
  Type.Object({ ...Paged(row).properties, sums: Type.Optional(Type.Object(sums)) })

export type Page<Row, Sum extends string = string> = {
  records: Row[]
  total: number
  current: number
  size: number
  pages: number
  estimated?: boolean
  /** Decimal texts, by the field that they add up. */
  sums?: Record<Sum, string>
}

/** The field errors of a 400: which field, and why in Chinese. */
export const FieldErrors = Type.Object({
  fields: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
})
export type FieldErrors = Static<typeof FieldErrors>

export function isFieldErrors(data: unknown): data is FieldErrors {
  return typeof data === 'object' && data !== null && 'fields' in data && Array.isArray(data.fields)
}

/**
 * What an act would change, before it does (600): a sentence, and whom or what it concerns in groups.
 * `names` are the first of `count`. A call whose preview is richer adds fields of its own. `isBlocked`: nothing of it can be
 * done, and to confirm it is refused.
 */
export type Preview = {
  text: string
  groups: readonly { title: string; count: number; names: readonly string[] }[]
  isBlocked?: boolean
}

/** The data of a 600. The call made again with `confirmToken` in its header does what the preview says. */
export type Confirmation<P = Preview> = { preview: P; confirmToken: string }

/** The outcome of one row of many (602). `msg`: why it was refused; may be empty otherwise. `fields`: where a 400 names some. */
export type RowOutcome = { id: string; name: string; ok: boolean; msg: string; fields?: FieldErrors['fields'] }

/** Data of 603: the rows that cannot be deleted, each with its uses. */
export type RowInUse = { id: string; name: string; by: { kind: string; count: number }[] }
