// The columns of a list from the schema of its rows: headings, and how each kind of field is shown.
import type { ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { describeField, type Kind, rowsOf } from '#contract/kinds.ts'
import { isEmpty, shown, type Tones } from '../shown.tsx'
import type { Column, Figure } from '../table/columns.ts'
import type { RowOf } from './list-endpoint.ts'

/** What only the eye decides about a column; everything of `Column` that the schema does not say. */
type Look<Row> = Pick<Column<Row>, 'width' | 'narrowPx' | 'tip' | 'group' | 'align'> & {
  /** A heading that differs from the field's title on purpose, or of a field that is several things and has none. */
  label?: string
  /** Sums the column in the footer, shown like the rows, or as it says. */
  sum?: true | ((sum: string) => string)
  /** A choice as a status: the tone of each. */
  tones?: Tones
} & (
    | {
        opens?: true
        /** What stands for nothing, where that is not shown as nothing. */
        empty?: string
        render?: never
      }
    | { opens?: never; empty?: never; render: (row: Row) => ReactNode }
  )

type Format = (value: unknown) => ReactNode
type Looks<Row> = { [K in keyof Row & string]?: Look<Row> }

const WIDTHS: Partial<Record<Kind, number>> = { day: 110, moment: 150 }

const withEmpty =
  (format: Format | null, empty: string): Format =>
  (value) =>
    isEmpty(value) ? empty : format ? format(value) : (value as ReactNode)

const isNumeric = (kind: Kind) => kind === 'number' || kind === 'decimal'

/** Fields of the list's rows, in the order in which they are shown. */
export function columnsOf<E extends Endpoint>(endpoint: E, looks: Looks<RowOf<E>>): readonly Column<RowOf<E>>[] {
  type Row = RowOf<E>
  const rows = rowsOf(endpoint)
  return Object.entries(looks as Record<string, Look<Row>>).map(([key, look]) => {
    const { label, sum, tones, empty, render, ...rest } = look
    const field = describeField(rows, key, label)
    const read = (row: Row) => row[key as keyof Row]
    const format = shown(field, tones)
    const show = empty === undefined ? format : withEmpty(format, empty)
    const summary = sum && { of: (row: Row) => read(row) as Figure, ...(sum !== true && { show: sum }) }
    return {
      key,
      label: field.title,
      ...(WIDTHS[field.kind] && { width: WIDTHS[field.kind] }),
      ...(isNumeric(field.kind) && { align: 'right' }),
      ...(summary && { summary }),
      ...(render ? { render } : show && { render: (row: Row) => show(read(row)) }),
      ...rest,
    } as Column<Row>
  })
}
