// Applying for a trial: by the customer on the public page, or through a sub-product's own site.
import { applyRegistration, sendRegistration } from '#contract/members/registrations.ts'
import { checkFields } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { checkCaptcha } from '#server/features/identity/captcha.queries.ts'
import { checkApplicant, receiveRegistration } from './registrations.acts.ts'
import { checkVisits } from './touches.rules.ts'

/** Limit by address: enough for an office that registers together. */
const APPLY_PER_MINUTE = 10

export const routes = [
  serve(
    applyRegistration,
    async ({ body, core, by, request }) => {
      const { 'captcha-key': _key, 'captcha-code': _code, shareCode, consent, ...form } = body
      checkApplicant(form)
      checkFields({ consent: consent ? null : '请先阅读并同意隐私政策' })
      await checkCaptcha(core, body, request)
      await receiveRegistration(core, by, shareCode === undefined ? 'page' : 'share', form, shareCode)
      return null
    },
    { perMinute: APPLY_PER_MINUTE },
  ),

  serve(sendRegistration, ({ body, core, by }) => {
    const { source = 'open', ...form } = body
    checkApplicant(form)
    checkVisits(form, Date.now())
    return receiveRegistration(core, by, source, form)
  }),
]
