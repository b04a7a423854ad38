// The sticky footer row of sums. A component of its own, so that a changed selection does not re-render the table.
import { memo } from 'react'
import type { Page } from '#contract/envelope.ts'
import { type AnyRow, type PlacedColumn, pinOf, pinStyle } from './columns.ts'
import { summaryOf } from './table-summary.rules.ts'
import { createSelection, type Selection, useSelected } from './use-selection.ts'
import './data-table.css'

type TableSummaryProps<Row extends AnyRow> = {
  page: Page<Row> | undefined
  columns: readonly PlacedColumn<Row>[]
  selection: Selection<Row> | undefined
  hasActions: boolean
}

const START = { insetInlineStart: 0 }
/** For a list whose rows cannot be selected. */
const nothing = createSelection<never>()

function Summary<Row extends AnyRow>(props: TableSummaryProps<Row>) {
  const { page, columns, selection, hasActions } = props
  const selected = useSelected<Row>(selection ?? nothing)
  const summary = summaryOf(
    columns.map(({ column }) => column),
    page,
    selected,
  )
  if (!page || !summary) return null
  return (
    <tfoot>
      <tr aria-rowindex={page.records.length + 2}>
        {selection && <td data-select data-pinned={columns[0]?.isPinned ? 'yes' : undefined} style={START} />}
        {columns.map(({ column: { key, align }, isPinned }, at) => {
          const Cell = at === 0 ? 'th' : 'td'
          const text = summary.texts.get(key)
          return (
            <Cell
              key={key}
              scope={at === 0 ? 'row' : undefined}
              data-align={at === 0 && text === undefined ? undefined : align}
              data-pinned={pinOf(columns, at)}
              style={pinStyle(isPinned, at)}
            >
              {at === 0 ? [summary.label, text].filter(Boolean).join(' ') : text}
            </Cell>
          )
        })}
        {hasActions && <td data-actions data-pinned="yes" />}
      </tr>
    </tfoot>
  )
}

export const TableSummary = memo(Summary) as typeof Summary
