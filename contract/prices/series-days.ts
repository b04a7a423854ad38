// Sorted lists of day numbers.

/** How many of the sorted days are on or before `day`. */
export function countUpTo(days: readonly number[], day: number): number {
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((days[middle] as number) <= day) low = middle + 1
    else high = middle
  }
  return low
}

export const sortedDays = (days: Iterable<number>): number[] => [...new Set(days)].sort((a, b) => a - b)
