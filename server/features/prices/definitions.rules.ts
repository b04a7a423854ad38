// Definitions over time as a list of periods, the oldest first: each ends where the next begins, the last has no end.
import { type Definition, isSameDefinition } from '#contract/prices/quote-items.ts'

export type Period = Definition & {
  /** First day on which it no longer holds. */
  until: string | null
}

type Span = { from: string | null; until: string | null }

const isBefore = (a: string | null, b: string | null) => a !== null && (b === null || a < b)

/** Neighbours that say the same become one. */
const merged = (periods: readonly Period[]): Period[] =>
  periods.filter((period, at) => {
    const next = periods[at + 1]
    return next === undefined || !isSameDefinition(period, next)
  })

/** The periods with `definition` within the span, and as they were outside of it. */
export function redefine(periods: readonly Period[], { from, until }: Span, definition: Definition): Period[] {
  const before = from === null ? [] : periods.filter((period) => isBefore(period.until, from))
  const cut = from === null ? undefined : periods[before.length]
  const after = until === null ? [] : periods.filter((period) => isBefore(until, period.until ?? '9999-12-31'))
  return merged([...before, ...(cut ? [{ ...cut, until: from }] : []), { ...definition, until }, ...after])
}

export const definitionOn = (periods: readonly Period[], day: string): Period | undefined =>
  periods.find(({ until }) => until === null || until > day)
