// Actions on the selected rows, while there are some.
import { Button, Tooltip } from 'antd'
import type { Allowed } from '../can.tsx'
import { type Selection, useSelected } from '../table/use-selection.ts'
import { tooManyOf } from './batch-acts.rules.ts'
import './list-page.css'

export type BatchAct<Row> = {
  label: string
  call: Allowed
  isDanger?: boolean
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
  const refused = acts.map(({ call }) => tooManyOf(call, rows.length))
  return (
    <div className="selection-bar">
      <span role="status">{refused.find(Boolean) ?? `已选 ${rows.length} 项`}</span>
      {acts.map(({ label, isDanger = false, run }, place) => (
        <Tooltip key={label} title={refused[place]}>
          <Button danger={isDanger} disabled={refused[place] !== ''} onClick={() => run(rows, selection.clear)}>
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
