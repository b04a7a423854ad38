// Rows of the day's grid that somebody else has changed under what is typed here: both values, and the choice.
import { Alert, Button } from 'antd'
import { type EntryRow, isOpen, othersOf, ownOf, withOwn, withTheirs } from './batch-add.rules.ts'
import '../prices.css'

type Choose = (row: EntryRow) => EntryRow
type ContestedRowsProps = {
  rows: readonly EntryRow[]
  /** Replaces these rows by what was chosen. */
  onChoose: (rows: readonly EntryRow[], choose: Choose) => void
}

/** Own input can be kept where the entry may still be changed, or is gone. */
const canKeep = (row: EntryRow) => isOpen(row)

export function ContestedRows({ rows, onChoose }: ContestedRowsProps) {
  if (rows.length === 0) return null
  const kept = rows.filter(canKeep)
  return (
    <Alert
      className="price-conflict"
      type="warning"
      showIcon
      title={`${rows.length} 项与他人的修改冲突，未保存`}
      action={
        rows.length > 1 && (
          <span className="price-choice">
            <Button size="small" onClick={() => onChoose(rows, withTheirs)}>
              全部用对方的
            </Button>
            <Button size="small" disabled={kept.length === 0} onClick={() => onChoose(kept, withOwn)}>
              全部保留我的
            </Button>
          </span>
        )
      }
      description={
        <ul className="price-contested" aria-label="与他人的修改冲突">
          {rows.map((row) => (
            <li key={row.quoteItemId}>
              <strong>{row.itemName}</strong>
              <span>{othersOf(row)}</span>
              <span>我填的 {ownOf(row)}</span>
              <span className="price-choice">
                <Button
                  size="small"
                  aria-label={`${row.itemName} 用对方的`}
                  onClick={() => onChoose([row], withTheirs)}
                >
                  用对方的
                </Button>
                <Button
                  size="small"
                  aria-label={`${row.itemName} 保留我的`}
                  disabled={!canKeep(row)}
                  onClick={() => onChoose([row], withOwn)}
                >
                  保留我的
                </Button>
              </span>
            </li>
          ))}
        </ul>
      }
    />
  )
}
