// Where the reader of a review list is, and which rows a key acts on.

type Row = { id: string }

/** The row in focus; `others`: the rows to go on to when it leaves the list, the next one first, then those before it. */
export type Place = { id: string; others: readonly string[] }

export function placeAt(id: string, rows: readonly Row[]): Place {
  const ids = rows.map((row) => row.id)
  const at = ids.indexOf(id)
  return { id, others: [...ids.slice(at + 1), ...ids.slice(0, Math.max(at, 0)).toReversed()] }
}

/** The place in the list as it is now; null when none of its rows is left. */
export function afterRemoval({ id, others }: Place, ids: readonly string[]): Place | null {
  const left = new Set(ids)
  const at = left.has(id) ? id : others.find((other) => left.has(other))
  if (at === undefined) return null
  const rows = ids.map((each) => ({ id: each }))
  return placeAt(at, rows)
}

/** The selected rows if the row in focus is one of them, otherwise that row alone: a key never acts on rows out of sight. */
export function actedOn<R extends Row>(id: string, rows: readonly R[], selected: readonly R[]): readonly R[] {
  return selected.some((row) => row.id === id) ? selected : rows.filter((row) => row.id === id)
}
