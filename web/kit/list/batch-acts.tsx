// Actions on the selected rows, while there are some.
import { Button, Tooltip } from 'antd'
import type { Allowed } from '../can.tsx'
import { type Selection, useSelected } from '../table/use-selection.ts'
import { selectionText, tooManyOf } from './batch-acts.rules.ts'
import './list-page.css'

export type BatchAct<Row> = {
  label: string
  call: Allowed
  isDanger?: boolean
  /** Whether the act changes a row; it is run with those alone, and they alone count for its limit. Missing: every row. */
  changes?: (row: Row) => boolean
  /** Call `clear` when it is done: the rows have changed since they were selected. */
  run: (rows: readonly Row[], clear: () => void) => void
}

export type BatchActsProps<Row> = { acts: readonly BatchAct<Row>[]; selection: Selection<Row> }

/** A bar over the acts of the list: it has their place, so that selecting a row moves nothing. */
export function BatchActs<Row>({ acts, selection }: BatchActsProps<Row>) {
  const rows = useSelected(selection)
  if (acts.length === 0) return null
  // there without a selection too: it keeps the height of a toolbar that has no other acts
  if (rows.length === 0) return <div className="selection-bar" hidden />
  const shown = acts.map(({ changes, ...act }) => {
    const changed = changes ? rows.filter(changes) : rows
    return { ...act, changed, refused: tooManyOf(act.call, rows.length, changed.length) }
  })
  return (
    <div className="selection-bar">
      <span role="status">{selectionText(rows.length, shown)}</span>
      {shown.map(({ label, isDanger = false, run, changed, refused }) => (
        <Tooltip key={label} title={refused}>
          <Button danger={isDanger} disabled={refused !== ''} onClick={() => run(changed, selection.clear)}>
            {label}
          </Button>
        </Tooltip>
      ))}
      <Button type="link" size="small" onClick={selection.clear}>
        清空
      </Button>
    </div>
  )
}
