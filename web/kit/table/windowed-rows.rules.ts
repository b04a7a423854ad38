// Which rows of a list are visible, if all have the same height.

/** Rows rendered beyond each edge, so that fast scrolling shows no gap. */
const SPARE = 6

/** `spare`: fewer of them, where rows are dear. */
export type Sight = { count: number; rowPx: number; heightPx: number; top: number; spare?: number }

/** The rows to render: from `first` to `end`, exclusive. */
export function rowsInSight({ count, rowPx, heightPx, top, spare = SPARE }: Sight): { first: number; end: number } {
  const bottom = Math.max(0, count * rowPx - heightPx)
  const from = Math.min(Math.max(0, top), bottom)
  return {
    first: Math.max(0, Math.floor(from / rowPx) - spare),
    end: Math.min(count, Math.ceil((from + heightPx) / rowPx) + spare),
  }
}

/** Where to scroll so that a row is visible, moving as little as possible. */
export function topToShow(row: number, { rowPx, heightPx, top }: Omit<Sight, 'count' | 'spare'>): number {
  const start = row * rowPx
  if (start < top) return start
  return Math.max(top, start + rowPx - heightPx)
}
