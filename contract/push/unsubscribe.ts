// Ending mails to an address by the link that each of them carries: no account is needed, the link is signed.
import { Type } from 'typebox'
import { anonymous } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Fields, Nothing } from '../fields.ts'

const Token = Type.String({
  title: '退订链接',
  pattern: '^[A-Za-z0-9_-]{1,200}\\.[0-9a-f]{64}$',
  messages: { required: '退订链接不完整', pattern: '退订链接不完整' },
})

const path = '/api/open/push/unsubscribe'

/** Leads to the page that asks first: programs that look through mails open links. */
export const openUnsubscribe = endpoint({
  summary: '退订邮件（链接）',
  method: 'GET',
  path,
  access: anonymous,
  effect: 'read',
  query: Fields({ token: Token }),
  data: Nothing,
})

/** Also by mail programs in one click (RFC 8058), which send a field of their own. */
export const unsubscribe = endpoint({
  summary: '退订邮件',
  method: 'POST',
  path,
  access: anonymous,
  effect: 'write',
  query: Fields({ token: Token }),
  body: Fields({ 'List-Unsubscribe': Type.Optional(Type.String({ title: '一键退订', maxLength: 32 })) }),
  data: Type.Object({ address: Type.String({ description: 'w***@example.com' }) }),
})

/** An empty page that shows the mail that it is sent: it may do nothing else, whatever the mail says. */
export const mailFrame = endpoint({
  summary: '邮件预览框',
  method: 'GET',
  path: '/api/backend/push/frame',
  access: anonymous,
  effect: 'read',
  data: Nothing,
})
