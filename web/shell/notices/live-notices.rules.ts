// Which new registrations stand in a notification of their own: a few, the rest in one that counts them.

/** The oldest first. With more than fit, the last place is the count's. */
export function arrange<T>(waiting: readonly T[], most: number): { shown: T[]; rest: T[] } {
  if (waiting.length <= most) return { shown: [...waiting], rest: [] }
  const from = waiting.length - (most - 1)
  return { shown: waiting.slice(from), rest: waiting.slice(0, from) }
}
