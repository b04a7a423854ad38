// Keyboard navigation of a table: the arrow keys move between rows, Enter opens a row, Space selects it. The row itself
// has the focus, so that a screen reader reads it.
import type { KeyboardEvent, RefObject } from 'react'
import { topToShow } from './windowed-rows.rules.ts'

type Cursor = {
  box: RefObject<HTMLElement | null>
  rowPx: number
  open: ((id: string) => void) | undefined
  /** Toggles the row's selection. */
  select: ((id: string) => void) | undefined
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
/** Elements in which these keys mean something else. */
const OWN_KEYS =
  'input:not([type="checkbox"]), textarea, select, [role="combobox"], [role="menu"], thead, [contenteditable]'

export function useRowCursor({ box, rowPx, open, select }: Cursor): (event: KeyboardEvent<HTMLElement>) => void {
  const rowAt = (at: number) => box.current?.querySelector<HTMLElement>(`tr[data-at="${at}"]`)

  /** Scrolls to the row first, as long tables render only the visible rows. */
  const focusRow = (at: number, last: number) => {
    const element = box.current
    if (!element || at < 0 || at > last) return
    // the sticky head and foot cover rows
    const fixed = [...element.querySelectorAll<HTMLElement>('thead, tfoot')]
    const heightPx = fixed.reduce((left, { offsetHeight }) => left - offsetHeight, element.clientHeight)
    element.scrollTop = topToShow(at, { rowPx, heightPx, top: element.scrollTop })
    const row = rowAt(at)
    if (row) row.focus({ preventScroll: true })
    else requestAnimationFrame(() => rowAt(at)?.focus({ preventScroll: true }))
  }

  return (event) => {
    const { key, target } = event
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
    if (target.closest(OWN_KEYS)) return
    const row = target.closest<HTMLElement>('tr[data-at]')
    const step = STEPS[key]
    if (step !== undefined) {
      event.preventDefault()
      const last = Number(box.current?.querySelector('tbody')?.dataset.rows ?? 0) - 1
      // from the box itself to the first visible row
      const top = Math.ceil((box.current?.scrollTop ?? 0) / rowPx)
      return focusRow(row ? Number(row.dataset.at) + step : top, last)
    }
    const id = row?.dataset.rowKey
    if (id === undefined || target !== row) return
    if (key === 'Enter' && open) {
      event.preventDefault()
      open(id)
    }
    if (key === ' ' && select) {
      event.preventDefault()
      select(id)
    }
  }
}
