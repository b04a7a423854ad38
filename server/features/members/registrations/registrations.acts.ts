// Receives a registration, from the public page or from a sub-product: stores and audits it, and notifies those who
// distribute registrations at once.
import { distributeRegistrations, type OpenRegistration } from '../../../../contract/members/registrations.ts'
import { subProductOf } from '../../../../contract/sub-products.ts'
import { checkMobile } from '../../../../contract/validation.ts'
import { audit } from '../../../core/audit/audit.ts'
import { type Author, type Core, transact } from '../../../core/core.ts'
import { checkFields, refuse } from '../../../core/http/refusal.ts'
import { storePush } from '../../../core/live/pushes.ts'
import { noticeStaff } from '../../../core/outbox/queue.ts'
import { listHolders } from '../../organisation/users/holders.queries.ts'
import { findOwnerFor } from './registration-rules.queries.ts'
import { hasApplied, lockRegistration, storeRegistration, storeStep } from './registrations.queries.ts'
import { maskMobile } from './registrations.rules.ts'

/** Checks of the form that the schema cannot express (spec §5). Throws 400. */
export const checkApplicant = ({ mobile }: Pick<OpenRegistration, 'mobile'>) =>
  checkFields({ mobile: checkMobile(mobile) })

/**
 * The rule of its province sets the owner; without one it waits in the pool.
 * @returns the registration's id; 409 where this number has applied for the same within 24 hours
 */
export function receiveRegistration(
  core: Core,
  by: Author,
  source: 'page' | 'open',
  form: OpenRegistration,
): Promise<{ id: string }> {
  const row = {
    ...form,
    company: form.company.trim(),
    contact: form.contact.trim(),
    remark: form.remark?.trim() ?? '',
    province: form.province ?? '',
    address: by.address,
    source,
  }
  const { company, contact, subProduct, province } = row
  const { title } = subProductOf(subProduct)
  return transact(core, async (tx, announce) => {
    await lockRegistration(tx, row)
    if (await hasApplied(tx, row)) {
      throw refuse('conflict', { msg: `该手机号码在 24 小时内已申请过“${title}”，请勿重复提交` })
    }
    const owner = await findOwnerFor(tx, province)
    const { id, createdAt } = await storeRegistration(tx, { ...row, ownerId: owner?.id ?? null })
    if (owner) {
      const remark = `${owner.realName}（按“${province}”的规则）`
      await storeStep(tx, { registrationId: id, action: 'assign', remark, actorName: '系统' })
    }
    const mobile = maskMobile(row.mobile)
    await audit(tx, by, {
      action: 'registration.apply',
      targetType: 'registration',
      targetId: id,
      after: { company, contact, mobile, subProduct, ...(owner && { ownerId: owner.id }) },
    })
    const receivers = new Set(await listHolders(tx, distributeRegistrations))
    if (owner) receivers.add(owner.id)
    await storePush(tx, announce, {
      userIds: [...receivers],
      type: 'register',
      data: { registrationId: id, company, contact, mobile, subProduct: title, time: createdAt },
    })
    await noticeStaff(tx, {
      ...{ event: 'registration', key: id, userIds: [...receivers], title: `${title}有新的注册申请` },
      ...{ text: `${company} ${contact} ${mobile}`, link: `/home/index?registration=${id}` },
    })
    return { id }
  })
}
