// The checkboxes of a list: one for each row, one for the page.
import { Checkbox } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import type { AnyRow } from '../table/columns.ts'
import { useRowUse } from '../table/row-use.ts'
import { type Selection, useIsSelected, useSelected } from '../table/use-selection.ts'
import { withChildren } from '../tree/row-tree.ts'

export function SelectRow<Row extends AnyRow>({ selection, row }: { selection: Selection<Row>; row: Row }) {
  const { rowName } = useRowUse<Row>()
  const isSelected = useIsSelected(selection, row.id)
  const box = useRef<HTMLInputElement>(null)
  // colours the row without re-rendering it, and without a CSS selector that looks into every row
  useLayoutEffect(() => {
    box.current?.closest('tr')?.toggleAttribute('data-selected', isSelected)
  }, [isSelected])
  return (
    // A native checkbox: a hundred of antd's take a second to tick on a slow machine.
    <input
      ref={box}
      type="checkbox"
      className="select-row"
      aria-label={`选择 ${rowName(row)}`}
      checked={isSelected}
      onChange={({ target }) => selection.select(withChildren(row), target.checked)}
    />
  )
}

export function SelectPage<Row extends AnyRow>(props: { selection: Selection<Row>; rows: readonly Row[] }) {
  const { selection } = props
  useSelected(selection)
  const rows = props.rows.flatMap(withChildren)
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
