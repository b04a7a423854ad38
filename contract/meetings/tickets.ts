// What a guest does on the page of their ticket, `/t/{code}`: whoever has its link may.
import { Type } from 'typebox'
import { anonymous } from '#contract/access.ts'
import { writeCall } from '#contract/endpoint.ts'
import { Choice, Fields } from '#contract/fields.ts'
import { TICKET_CODE_PATTERN } from './sign-up-codes.ts'
import { signUpStateLabels } from './sign-up-labels.ts'

const root = '/api/open/meetings/ticket'

const form = {
  body: Fields({
    code: Type.String({
      title: '报名链接',
      pattern: TICKET_CODE_PATTERN,
      messages: { required: '报名链接不完整', pattern: '报名链接不正确' },
    }),
  }),
  data: Type.Object({ state: Choice('状态', signUpStateLabels) }),
}

/** 409 where the offer was used, or has ended. 20404 for unknown links. */
export const acceptSeat = writeCall('接受会议名额', `${root}/accept`, anonymous, form)

/** Also declines an offer; the seats go on. 409 where sign-up or meeting is over, or the guest has come. */
export const giveUpSeat = writeCall('放弃会议报名', `${root}/cancel`, anonymous, form)
