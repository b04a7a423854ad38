// Which actions of a row stand in sight (experience.md, "Look").

const LINKS_MAX = 3

/** Dangerous ones last; where there are more than three, three stay as links and the rest goes under 更多. */
export function splitRowActions<A extends { isDanger?: boolean }>(actions: readonly A[]): { links: A[]; more: A[] } {
  const ordered = [...actions.filter(({ isDanger }) => !isDanger), ...actions.filter(({ isDanger }) => isDanger)]
  return { links: ordered.slice(0, LINKS_MAX), more: ordered.slice(LINKS_MAX) }
}
