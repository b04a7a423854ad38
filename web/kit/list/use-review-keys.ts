// Keyboard shortcuts of a review list: J and K move the focus between rows, J elsewhere on the page focuses the first
// row, an act's key runs it on the selected rows, or else on the focused one.
import { type KeyboardEvent, useEffect, useEffectEvent } from 'react'
import { useActive } from '../../lib/active.ts'
import { isTyping } from '../../lib/typing.ts'
import type { Selection } from './use-selection.ts'

type Act<Row> = { key: string; run: (rows: readonly Row[], clear: () => void) => void }
type Reviewed<Row> = {
  acts: readonly Act<Row>[]
  rows: readonly Row[] | undefined
  selection: Pick<Selection<Row>, 'rows' | 'clear'>
}
type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

const isPlain = ({ ctrlKey, metaKey, altKey }: Key) => !ctrlKey && !metaKey && !altKey
const rowOf = (target: EventTarget | null) =>
  target instanceof HTMLElement ? target.closest('tr[data-row-key]') : null

/** Returns the `onKeyDown` handler for an element around the rows. */
export function useReviewKeys<Row extends { id: string }>({ acts, rows = [], selection }: Reviewed<Row>) {
  const isActive = useActive()
  const focusFirst = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { key, target } = event
    const first = document.querySelector<HTMLElement>('.page-slot:not([data-asleep]) .list-page tr[data-at="0"]')
    const hasDialog = [...document.querySelectorAll('[role="dialog"]')].some((each) => each.checkVisibility())
    const isElsewhere = !rowOf(target) && !isTyping(target) && !hasDialog
    if (key.toLowerCase() === 'j' && isPlain(event) && isElsewhere) first?.focus()
  })
  useEffect(() => {
    if (!isActive) return
    document.addEventListener('keydown', focusFirst)
    return () => document.removeEventListener('keydown', focusFirst)
  }, [isActive])

  return (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event
    const row = rowOf(target) as HTMLElement | null
    if (!row || target !== row || !isPlain(event)) return
    const key = event.key.toLowerCase()
    const step = { j: 1, k: -1 }[key]
    if (step) row.parentElement?.querySelector<HTMLElement>(`tr[data-at="${Number(row.dataset.at) + step}"]`)?.focus()
    const act = acts.find((each) => each.key === key)
    const marked = selection.rows()
    if (act) act.run(marked.length > 0 ? marked : rows.filter(({ id }) => id === row.dataset.rowKey), selection.clear)
  }
}
