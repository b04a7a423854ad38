// Replies to short messages, as the provider reports them: a reply of R opts out.
import { Type } from 'typebox'
import { anonymous } from '#contract/access.ts'
import { writeCall } from '#contract/endpoint.ts'
import { Fields } from '#contract/fields.ts'

/** In one report, at most. */
export const SMS_REPLIES = 1_000

/** Each provider's reports have a form of their own (`sms-replies.rules.ts`). */
export const reportSmsReplies = writeCall('接收短信回复', '/api/open/push/smsReplies', anonymous, {
  query: Fields({
    token: Type.String({
      title: '接收地址',
      pattern: '^[0-9a-f]{64}$',
      messages: { required: '接收地址不完整', pattern: '接收地址不完整' },
    }),
  }),
  body: Type.Unsafe<unknown>({}),
})
