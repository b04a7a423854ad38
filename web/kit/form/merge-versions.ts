// Two people changed one row (601): what I changed stands over what they saved, and what I left alone is theirs; unless I choose
// otherwise, field by field.

/** Values of forms: texts, numbers, flags, null, and lists of them. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields that I changed since I began from `base`. */
export function changedKeys<V extends object>(base: V, mine: V): (keyof V & string)[] {
  return (Object.keys(mine) as (keyof V & string)[]).filter((key) => !isSame(mine[key], base[key]))
}

/** @param keep the fields that stay mine */
export function mergeVersions<V extends object>(
  base: V,
  mine: V,
  theirs: V,
  keep: readonly string[] = changedKeys(base, mine),
): V {
  const merged = { ...theirs }
  for (const key of keep as readonly (keyof V)[]) merged[key] = mine[key]
  return merged
}
