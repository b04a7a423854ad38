// What fits on the wall screen, in turn.

/**
 * Rows that fit on the screen, in two columns: a line takes 5.3 % of its height, what stands above them 40 %. And how many
 * of them are kept for what is soon due, where so many are.
 */
const ROWS = 20
const SOON_ROWS = 8

/** Rows of each list, so that late rows never push out what is soon due, and the other way round. */
export const placesOf = (soon: number) => {
  const own = Math.min(soon, SOON_ROWS)
  return { soon: SOON_ROWS, late: ROWS - own }
}

/** The page of a list that the `turn` shows, from 1: all of them one after the other. */
export function pageAt(turn: number, total: number, size: number): { current: number; pages: number } {
  const pages = Math.max(1, Math.ceil(total / size))
  return { current: (turn % pages) + 1, pages }
}
