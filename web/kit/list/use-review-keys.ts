// Keys of a list of what waits for review: J and K move, J from anywhere else in the page begins, the key of an act runs it on the
// marked rows, or on the one that has the focus.
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

/** Handles the keys of the rows, for `onKeyDown` of what they stand in. */
export function useReviewKeys<Row extends { id: string }>({ acts, rows = [], selection }: Reviewed<Row>) {
  const isActive = useActive()
  const begin = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { key, target } = event
    const first = document.querySelector<HTMLElement>('.page-slot:not([data-asleep]) .list-page tr[data-at="0"]')
    const isBehind = [...document.querySelectorAll('[role="dialog"]')].some((each) => each.checkVisibility())
    const isElsewhere = !rowOf(target) && !isTyping(target) && !isBehind
    if (key.toLowerCase() === 'j' && isPlain(event) && isElsewhere) first?.focus()
  })
  useEffect(() => {
    if (!isActive) return
    document.addEventListener('keydown', begin)
    return () => document.removeEventListener('keydown', begin)
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
