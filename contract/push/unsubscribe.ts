// Ending mails to an address by the link that each of them carries: no account is needed, the link is signed.
import { Type } from 'typebox'
import { anonymous } from '../access.ts'
import { getCall, writeCall } from '../endpoint.ts'
import { Fields, Nothing } from '../fields.ts'

const Token = Type.String({
  title: '退订链接',
  pattern: '^[A-Za-z0-9_-]{1,200}\\.[0-9a-f]{64}$',
  messages: { required: '退订链接不完整', pattern: '退订链接不完整' },
})

const path = '/api/open/push/unsubscribe'

/** Redirects to a page that asks for confirmation, as mail scanners open links. */
export const openUnsubscribe = getCall('退订邮件（链接）', path, anonymous, {
  query: Fields({ token: Token }),
  data: Nothing,
})

/** Also by mail programs in one click (RFC 8058), which send a field of their own. */
export const unsubscribe = writeCall('退订邮件', path, anonymous, {
  query: Fields({ token: Token }),
  body: Fields({ 'List-Unsubscribe': Type.Optional(Type.String({ title: '一键退订', maxLength: 32 })) }),
  data: Type.Object({ address: Type.String({ description: 'w***@example.com' }) }),
})

/** An empty page for the mail preview: its policy allows nothing but showing the mail. */
export const mailFrame = getCall('邮件预览框', '/api/backend/push/frame', anonymous, { data: Nothing })
