// One text for one value, however its fields were ordered: what is compared or sealed goes through here.

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  )
}

/** JSON with the fields of each object in order; what is undefined counts as left out. */
export const canonical = (value: unknown): string => JSON.stringify(sorted(value))
