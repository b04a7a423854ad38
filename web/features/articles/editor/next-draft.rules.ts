// The next of a person's drafts of today, for working through them one after the other.

/** The ids in their order; ids are whole numbers as text. */
const byAge = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

/** The one after `current`, then from the first again; null if it is the last one left. */
export function nextDraft(ids: readonly string[], current: string): string | null {
  const others = ids.filter((id) => id !== current).toSorted(byAge)
  return others.find((id) => byAge(id, current) > 0) ?? others[0] ?? null
}
