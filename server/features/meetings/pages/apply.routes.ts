// Signing up on a meeting's public page.
import { dayOf } from '#contract/days.ts'
import { applyForMeeting } from '#contract/meetings/apply.ts'
import { ticketPath } from '#contract/meetings/sign-up-codes.ts'
import { transact } from '#server/core/core.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { checkCaptcha } from '#server/features/identity/captcha.queries.ts'
import { hasTexts } from '../guest-texts.queries.ts'
import { lockSeats, type MeetingSeats, quotasOf, seatsOf } from '../sign-ups/seats.queries.ts'
import { notifySignUpAgain } from '../sign-ups/sign-up-mails.queries.ts'
import { signUp } from '../sign-ups/sign-ups.acts.ts'
import { chosenQuota, closedBecause, problemsOfSignUp } from '../sign-ups/sign-ups.rules.ts'
import { meetingOfCode } from './meeting-page.queries.ts'

/** From one address: an office signs up together. */
const APPLY_PER_MINUTE = 10

function refuseClosed(meeting: MeetingSeats): void {
  const closed = closedBecause(meeting, dayOf(Date.now()))
  if (closed) throw refuse('conflict', { msg: closed })
}

export const routes = [
  serve(
    applyForMeeting,
    async ({ body, core, db, by, request }) => {
      const { code, consent, 'captcha-key': _key, 'captcha-code': _answer, ...form } = body
      const hasMail = core.config.mail !== undefined
      const found = await meetingOfCode(db, code)
      const { id } = orNotFound(found?.state === 'draft' ? undefined : found)
      const asked = await seatsOf(db, id)
      refuseClosed(asked)
      // before the captcha is used up; signUp checks again under the lock
      checkFields({
        ...problemsOfSignUp(form, asked),
        email: hasMail && form.email.trim() === '' ? '请输入邮箱，报名结果发到邮箱' : null,
        consent: consent ? null : '请先同意信息的使用',
      })
      chosenQuota(await quotasOf(db, id), form.quotaId, false)
      await checkCaptcha(core, body, request)
      return transact(core, async (tx, announce) => {
        const act = { tx, by, core, announce }
        const meeting = await lockSeats(tx, id)
        refuseClosed(meeting)
        const { isNew, row } = await signUp(
          act,
          meeting,
          { ...form, remark: '', invoiceState: 'none' },
          { source: 'page', keeperId: null, isOrganiser: false, hasConsent: true },
        )
        if (!isNew) await notifySignUpAgain(act, meeting, row)
        const isTold = hasMail || (await hasTexts(tx, core.config, 'meetingResult'))
        return { link: isNew && !isTold ? ticketPath(row.code) : null }
      })
    },
    { perMinute: APPLY_PER_MINUTE },
  ),
]
