// The height of a table by spec §2, measured again when the window or the elements above it change.
import { type RefObject, useLayoutEffect, useState } from 'react'
import { tableHeight } from './table-size.ts'

/** The top of the last table, as a first guess: most begin there too, and are then laid out once, not twice. */
let usualTop = 0

export function useTableHeight(table: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(() => tableHeight(window.innerHeight, usualTop))
  useLayoutEffect(() => {
    const element = table.current
    if (!element) return
    const measure = () => {
      usualTop = element.getBoundingClientRect().top
      setHeight(tableHeight(window.innerHeight, usualTop))
    }
    measure()
    // Elements above may grow (the advanced search) without a render of this component.
    const observer = new ResizeObserver(measure)
    for (let above = element.previousElementSibling; above; above = above.previousElementSibling)
      observer.observe(above)
    // A hidden page cannot be measured: its box is resized when it is shown again.
    const page = element.closest('.page-box')
    if (page) observer.observe(page)
    const handleResize = () => element.checkVisibility() && measure()
    window.addEventListener('resize', handleResize)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', handleResize)
    }
  }, [table])
  return height
}
