// Label of an account's grants in the preview of an act.
import type { CellState } from '#contract/members/grant-preview.ts'
import { grantKindLabels } from '#contract/members/members.ts'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'
import { nextText } from '#web/pickers/validity.rules.ts'

/** `正式 至 2027-12-31 · 3 个产品` */
export function stateText(state: CellState | null, subProduct: SubProductKey): string {
  if (!state) return '未授权'
  const term = `${grantKindLabels[state.kind]} 至 ${state.endsOn}`
  const text = state.next ? `${term}，${nextText(state.next)}` : term
  return subProductOf(subProduct).grantsBy === 'whole' ? text : `${text} · ${state.products} 个产品`
}
