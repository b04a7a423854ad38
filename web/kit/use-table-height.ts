// Keeps a table as high as spec §2 wants it, whatever opens above it and however the window changes.
import { type RefObject, useLayoutEffect, useState } from 'react'
import { tableHeight } from './table-size.ts'

export function useTableHeight(table: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(() => tableHeight(window.innerHeight, 0))
  useLayoutEffect(() => {
    const element = table.current
    if (!element) return
    const measure = () => setHeight(tableHeight(window.innerHeight, element.getBoundingClientRect().top))
    measure()
    // What stands above may grow (the advanced search) without this component rendering again.
    const observer = new ResizeObserver(measure)
    for (let above = element.previousElementSibling; above; above = above.previousElementSibling)
      observer.observe(above)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [table])
  return height
}
