// Whose integration somebody may run.
import { integrableSubProducts } from '#contract/entitlements/sign-in-clients.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { refuse } from '#server/core/http/refusal.ts'

export const isInReach = (actor: Actor, subProduct: SubProductKey): boolean =>
  integrableSubProducts(actor).includes(subProduct)

/** Throws 20404 for a sub-product whose accounts the person may not view, as if it did not exist. */
export function refuseOutOfReach(actor: Actor, subProduct: SubProductKey): void {
  if (!isInReach(actor, subProduct)) throw refuse('notFound')
}
