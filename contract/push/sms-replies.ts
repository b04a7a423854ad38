// Replies to short messages, as the provider reports them: who answers R gets no more.
import { Type } from 'typebox'
import { anonymous } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Fields, Nothing } from '../fields.ts'

/** In one report, at most. */
export const SMS_REPLIES = 1_000

/** Each provider's reports have a form of their own (`sms-replies.rules.ts`). */
export const reportSmsReplies = endpoint({
  summary: '接收短信回复',
  method: 'POST',
  path: '/api/open/push/smsReplies',
  access: anonymous,
  effect: 'write',
  query: Fields({
    token: Type.String({
      title: '接收地址',
      pattern: '^[0-9a-f]{64}$',
      messages: { required: '接收地址不完整', pattern: '接收地址不完整' },
    }),
  }),
  body: Type.Unsafe<unknown>({}),
  /** Answered in the providers' own form. */
  data: Nothing,
})
