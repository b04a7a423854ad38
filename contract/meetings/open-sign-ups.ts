// Open API for sign-ups: sites send them and cancel them.
import { Type } from 'typebox'
import { apiKey } from '#contract/access.ts'
import { writeCall } from '#contract/endpoint.ts'
import { Choice, Fields, Mobile, Nullable, Text } from '#contract/fields.ts'
import { MeetingChannel } from './meetings.ts'
import { signUpStateLabels } from './sign-up-labels.ts'
import { invoice, person } from './sign-ups.ts'

/** Of the meeting that the address names. */
const root = '/api/open/meetings/:id/signUps'

const Ticket = Type.String({
  title: '票号',
  pattern: '^[2-9A-HJ-NP-Z]{8}$',
  messages: { required: '请输入票号', pattern: '票号应为 8 位数字与大写字母' },
})

/**
 * One sign-up for each mobile number of a meeting: a repetition answers what is stored, and changes nothing unless that is
 * cancelled. The same `Idempotency-Key` is answered as the first time. 20404 where the channel does not show the meeting, 409 outside of its sign-up days.
 */
export const sendSignUp = writeCall('提交会议报名（开放接口）', root, apiKey('meetingSignUps'), {
  body: Fields({
    channel: MeetingChannel,
    ...person,
    ...invoice,
    remark: Text('备注', 500),
  }),
  data: Type.Object({
    id: Type.String(),
    isNew: Type.Boolean({ description: 'false: the number had signed up before' }),
    state: Choice('状态', signUpStateLabels),
    ticket: Nullable(Type.String({ description: 'null where the stored name is another: not theirs to see' })),
  }),
})

/** By whoever knows ticket and mobile number; 20404 where they do not belong together. Cancelled already: answers alike. */
export const cancelOpenSignUp = writeCall('取消会议报名（开放接口）', `${root}/cancel`, apiKey('meetingSignUps'), {
  body: Fields({ ticket: Ticket, mobile: Mobile, reason: Text('取消原因', 200) }),
})
