// Spreadsheets out, the same for every list: one call over the list's own query.
import { type TObject, type TSchema, Type } from 'typebox'
import type { Access } from './access.ts'
import { type DataOf, type Endpoint, writeCall } from './endpoint.ts'
import { Fields, OneOf, Required } from './fields.ts'
import { describeField, rowsOf } from './kinds.ts'

/** Most rows of an export. */
export const EXPORT_ROWS = 1_000_000

const sheetFormats = ['xlsx', 'csv'] as const

/**
 * A column that can be exported, by the name that its field has in the list's rows; its width in characters. A moment
 * is written to the minute.
 */
export type ExportColumn<Key extends string = string> = {
  key: Key
  header: string
  width: number
  as?: 'number' | 'day' | 'moment'
  /** What its values are called in the file. */
  labels?: Readonly<Record<string, string>>
  /** One column by another, times `times`, to two decimals: a formula in a workbook, so that it follows what is changed there. */
  ratio?: { of: string; by: string; times?: number }
}

/** Widths of exported columns by kind, characters. */
const SHEET_WIDTHS = { text: 24, number: 12, decimal: 14, day: 12, moment: 18, choice: 12, switch: 8 } as const
/** A text is as wide as it may be long, within these, characters. */
const [TEXT_LEAST, TEXT_MOST] = [12, 30]

const sheetKinds = { number: 'number', decimal: 'number', day: 'day', moment: 'moment' } as const

type RowOf<E extends Endpoint> = DataOf<E> extends { records: (infer Row)[] } | (infer Row)[] ? Row : never
/** A field of a row by its name, or a column that says what no field does. */
type SheetColumn<Key extends string> = Key | ExportColumn
type KeyOf<C> = C extends { key: infer Key extends string } ? Key : C

function columnOf(rows: TSchema | undefined, key: string): ExportColumn {
  const { title, kind, maxLength = SHEET_WIDTHS.text, labels } = describeField(rows, key)
  const as = sheetKinds[kind as keyof typeof sheetKinds]
  return {
    key,
    header: title,
    width: kind === 'text' ? Math.min(Math.max(maxLength, TEXT_LEAST), TEXT_MOST) : SHEET_WIDTHS[kind],
    ...(as && { as }),
    ...(labels && { labels }),
  }
}

/** The columns of an export, in this order: fields of the list's rows by their schemas, and what is no field of them. */
export function sheetOf<E extends Endpoint, const C extends readonly SheetColumn<keyof RowOf<E> & string>[]>(
  list: E,
  columns: C,
): ExportColumn<KeyOf<C[number]> & string>[] {
  const rows = rowsOf(list)
  return columns.map((column) => (typeof column === 'string' ? columnOf(rows, column) : column)) as ExportColumn<
    KeyOf<C[number]> & string
  >[]
}

/**
 * The export of a list: what it finds with the same query, in the same order, within the same scope, by a job. `query`
 * is the list's own: filters and sort are taken from it, its page is not.
 */
export function exportCall<const A extends Access, Q extends TObject, const C extends readonly ExportColumn[]>(
  noun: string,
  path: `/${string}`,
  access: A,
  { query, columns }: { query: Q; columns: C },
) {
  return {
    ...writeCall(`导出${noun}`, path, access, {
      body: Fields({
        query,
        columns: Type.Array(
          OneOf(
            '列',
            columns.map(({ key }) => key),
          ),
          {
            title: '列',
            minItems: 1,
            maxItems: 100,
            uniqueItems: true,
          },
        ),
        format: OneOf('格式', sheetFormats),
        reason: Required('导出原因', 200),
      }),
      data: Type.Object({ jobId: Type.String() }),
    }),
    noun,
    columns,
  }
}

export type ExportCall = ReturnType<typeof exportCall>
/** The names of its columns. */
export type ExportKey<E extends ExportCall> = E['columns'][number]['key']
