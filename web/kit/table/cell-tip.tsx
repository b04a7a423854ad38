// The full text of a cell that ends in an ellipsis, when pointed at (spec §2): one tooltip for the whole table.
import { Tooltip } from 'antd'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { useActive } from '../../lib/active.ts'

type Place = { left: number; top: number; width: number; height: number }
type Tip = { cell: HTMLElement; text: string; place: Place }

/** What ends in the ellipsis where it is not the cell itself. */
const CUT = '.name-cell, .row-tree > :last-child'

function tipOf(cell: HTMLElement | null): Tip | undefined {
  const text = cell?.textContent?.trim()
  if (!cell || !text) return undefined
  if (![cell, ...cell.querySelectorAll(CUT)].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)) {
    return undefined
  }
  const box = cell.closest('.table-box')
  const from = box?.getBoundingClientRect()
  const { left, top, width, height } = cell.getBoundingClientRect()
  if (!box || !from) return undefined
  const place = { left: left - from.left + box.scrollLeft, top: top - from.top + box.scrollTop, width, height }
  return { cell, text, place }
}

/** `over` and `away` are handlers of the table's box, `shown` stands in it. */
export function useCellTip(): { over: (event: MouseEvent) => void; away: () => void; shown: ReactNode } {
  const [tip, setTip] = useState<Tip>()
  const isActive = useActive()
  const over = ({ target }: MouseEvent) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('td:not([data-actions])') : null
    if (cell !== (tip?.cell ?? null)) setTip(tipOf(cell))
  }
  const shown = tip && isActive && (
    <Tooltip key={`${tip.place.left} ${tip.place.top}`} open title={tip.text}>
      <span className="cell-tip" style={tip.place} />
    </Tooltip>
  )
  return { over, away: () => setTip(undefined), shown }
}
