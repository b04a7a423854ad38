// Reorders tabs by mouse or pen: the tab swaps with its neighbours under the pointer, Escape cancels. Touch scrolls the
// strip instead; keyboard and menu also move tabs (tab-strip.tsx).
import { type PointerEvent as ReactPointerEvent, type RefObject, useCallback, useState } from 'react'
import { move } from './tabs.rules.ts'
import { changeTabs, useTabs } from './tabs.ts'

/** Drag threshold: smaller movements are a click, px. */
const SLACK_PX = 6
const LEFT = 0

/** Number of other tabs whose middle is left of the pointer; middles keep wide tabs from jumping back and forth. */
function placeAt(strip: HTMLElement, key: string, x: number): number {
  const others = [...strip.querySelectorAll<HTMLElement>('[data-key]')].filter((item) => item.dataset.key !== key)
  return others.filter((item) => {
    const { left, width } = item.getBoundingClientRect()
    return left + width / 2 < x
  }).length
}

/** Suppresses the click event that ends a drag. */
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
      let isCancelled = false
      const moveTo = (at: number) => changeTabs((state) => move(state, key, at))
      const follow = ({ clientX }: PointerEvent) => {
        if (isCancelled || (!isDragging && Math.abs(clientX - down.clientX) < SLACK_PX)) return
        isDragging = true
        setDragged(key)
        if (strip.current) moveTo(placeAt(strip.current, key, clientX))
      }
      const stop = () => {
        window.removeEventListener('pointermove', follow)
        window.removeEventListener('pointerup', stop)
        window.removeEventListener('pointercancel', stop)
        window.removeEventListener('keydown', cancelDrag, { capture: true })
        if (isDragging) swallowClick()
        setDragged(undefined)
      }
      const cancelDrag = (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !isDragging) return
        event.stopPropagation()
        isCancelled = true
        moveTo(from)
        setDragged(undefined)
      }
      window.addEventListener('pointermove', follow)
      window.addEventListener('pointerup', stop)
      window.addEventListener('pointercancel', stop)
      window.addEventListener('keydown', cancelDrag, { capture: true })
    },
    [strip],
  )
  return { dragged, start }
}
