// Receives a registration, from the public page or from a sub-product: stores and audits it, and notifies those who
// distribute registrations at once.
import type { OpenRegistration } from '#contract/members/registrations.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { checkMobile } from '#contract/validation.ts'
import { type Author, type Core, transact } from '#server/core/core.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { findSharer, hasLead } from '#server/features/sharing/share-leads.queries.ts'
import { findLeadOwner, findOwnerFor } from './registration-rules.queries.ts'
import { type Owner, rowOf, storeApplication } from './registration-store.queries.ts'
import { hasApplied, lockRegistration } from './registrations.queries.ts'

/** Checks of the form that the schema cannot express (spec §5). Throws 400. */
export const checkApplicant = ({ mobile }: Pick<OpenRegistration, 'mobile'>) =>
  checkFields({ mobile: checkMobile(mobile) })

/** Of a lead, whom it belongs to; otherwise whom the rule of its province names; null: the pool. */
async function ownerFor(
  tx: Tx,
  { company, province }: { company: string; province: string },
  sharer?: Awaited<ReturnType<typeof findSharer>>,
): Promise<Owner | null> {
  const leadOwner = sharer && (await findLeadOwner(tx, company, sharer))
  if (leadOwner) return leadOwner
  const owner = await findOwnerFor(tx, province)
  return owner ? { id: owner.id, remark: `${owner.realName}（按“${province}”的规则）` } : null
}

/**
 * @param shareCode of the article share on whose page it was applied for; 20404 for an unknown one
 * @returns the registration's id; 409 where this number has applied for the same, or on the same share, within 24 hours
 */
export function receiveRegistration(
  core: Core,
  by: Author,
  source: 'page' | 'open' | 'share' | 'aiWeb',
  form: OpenRegistration,
  shareCode?: string,
): Promise<{ id: string }> {
  const row = rowOf(form, by, source)
  return transact(core, async (tx, announce) => {
    const sharer = shareCode === undefined ? undefined : orNotFound(await findSharer(tx, shareCode))
    await lockRegistration(tx, row)
    const isLead = sharer !== undefined && (await hasLead(tx, sharer.id, row.mobile))
    if (isLead || (await hasApplied(tx, row))) {
      const msg = `该手机号码在 24 小时内已申请过“${subProductOf(row.subProduct).title}”，请勿重复提交`
      throw refuse('conflict', { msg: sharer ? '您已提交过申请，我们会尽快与您联系，无需重复提交' : msg })
    }
    const owner = await ownerFor(tx, row, sharer)
    return { id: await storeApplication(tx, announce, by, { row, owner, share: sharer }) }
  })
}
