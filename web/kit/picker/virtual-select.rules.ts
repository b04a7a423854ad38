// Finding text in very many labels without holding up the page.

/** Labels between two looks at the clock. */
const STRIDE = 500

/** A slice of work ends after this, so that typing and scrolling come in between, ms. */
export const SLICE_MS = 8

/**
 * The indices of the labels that contain the needle. Yields when a slice of work is done, returns when all is.
 * @param isOver whether the slice has taken its time
 * @param among the only labels that can contain it; all of them without
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

/** Whether what contains the longer text contains the shorter one too, so that nothing else needs looking through. */
export const narrows = (shorter: string, longer: string): boolean =>
  longer.toLowerCase().includes(shorter.toLowerCase())
