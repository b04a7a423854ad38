// A virtualised list of rows of the same height: only the visible rows are rendered.
import './windowed-rows.css'
import { type ComponentProps, type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { rowsInSight, topToShow } from './windowed-rows.rules.ts'

type WindowedRowsProps = Omit<ComponentProps<'div'>, 'children' | 'ref' | 'style' | 'onScroll'> & {
  count: number
  rowPx: number
  /** Greatest height; lower if there are fewer rows. */
  maxPx: number
  /** Keeps `maxPx` also with fewer rows. */
  isFixed?: boolean
  /** The row that is kept visible. */
  active: number
  children: (row: number) => ReactNode
}

export function WindowedRows({ count, rowPx, maxPx, isFixed, active, children, ...attributes }: WindowedRowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const heightPx = isFixed ? maxPx : Math.min(maxPx, count * rowPx)
  useLayoutEffect(() => {
    const { current } = box
    if (!current || active < 0) return
    current.scrollTop = topToShow(active, { rowPx, heightPx, top: current.scrollTop })
  }, [active, rowPx, heightPx])
  const { first, end } = rowsInSight({ count, rowPx, heightPx, top })
  return (
    <div
      {...attributes}
      ref={box}
      className={`windowed-rows ${attributes.className ?? ''}`}
      style={{ height: heightPx, '--picker-row': `${rowPx}px` } as CSSProperties}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <div role="presentation" style={{ height: count * rowPx, paddingTop: first * rowPx }}>
        {Array.from({ length: Math.max(0, end - first) }, (_row, index) => children(first + index))}
      </div>
    </div>
  )
}
