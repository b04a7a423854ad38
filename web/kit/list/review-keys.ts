// Keys of a list of what waits for review: J and K move, the key of an act runs it on the marked rows, or on the one that has
// the focus.
import type { KeyboardEvent } from 'react'
import type { Selection } from './use-selection.ts'

type Act<Row> = { key: string; run: (rows: readonly Row[], clear: () => void) => void }
type Reviewed<Row> = {
  acts: readonly Act<Row>[]
  rows: readonly Row[] | undefined
  selection: Pick<Selection<Row>, 'rows' | 'clear'>
}

export const reviewKeys =
  <Row extends { id: string }>({ acts, rows = [], selection }: Reviewed<Row>) =>
  ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent<HTMLElement>) => {
    const row = target instanceof HTMLElement ? target.closest<HTMLElement>('tr[data-row-key]') : null
    if (!row || target !== row || ctrlKey || metaKey || altKey) return
    const step = { j: 1, k: -1 }[key.toLowerCase()]
    if (step) row.parentElement?.querySelector<HTMLElement>(`tr[data-at="${Number(row.dataset.at) + step}"]`)?.focus()
    const act = acts.find((each) => each.key === key.toLowerCase())
    const marked = selection.rows()
    if (act) act.run(marked.length > 0 ? marked : rows.filter(({ id }) => id === row.dataset.rowKey), selection.clear)
  }
