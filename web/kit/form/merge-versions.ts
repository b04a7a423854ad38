// Two people changed one row (601): what I changed stands over what they saved, and what I left alone is theirs; unless I choose
// otherwise, field by field.

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && typeof (value as Date).toJSON !== 'function'

/**
 * Whether two values of forms are the same as JSON: texts, numbers, flags, null, lists of them, and long texts. Ends at the first
 * difference, and does not enter what is the same object.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each: unknown, i) => isSame(each ?? null, other[i] ?? null))
  }
  if (isPlain(one) && isPlain(other)) {
    const keys = Object.keys(one)
    const others = Object.keys(other)
    if (keys.length === others.length && keys.every((key, i) => key === others[i])) {
      return keys.every((key) => isSame(one[key], other[key]))
    }
  }
  return JSON.stringify(one) === JSON.stringify(other)
}

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
