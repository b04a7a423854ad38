// Makes a column wider or narrower by dragging the edge of its heading.
import type { PointerEvent } from 'react'
import { COLUMN_MAX_PX, COLUMN_MIN_PX } from '../../../contract/system/list-settings.ts'
import { widthToDeclare } from '../table/table-size.ts'

type OnResize = (key: string, width: number, isDone: boolean) => void

const within = (width: number) => Math.min(COLUMN_MAX_PX, Math.max(COLUMN_MIN_PX, width))

export function useColumnDrag(
  columns: readonly { column: { key: string }; width: number }[],
  onResize: OnResize | undefined,
): { handleDown: (event: PointerEvent<HTMLElement>) => void } {
  const handleDown = (event: PointerEvent<HTMLElement>) => {
    const edge = event.currentTarget
    const heading = edge.closest<HTMLElement>('th')
    const table = edge.closest('table')
    const box = table?.parentElement
    const key = heading?.dataset.key
    const placed = columns.find(({ column }) => column.key === key)
    if (!heading || !table || !box || !key || !placed || !onResize) return
    event.preventDefault()
    edge.setPointerCapture(event.pointerId)
    const [startX, startWidth] = [event.clientX, heading.getBoundingClientRect().width]
    const around = {
      declared: placed.width,
      sum: [...table.querySelectorAll('col')].reduce((sum, col) => sum + Number.parseFloat(col.style.width), 0),
      box: box.clientWidth,
    }
    let width = placed.width
    const handleMove = ({ clientX }: globalThis.PointerEvent) => {
      width = within(widthToDeclare(startWidth + clientX - startX, around))
      onResize(key, width, false)
    }
    const handleEnd = () => {
      edge.removeEventListener('pointermove', handleMove)
      if (width !== placed.width) onResize(key, width, true)
    }
    edge.addEventListener('pointermove', handleMove)
    edge.addEventListener('lostpointercapture', handleEnd, { once: true })
  }
  return { handleDown }
}
