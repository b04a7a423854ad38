// Finding text in very many labels without holding up the page.

/** Labels between two looks at the clock. */
const STRIDE = 500

/** A slice of work ends after this, so that typing and scrolling come in between, ms. */
export const SLICE_MS = 8

/**
 * The indices of the labels that contain the needle. Yields when a slice of work is done, returns when all is.
 * @param isOver whether the slice has taken its time
 */
export function* findInSlices(
  count: number,
  labelAt: (index: number) => string,
  needle: string,
  isOver: () => boolean,
): Generator<void, number[]> {
  const wanted = needle.toLowerCase()
  const found: number[] = []
  for (let index = 0; index < count; index += 1) {
    if (index > 0 && index % STRIDE === 0 && isOver()) yield
    if (labelAt(index).toLowerCase().includes(wanted)) found.push(index)
  }
  return found
}
