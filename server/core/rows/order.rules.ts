// Manual order of rows.

/** Gap between neighbours, so that another program can insert a row. */
export const SORT_STEP = 10

/** Places for new rows, each behind the last one of its group. @param last the last places that are taken, by group */
export function placing(last: Iterable<readonly [string, number]>): (group: string) => number {
  const places = new Map<string, number>()
  for (const [group, sort] of last) places.set(group, Math.max(sort, places.get(group) ?? 0))
  return (group) => {
    const next = (places.get(group) ?? 0) + SORT_STEP
    places.set(group, next)
    return next
  }
}

/**
 * The rows that were moved take, in their new order, the places that they held among all; the others stay where they are.
 * So a person who sees only some rows can order those, and a row added meanwhile is not lost.
 * @returns all in their order, or undefined where one of the moved rows is not among them
 */
export function reorder(all: readonly string[], moved: readonly string[]): string[] | undefined {
  const wanted = [...new Set(moved)]
  const places = all.flatMap((id, place) => (wanted.includes(id) ? [place] : []))
  if (places.length !== wanted.length) return undefined
  const ordered = [...all]
  for (const [at, place] of places.entries()) ordered[place] = wanted[at] ?? ''
  return ordered
}
