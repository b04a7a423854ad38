// Keeps a table as high as spec §2 wants it, whatever opens above it and however the window changes.
import { type RefObject, useLayoutEffect, useState } from 'react'
import { tableHeight } from './table-size.ts'

/** How far down the last table began: most begin there too, and are then laid out once, not twice. */
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
    // What stands above may grow (the advanced search) without this component rendering again.
    const observer = new ResizeObserver(measure)
    for (let above = element.previousElementSibling; above; above = above.previousElementSibling)
      observer.observe(above)
    // A page behind another one is not laid out for it: its box tells when it is in front again.
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
