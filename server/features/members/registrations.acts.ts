// Taking a registration in, from the public page or from a sub-product: stored, recorded, and told at once to those who take
// care of new customers.
import { type OpenRegistration, registrationReceivers } from '../../../contract/registrations.ts'
import { subProducts } from '../../../contract/sub-products.ts'
import { checkMobile } from '../../../contract/validation.ts'
import { audit } from '../../core/audit.ts'
import { type Author, type Core, transact } from '../../core/core.ts'
import { storePush } from '../../core/pushes.ts'
import { checkFields, refuse } from '../../core/refusal.ts'
import { listHolders } from '../organisation/holders.queries.ts'
import { hasApplied, lockRegistration, storeRegistration } from './registrations.queries.ts'
import { maskMobile } from './registrations.rules.ts'

const titleOf = (wanted: string) => subProducts.find(({ key }) => key === wanted)?.title ?? wanted

/** What of the form the schema cannot say (spec §5). Throws 400. */
export const checkApplicant = ({ mobile }: Pick<OpenRegistration, 'mobile'>) =>
  checkFields({ mobile: checkMobile(mobile) })

/** @returns the registration's id; 409 where this number has applied for the same within 24 hours */
export function takeRegistration(core: Core, by: Author, form: OpenRegistration): Promise<{ id: string }> {
  const row = {
    ...form,
    company: form.company.trim(),
    contact: form.contact.trim(),
    remark: form.remark?.trim() ?? '',
    address: by.address,
  }
  const { company, contact, subProduct } = row
  const title = titleOf(subProduct)
  return transact(core, async (tx, announce) => {
    await lockRegistration(tx, row)
    if (await hasApplied(tx, row)) {
      throw refuse('conflict', { msg: `该手机号码在 24 小时内已申请过“${title}”，请勿重复提交` })
    }
    const { id, createdAt } = await storeRegistration(tx, row)
    const mobile = maskMobile(row.mobile)
    await audit(tx, by, {
      action: 'registration.apply',
      targetType: 'registration',
      targetId: id,
      after: { company, contact, mobile, subProduct },
    })
    await storePush(tx, announce, {
      userIds: await listHolders(tx, registrationReceivers),
      type: 'register',
      data: { registrationId: id, company, contact, mobile, subProduct: title, time: createdAt },
    })
    return { id }
  })
}
