// Drags a row of a tree by its handle: tracks the row under the pointer, and which part of it.
import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { SELECT_ROW_PX } from '#contract/limits.ts'
import { type Where, whereOn } from './tree-sort.rules.ts'

/** A drag starts only after this distance, px, so that a tap on the handle moves nothing. */
const PRESS_PX = 4
/** Within `EDGE_PX` of an edge the rows scroll by `SCROLL_PX` at each move. */
const EDGE_PX = 24
const SCROLL_PX = 12

export type Hover = { key: string; where: Where }
type Drag = { key: string; fromY: number; isMoving: boolean; over: Hover | null }

/** `onDrop` gets the dragged row and the drop target. */
export function useTreeDrag(box: RefObject<HTMLElement | null>, onDrop: (key: string, over: Hover) => void) {
  const [drag, setDrag] = useState<Drag>()

  const hoverAt = (y: number): Hover | null => {
    const rows = box.current?.querySelectorAll<HTMLElement>('[data-key]') ?? []
    for (const row of rows) {
      const { top } = row.getBoundingClientRect()
      if (y >= top && y < top + SELECT_ROW_PX) {
        return { key: row.dataset.key ?? '', where: whereOn((y - top) / SELECT_ROW_PX) }
      }
    }
    return null
  }
  const scrollAt = (y: number) => {
    const list = box.current?.querySelector<HTMLElement>('[role="tree"]')
    if (!list) return
    const { top, bottom } = list.getBoundingClientRect()
    if (y < top + EDGE_PX) list.scrollTop -= SCROLL_PX
    if (y > bottom - EDGE_PX) list.scrollTop += SCROLL_PX
  }
  const isMoved = (clientY: number) => drag?.isMoving || Math.abs(clientY - (drag?.fromY ?? clientY)) >= PRESS_PX
  const handleMove = useEffectEvent(({ clientY }: PointerEvent) => {
    if (!drag || !isMoved(clientY)) return
    scrollAt(clientY)
    setDrag({ ...drag, isMoving: true, over: hoverAt(clientY) })
  })
  const handleUp = useEffectEvent(({ clientY }: PointerEvent) => {
    setDrag(undefined)
    // the target at pointer-up: the state of the last move may not have been rendered yet
    const over = isMoved(clientY) ? hoverAt(clientY) : null
    if (drag && over) onDrop(drag.key, over)
  })
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    setDrag(undefined)
  })

  const isDragging = drag !== undefined
  useEffect(() => {
    if (!isDragging) return
    const controller = new AbortController()
    const options = { signal: controller.signal, capture: true }
    window.addEventListener('pointermove', (event) => handleMove(event), options)
    window.addEventListener('pointerup', (event) => handleUp(event), options)
    window.addEventListener('pointercancel', () => setDrag(undefined), options)
    window.addEventListener('keydown', (event) => handleKey(event), options)
    return () => controller.abort()
  }, [isDragging])

  return {
    dragged: drag?.isMoving ? drag.key : undefined,
    over: drag?.isMoving ? drag.over : null,
    begin: (event: ReactPointerEvent, key: string) => {
      if (event.button !== 0) return
      event.preventDefault()
      setDrag({ key, fromY: event.clientY, isMoving: false, over: null })
    },
  }
}
