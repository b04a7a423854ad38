// Keyboard shortcuts of a review list: J and K move the focus between rows, J elsewhere on the page returns to the
// reader's row (at first the first one), an act's key runs it. After an act the focus goes to the next row.
import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { useActive } from '#web/lib/active.ts'
import { dialogsInView } from '#web/lib/dialogs.ts'
import { isTyping } from '#web/lib/typing.ts'
import type { Selection } from '../table/use-selection.ts'
import { actedOn, afterRemoval, type Place, placeAt } from './review-place.rules.ts'

type Act<Row> = { key: string; run: (rows: readonly Row[], clear: () => void) => void }
type Reviewed<Row> = {
  acts: readonly Act<Row>[]
  rows: readonly Row[] | undefined
  selection: Pick<Selection<Row>, 'rows' | 'clear'>
}
type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** How often it is looked whether the act's dialog has closed, ms. */
const DIALOG_MS = 100

const isPlain = ({ ctrlKey, metaKey, altKey }: Key) => !ctrlKey && !metaKey && !altKey
const rowOf = (target: EventTarget | null) =>
  target instanceof HTMLElement ? target.closest<HTMLElement>('tr[data-row-key]') : null
const inFront = (rows: string) =>
  document.querySelector<HTMLElement>(`.page-slot:not([data-asleep]) .list-page tr${rows}`)
const focusOn = (id: string) => inFront(`[data-row-key="${CSS.escape(id)}"]`)?.focus()

/** Returns handlers for an element around the rows. */
export function useReviewKeys<Row extends { id: string }>({ acts, rows = [], selection }: Reviewed<Row>) {
  const isActive = useActive()
  const place = useRef<Place>(null)
  /** The row of the reader's last act: when it leaves the list, the focus goes on. */
  const acted = useRef<string>(null)
  const skipped = useRef(new Set<string>())

  const handleDocumentKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { key, target } = event
    const isElsewhere = !rowOf(target) && !isTyping(target) && dialogsInView().length === 0
    if (key.toLowerCase() !== 'j' || !isPlain(event) || !isElsewhere) return
    const known = rows.some(({ id }) => id === place.current?.id)
    if (known && place.current) focusOn(place.current.id)
    else inFront('[data-at="0"]')?.focus()
  })
  useEffect(() => {
    if (!isActive) return
    document.addEventListener('keydown', handleDocumentKey)
    return () => document.removeEventListener('keydown', handleDocumentKey)
  }, [isActive])

  const ids = JSON.stringify(rows.map(({ id }) => id))
  useEffect(() => {
    const left = place.current
    const next = left && afterRemoval(left, JSON.parse(ids) as string[])
    if (!left || !next || next.id === left.id) return
    place.current = next
    // A colleague may have reviewed the row: then the focus stays away, so that no key acts on a row not yet seen.
    if (acted.current !== left.id) return
    acted.current = null
    const goOn = () => {
      if (dialogsInView().length > 0) return
      clearInterval(timer)
      if (!isTyping(document.activeElement)) focusOn(next.id)
    }
    const timer = setInterval(goOn, DIALOG_MS)
    goOn()
    return () => clearInterval(timer)
  }, [ids])

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const id = rowOf(target)?.dataset.rowKey
    if (id !== undefined) place.current = placeAt(id, rows)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = rowOf(event.target)
    const isInRow = event.target === row || (event.target instanceof HTMLInputElement && !isTyping(event.target))
    if (!row || !isInRow || !isPlain(event)) return
    const key = event.key.toLowerCase()
    const step = { j: 1, k: -1 }[key]
    if (step && row.dataset.rowKey) skipped.current.add(row.dataset.rowKey)
    if (step) row.parentElement?.querySelector<HTMLElement>(`tr[data-at="${Number(row.dataset.at) + step}"]`)?.focus()
    const act = acts.find((each) => each.key === key)
    const id = row.dataset.rowKey
    if (!act || id === undefined) return
    acted.current = id
    skipped.current.delete(id)
    act.run(actedOn(id, rows, selection.rows()), selection.clear)
  }

  return {
    onFocus,
    onKeyDown,
    /** Ids of rows that the reader has left by J or K without an act. */
    skipped: (): ReadonlySet<string> => skipped.current,
  }
}
