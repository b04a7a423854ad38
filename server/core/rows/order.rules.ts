// Rows put in order by hand.

/** Between two neighbours, so that a row can be put there by another program too. */
export const SORT_STEP = 10

/**
 * The rows that were moved take, in their new order, the places that they held among all; the others stay where they are.
 * So somebody who sees some of the rows orders those, and a row that came meanwhile is not lost.
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
