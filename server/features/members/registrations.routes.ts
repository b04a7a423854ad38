// Registering for a trial: stored, recorded, and told at once to those who take care of new customers.
import { applyRegistration, registrationReceivers } from '../../../contract/members.ts'
import { subProducts } from '../../../contract/sub-products.ts'
import { checkMobile } from '../../../contract/validation.ts'
import { audit } from '../../core/audit.ts'
import { transact } from '../../core/core.ts'
import { storePush } from '../../core/pushes.ts'
import { checkFields, refuse } from '../../core/refusal.ts'
import { serve } from '../../core/serve.ts'
import { checkCaptcha } from '../identity/captcha.queries.ts'
import { listHolders } from '../organisation/holders.queries.ts'
import { hasApplied, lockRegistration, storeRegistration } from './registrations.queries.ts'
import { maskMobile } from './registrations.rules.ts'

/** From one address: enough for an office that registers together. */
const APPLY_PER_MINUTE = 10

const titleOf = (wanted: string) => subProducts.find(({ key }) => key === wanted)?.title ?? wanted

export const routes = [
  serve(
    applyRegistration,
    async ({ body, core, by, request }) => {
      const { 'captcha-key': _key, 'captcha-code': _code, ...form } = body
      checkFields({ mobile: checkMobile(form.mobile) })
      await checkCaptcha(core, body, request)
      const row = {
        ...form,
        company: form.company.trim(),
        contact: form.contact.trim(),
        remark: form.remark?.trim() ?? '',
        address: request.ip,
      }
      const { company, contact, subProduct } = row
      const title = titleOf(subProduct)
      await transact(core, async (tx, announce) => {
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
      })
      return null
    },
    { perMinute: APPLY_PER_MINUTE },
  ),
]
