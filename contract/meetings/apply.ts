// Signing up on the public page of a meeting, `/m/{code}`, by anybody who has its link.
import { Type } from 'typebox'
import { anonymous } from '#contract/access.ts'
import { writeCall } from '#contract/endpoint.ts'
import { Fields, Nullable, Text } from '#contract/fields.ts'
import { CODE_LENGTH, CODE_LETTERS } from '#contract/sharing/share-codes.ts'
import { consent, invoice, person } from './sign-ups.ts'

/**
 * One live sign-up for each mobile number: sent again it changes nothing and is answered alike, and the link goes again to
 * the address that the sign-up has. 409 outside of the sign-up days, 20404 for unknown links.
 */
export const applyForMeeting = writeCall('报名参会', '/api/backend/meeting/apply', anonymous, {
  body: Fields({
    code: Type.String({
      title: '会议链接',
      pattern: `^[${CODE_LETTERS}]{${CODE_LENGTH}}$`,
      messages: { required: '会议链接不完整', pattern: '会议链接不正确' },
    }),
    ...person,
    ...invoice,
    consent,
    'captcha-key': Type.Optional(Text('验证码标识', 64)),
    'captcha-code': Type.Optional(Text('验证码', 16)),
  }),
  data: Type.Object({
    link: Nullable(
      Type.String({ description: 'of the ticket, where no mail can carry it; null of a number that had signed up' }),
    ),
  }),
})
