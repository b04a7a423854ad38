// The cell that opens a row's details: looks like a link, is a button, ends in an ellipsis; the table's tooltip shows it in
// full, as a component for each of a hundred rows is felt when they scroll.
import type { AnyRow } from './columns.ts'
import { useRowUse } from './row-use.ts'
import '../table/data-table.css'

export function NameCell<Row extends AnyRow>({ row, children }: { row: Row; children: string }) {
  const { onOpen } = useRowUse<Row>()
  if (!onOpen) return children
  return (
    <button type="button" className="text-link name-cell" onClick={() => onOpen(row)}>
      {children}
    </button>
  )
}
