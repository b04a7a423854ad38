// Two people changed one row: what I changed stands over what they saved, and what I left alone is theirs (601).

/** Values of forms: texts, numbers, flags, null, and lists of them. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export function mergeVersions<V extends object>(base: V, mine: V, theirs: V): V {
  const merged = { ...theirs }
  for (const key of Object.keys(mine) as (keyof V)[]) {
    if (!isSame(mine[key], base[key])) merged[key] = mine[key]
  }
  return merged
}
