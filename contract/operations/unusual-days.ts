// Which days of a trend are unusual, by the median absolute deviation, as moves of prices are.

/** Of a normal distribution: MAD times this is its standard deviation. */
const SPREAD = 1.4826
/** From so many scales on a day is outside the usual. */
const LIMIT = 3.5
/** Days of a kind from which their median says what is usual. */
const ENOUGH = 8
/** Of the median: the least scale, as figures that hardly move would have each move marked. */
const LEAST = 0.05

const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return (low + high) / 2
}

const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay())

type DayValue = { day: string; value: number | null }

/** Each day against the others of its kind: nobody is surprised that a Saturday is quieter than a Friday. */
export function unusualDays(days: readonly DayValue[]): string[] {
  const kinds = Map.groupBy(days, ({ day }) => isWeekend(day))
  const marked = [...kinds.values()].flatMap((some) => {
    const values = some.flatMap(({ value }) => value ?? [])
    if (values.length < ENOUGH) return []
    const median = medianOf(values)
    const deviation = medianOf(values.map((value) => Math.abs(value - median)))
    const scale = Math.max(deviation * SPREAD, Math.abs(median) * LEAST)
    return some.flatMap(({ day, value }) =>
      value !== null && scale > 0 && Math.abs(value - median) >= scale * LIMIT ? [day] : [],
    )
  })
  return marked.toSorted()
}
