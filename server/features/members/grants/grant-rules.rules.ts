// Which preset the trial of a new customer starts with: decided here, without the database.

export type RuleFacts = {
  id: string
  /** Source and province of the registration; empty in a rule: any. */
  source: string
  province: string
  isEnabled: boolean
  sort: number
}

/** The first enabled rule, by order, whose source and province fit. */
export function ruleFor<R extends RuleFacts>(
  rules: readonly R[],
  { source, province }: { source: string; province: string },
): R | undefined {
  return rules
    .filter(({ isEnabled }) => isEnabled)
    .toSorted((one, other) => one.sort - other.sort || Number(one.id) - Number(other.id))
    .find(
      (rule) => (rule.source === '' || rule.source === source) && (rule.province === '' || rule.province === province),
    )
}

export const ruleMoves = ['up', 'down', 'first', 'last'] as const

/** The ids in their new order. */
export function movedRule(ids: readonly string[], id: string, to: (typeof ruleMoves)[number]): string[] {
  const at = ids.indexOf(id)
  const others = ids.filter((each) => each !== id)
  const place = { up: Math.max(0, at - 1), down: at + 1, first: 0, last: others.length }[to]
  return [...others.slice(0, place), id, ...others.slice(place)]
}
