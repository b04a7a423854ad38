// Which actions of a row are links, and which are under 更多 (experience.md, "Look").

const LINKS_MAX = 3
/** Characters of link text that fit the column beside 更多. */
const LETTERS_MAX = 9

/** Groups actions, in the order in which each group first appears; those without a group come last, unnamed. */
export function groupActions<A extends { group?: string }>(actions: readonly A[]): { group: string; of: A[] }[] {
  const groups = Map.groupBy(actions, ({ group = '' }) => group)
  const named = [...groups].map(([group, of]) => ({ group, of }))
  return [...named.filter(({ group }) => group), ...named.filter(({ group }) => !group)]
}

export const lastDangerous = <A extends { isDanger?: boolean }>(actions: readonly A[]): A[] => [
  ...actions.filter(({ isDanger }) => !isDanger),
  ...actions.filter(({ isDanger }) => isDanger),
]

/** Dangerous ones last. Of more than three, the first two or three that fit are links, and the rest goes under 更多. */
export function splitRowActions<A extends { label: string; isDanger?: boolean }>(
  actions: readonly A[],
): { links: A[]; more: A[] } {
  const ordered = lastDangerous(actions)
  if (ordered.length <= LINKS_MAX) return { links: ordered, more: [] }
  const letters = ordered.slice(0, LINKS_MAX).reduce((sum, { label }) => sum + label.length, 0)
  const count = letters > LETTERS_MAX ? LINKS_MAX - 1 : LINKS_MAX
  return { links: ordered.slice(0, count), more: ordered.slice(count) }
}
