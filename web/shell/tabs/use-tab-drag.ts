// Dragging a tab along the strip: it changes places with its neighbours under the pointer, Escape puts it back. Fingers
// scroll the strip instead; keyboard and menu move tabs as well (tab-strip.tsx).
import { type PointerEvent as ReactPointerEvent, type RefObject, useCallback, useState } from 'react'
import { move } from './tabs.rules.ts'
import { changeTabs, useTabs } from './tabs.ts'

/** A press that moves less than this is a click, px. */
const SLACK_PX = 6
const LEFT = 0

/** How many of the other tabs lie left of the pointer, by their middles: a wide one does not jump back and forth. */
function placeAt(strip: HTMLElement, key: string, x: number): number {
  const others = [...strip.querySelectorAll<HTMLElement>('[data-key]')].filter((item) => item.dataset.key !== key)
  return others.filter((item) => {
    const { left, width } = item.getBoundingClientRect()
    return left + width / 2 < x
  }).length
}

/** The click that ends a drag opens nothing. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
}

export function useTabDrag(strip: RefObject<HTMLElement | null>) {
  const [dragged, setDragged] = useState<string>()

  const start = useCallback(
    (down: ReactPointerEvent, key: string) => {
      if (down.button !== LEFT || down.pointerType === 'touch' || down.ctrlKey || down.metaKey) return
      const from = useTabs.getState().tabs.findIndex((tab) => tab.key === key)
      let isDragging = false
      let isGivenUp = false
      const moveTo = (at: number) => changeTabs((state) => move(state, key, at))
      const follow = ({ clientX }: PointerEvent) => {
        if (isGivenUp || (!isDragging && Math.abs(clientX - down.clientX) < SLACK_PX)) return
        isDragging = true
        setDragged(key)
        if (strip.current) moveTo(placeAt(strip.current, key, clientX))
      }
      const stop = () => {
        window.removeEventListener('pointermove', follow)
        window.removeEventListener('pointerup', stop)
        window.removeEventListener('pointercancel', stop)
        window.removeEventListener('keydown', giveUp, { capture: true })
        if (isDragging) swallowClick()
        setDragged(undefined)
      }
      const giveUp = (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !isDragging) return
        event.stopPropagation()
        isGivenUp = true
        moveTo(from)
        setDragged(undefined)
      }
      window.addEventListener('pointermove', follow)
      window.addEventListener('pointerup', stop)
      window.addEventListener('pointercancel', stop)
      window.addEventListener('keydown', giveUp, { capture: true })
    },
    [strip],
  )
  return { dragged, start }
}
