// Evaluation order of series, and cycles.

/**
 * Each code after those that it needs; or a cycle as the codes on its path, which ends with the first. What is not a
 * key of `needs` is an item and needs nothing.
 */
export function orderSeries(
  needs: ReadonlyMap<string, readonly string[]>,
): { order: readonly string[] } | { circle: readonly string[] } {
  const order: string[] = []
  const done = new Set<string>()
  for (const start of needs.keys()) {
    /** The path from `start` to the current code, each with the names still to visit. */
    const way = done.has(start) ? [] : [{ code: start, left: [...(needs.get(start) ?? [])] }]
    const onWay = new Set([start])
    while (way.length > 0) {
      const here = way.at(-1) as (typeof way)[number]
      const next = here.left.shift()
      if (next === undefined) {
        done.add(here.code)
        onWay.delete(here.code)
        order.push(here.code)
        way.pop()
      } else if (needs.has(next) && !done.has(next)) {
        if (onWay.has(next)) {
          const codes = way.map(({ code }) => code)
          return { circle: [...codes.slice(codes.indexOf(next)), next] }
        }
        onWay.add(next)
        way.push({ code: next, left: [...(needs.get(next) ?? [])] })
      }
    }
  }
  return { order }
}
