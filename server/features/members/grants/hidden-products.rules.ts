// Products that were hidden after a preset or a permission set was made: they are skipped, and named.
import type { RowOutcome } from '#contract/envelope.ts'
import type { HiddenProduct } from '#contract/members/hidden-products.ts'

const NAMES = 10

export const namesOf = (hidden: readonly HiddenProduct[]): string =>
  `${hidden
    .slice(0, NAMES)
    .map(({ name }) => name)
    .join('、')}${hidden.length > NAMES ? `等 ${hidden.length} 个` : ''}`

export function withoutHidden(productIds: readonly string[], hidden: readonly HiddenProduct[]): string[] {
  const left = new Set(hidden.map(({ id }) => id))
  return productIds.filter((id) => !left.has(id))
}

/** Rows to add to the outcomes of accounts or members. */
export const hiddenOutcomes = (hidden: readonly HiddenProduct[]): RowOutcome[] =>
  hidden.map(({ id, name }) => ({ id: `product-${id}`, name: `产品 ${name}`, ok: false, msg: '产品已隐藏，未授权' }))

/** A sentence for a preview or a job; empty where no product is hidden. */
export const hiddenSentence = (hidden: readonly HiddenProduct[]): string =>
  hidden.length > 0 ? `已隐藏的产品不授权：${namesOf(hidden)}。` : ''
