// Opening a mail and following its links, where its push records that: signed for each message, no account needed.
import { Type } from 'typebox'
import { anonymous } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Fields, Nothing } from '../fields.ts'

const Token = Type.String({
  title: '链接',
  pattern: '^[1-9][0-9]{0,18}\\.[0-9]{1,4}\\.[0-9a-f]{64}$',
  messages: { required: '链接不完整', pattern: '链接不完整' },
})

// Both are reads to whoever asks, from whatever site: what they note is no act of a person with an account.

/** An empty picture; notes that the message was opened. */
export const mailOpened = endpoint({
  summary: '邮件打开记录',
  method: 'GET',
  path: '/api/open/push/opened',
  access: anonymous,
  effect: 'read',
  query: Fields({ token: Token }),
  data: Nothing,
})

/** Leads where the link of the mail led; notes the click. */
export const mailLink = endpoint({
  summary: '邮件链接跳转',
  method: 'GET',
  path: '/api/open/push/link',
  access: anonymous,
  effect: 'read',
  query: Fields({ token: Token }),
  data: Nothing,
})
