// Searches very many labels without blocking the page.

/** Labels between two checks of the clock. */
const STRIDE = 500

/** Length of a time slice, after which the page can handle typing and scrolling, ms. */
export const SLICE_MS = 8

/**
 * Finds the indices of the labels that contain the needle. Yields after each time slice, returns when done.
 * @param isOver whether the time slice is used up
 * @param among indices of the only labels to search; all without it
 */
export function* findInSlices(
  count: number,
  labelAt: (index: number) => string,
  needle: string,
  isOver: () => boolean,
  among?: readonly number[],
): Generator<void, number[]> {
  const wanted = needle.toLowerCase()
  const found: number[] = []
  const labels = among?.length ?? count
  for (let at = 0; at < labels; at += 1) {
    if (at > 0 && at % STRIDE === 0 && isOver()) yield
    const index = among?.[at] ?? at
    if (labelAt(index).toLowerCase().includes(wanted)) found.push(index)
  }
  return found
}

/** Whether all matches of the longer text are also matches of the shorter one, so that only those need searching. */
export const narrows = (shorter: string, longer: string): boolean =>
  longer.toLowerCase().includes(shorter.toLowerCase())
