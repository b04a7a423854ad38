// Splits new registrations into those with a box of their own and those in the count box.

/** Input is oldest first. If more than `most`, one box is the count, so `most - 1` newest are shown. */
export function arrange<T>(waiting: readonly T[], most: number): { shown: T[]; rest: T[] } {
  if (waiting.length <= most) return { shown: [...waiting], rest: [] }
  const from = waiting.length - (most - 1)
  return { shown: waiting.slice(from), rest: waiting.slice(0, from) }
}
