// Searches very many labels without blocking the page.
import { textKey } from '#contract/text.ts'

/** Labels between two checks of the clock. */
const STRIDE = 500

/** Length of a time slice, after which the page can handle typing and scrolling, ms. */
export const SLICE_MS = 8

/**
 * Finds the indices of the labels that contain the needle, as texts are compared everywhere (`contract/text.ts`). Yields after each time slice, returns when done.
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
  const wanted = textKey(needle)
  const found: number[] = []
  const labels = among?.length ?? count
  for (let at = 0; at < labels; at += 1) {
    if (at > 0 && at % STRIDE === 0 && isOver()) yield
    const index = among?.[at] ?? at
    if (textKey(labelAt(index)).includes(wanted)) found.push(index)
  }
  return found
}

/** Whether all matches of the longer text are also matches of the shorter one, so that only those need searching. */
export const narrows = (shorter: string, longer: string): boolean => textKey(longer).includes(textKey(shorter))
