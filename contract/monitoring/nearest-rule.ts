// Which of several rules applies to a quote item: the most specific one.

/** From the widest to the narrowest. */
export const ruleLevels = ['all', 'category', 'product', 'item'] as const
export type RuleLevel = (typeof ruleLevels)[number]

type Placed = { id: string; level: RuleLevel; targetId: string | null }
export type Subject = {
  quoteItemId: string
  productId: string /** From the root to the product's own. */
  categoryIds: readonly string[]
}

/** How specific a rule is for the subject; null: no match. A category below another is more specific. */
function closeness({ level, targetId }: Placed, { quoteItemId, productId, categoryIds }: Subject): number | null {
  const depth = level === 'category' ? categoryIds.indexOf(targetId ?? '') : 0
  const isMeant = {
    all: true,
    category: depth >= 0,
    product: targetId === productId,
    item: targetId === quoteItemId,
  }[level]
  return isMeant ? ruleLevels.indexOf(level) * 100 + depth : null
}

/** Rules that match the subject, the narrowest first: only the first applies. */
export const rulesFor = <R extends Placed>(rules: readonly R[], subject: Subject): R[] =>
  rules
    .flatMap((rule) => {
      const close = closeness(rule, subject)
      return close === null ? [] : [{ rule, close }]
    })
    .sort((a, b) => b.close - a.close || Number(a.rule.id) - Number(b.rule.id))
    .map(({ rule }) => rule)
