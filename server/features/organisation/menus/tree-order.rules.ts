// Valid positions of a row in a tree, and the order of its siblings: pure, for departments and menus.

type Row = { id: string; parentId: string | null }

/** Whether `id` is `top` or a descendant of it. */
export function isWithin(rows: readonly Row[], top: string, id: string | null): boolean {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]))
  const seen = new Set<string>()
  for (let at = id; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
    if (at === top) return true
    seen.add(at)
  }
  return false
}

/** Ids of siblings with `id` at `place`, from 0; beyond the end means last. */
export function orderWith(siblings: readonly string[], id: string, place: number): string[] {
  const others = siblings.filter((each) => each !== id)
  return others.toSpliced(Math.min(place, others.length), 0, id)
}
