// The cell that opens a row's details: looks like a link, is a button, ends in an ellipsis.
import type { AnyRow } from './columns.ts'
import { OverflowText } from './overflow-text.tsx'
import { useRowUse } from './row-use.ts'
import './data-table.css'

export function NameCell<Row extends AnyRow>({ row, children }: { row: Row; children: string }) {
  const { onOpen } = useRowUse<Row>()
  if (!onOpen) return <OverflowText>{children}</OverflowText>
  return (
    <button type="button" className="text-link" onClick={() => onOpen(row)}>
      <OverflowText>{children}</OverflowText>
    </button>
  )
}
