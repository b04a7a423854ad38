// Days as numbers: they are compared and stepped through thousands of times for each series.

const DAY_MS = 86_400_000

/** Days since 1970-01-01. */
export const dayNumber = (day: string): number => Date.parse(day) / DAY_MS
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The same day of another month, or that month's last where it has none. */
export function addMonths(day: number, months: number): number {
  const date = new Date(day * DAY_MS)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / DAY_MS
}

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
