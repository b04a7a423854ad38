// Which of several rules holds for a quote item: the one that names it most closely.

/** From the widest to the closest. */
export const ruleLevels = ['all', 'category', 'product', 'item'] as const
export type RuleLevel = (typeof ruleLevels)[number]

type Placed = { id: string; level: RuleLevel; targetId: string | null }
export type Subject = {
  quoteItemId: string
  productId: string /** From the root to the product's own. */
  categoryIds: readonly string[]
}

/** How close a rule is to the subject; null: it does not concern it. A category below another is closer. */
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

/** Those that concern the subject, the nearest first: it alone holds. */
export const rulesFor = <R extends Placed>(rules: readonly R[], subject: Subject): R[] =>
  rules
    .flatMap((rule) => {
      const close = closeness(rule, subject)
      return close === null ? [] : [{ rule, close }]
    })
    .sort((a, b) => b.close - a.close || Number(a.rule.id) - Number(b.rule.id))
    .map(({ rule }) => rule)
