// Two people changed one row (601): fields that I changed keep my value, the others take theirs, unless I choose
// otherwise field by field.

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && typeof (value as Date).toJSON !== 'function'

/** An uploaded file: its signed link is another one each half hour, and no part of what was typed. */
const isFile = (value: Record<string, unknown>) => ['id', 'size', 'url'].every((key) => key in value)

/** What a signed link to a file ends with; `&amp;` within the HTML of a formatted text. */
const SIGNATURE = /(\/api\/backend\/file\/\d+)\?user=\w+&(?:amp;)?expires=\d+&(?:amp;)?signature=[\w-]+/g
const unsigned = (text: string) => text.replace(SIGNATURE, '$1')

/**
 * Whether two form values are equal as JSON, in whatever order the keys of an object are: strings, numbers, booleans,
 * null, files, lists of them, and rich texts, whose pictures have signed links too. Stops at the first difference, and skips identical objects.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each: unknown, i) => isSame(each ?? null, other[i] ?? null))
  }
  if (isPlain(one) && isPlain(other)) {
    if (isFile(one) && isFile(other)) return one.id === other.id
    // a stored list of objects comes with its keys in another order than the form has typed them
    return Object.keys({ ...one, ...other }).every((key) => isSame(one[key], other[key]))
  }
  if (typeof one === 'string' && typeof other === 'string') return unsigned(one) === unsigned(other)
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The fields in which mine differs from `base`. */
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
