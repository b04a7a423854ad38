// The checkboxes of a list: one for each row, one for the page.
import { Checkbox } from 'antd'
import type { AnyRow } from './columns.ts'
import { useRowUse } from './row-use.ts'
import { type Selection, useIsSelected, useSelected } from './use-selection.ts'

export function SelectRow<Row extends AnyRow>({ selection, row }: { selection: Selection<Row>; row: Row }) {
  const { rowName } = useRowUse<Row>()
  return (
    // The browser's own: a hundred of antd's take a second to tick on a slow machine.
    <input
      type="checkbox"
      className="select-row"
      aria-label={`选择 ${rowName(row)}`}
      checked={useIsSelected(selection, row.id)}
      onChange={({ target }) => selection.select([row], target.checked)}
    />
  )
}

export function SelectPage<Row extends AnyRow>(props: { selection: Selection<Row>; rows: readonly Row[] }) {
  const { selection, rows } = props
  useSelected(selection)
  const count = rows.filter(({ id }) => selection.has(id)).length
  return (
    <Checkbox
      aria-label="选择本页全部"
      disabled={rows.length === 0}
      checked={count > 0 && count === rows.length}
      indeterminate={count > 0 && count < rows.length}
      onChange={({ target }) => selection.select(rows, target.checked)}
    />
  )
}
