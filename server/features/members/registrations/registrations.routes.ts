// Applying for a trial: by the customer on the public page, or through a sub-product's own site.
import type { FastifyRequest } from 'fastify'
import {
  applyRegistration,
  getRegistrationForm,
  type Registration,
  requestRegistrationCode,
  sendRegistration,
} from '#contract/members/registrations.ts'
import { type Core, transact } from '#server/core/core.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { checkCaptcha } from '#server/features/identity/captcha.queries.ts'
import { findCodeClass, isRightCode, sendRegistrationCode } from './registration-codes.acts.ts'
import { checkApplicant, receiveRegistration } from './registrations.acts.ts'
import { checkVisits } from './touches.rules.ts'

/** Limit by address: enough for an office that registers together. */
const APPLY_PER_MINUTE = 10
/** Each costs money. */
const CODES_PER_MINUTE = 5

/** Who applies is a person: by the code that was sent to the number, otherwise by the captcha, as on the page of a share. */
async function checkProof(core: Core, body: Registration, request: FastifyRequest): Promise<void> {
  const asksCode = body.shareCode === undefined && (await findCodeClass(core.db, core.config)) !== undefined
  if (!asksCode) return checkCaptcha(core, body, request)
  const { mobile, smsCode = '' } = body
  checkFields({ smsCode: smsCode.trim() === '' ? '请输入短信验证码' : null })
  const isRight = await isRightCode(core.db, core.config, mobile, smsCode)
  checkFields({ smsCode: isRight ? null : '短信验证码不正确或已失效' })
}

export const routes = [
  serve(getRegistrationForm, async ({ core: { db, config } }) => ({
    asksCode: (await findCodeClass(db, config)) !== undefined,
  })),

  serve(
    requestRegistrationCode,
    async ({ body, core, request }) => {
      checkApplicant(body)
      await checkCaptcha(core, body, request)
      await transact(core, async (tx) => {
        const found = await findCodeClass(tx, core.config)
        if (!found) throw refuse('conflict', { msg: '现在注册不需要短信验证码，请刷新页面' })
        await sendRegistrationCode(tx, core.config, found, body.mobile)
      })
      return null
    },
    { perMinute: CODES_PER_MINUTE },
  ),

  serve(
    applyRegistration,
    async ({ body, core, by, request }) => {
      const { 'captcha-key': _key, 'captcha-code': _code, smsCode: _smsCode, shareCode, consent, ...form } = body
      checkApplicant(form)
      checkFields({ consent: consent ? null : '请先阅读并同意隐私政策' })
      await checkProof(core, body, request)
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
