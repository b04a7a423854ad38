// Opening a mail and following its links, where its push records that: signed for each message, no account needed.
import { Type } from 'typebox'
import { anonymous } from '#contract/access.ts'
import { getCall } from '#contract/endpoint.ts'
import { Fields, Nothing } from '#contract/fields.ts'

const Token = Type.String({
  title: '链接',
  pattern: '^[1-9][0-9]{0,18}\\.[0-9]{1,4}\\.[0-9a-f]{64}$',
  messages: { required: '链接不完整', pattern: '链接不完整' },
})

// Both are reads for anybody from any site: they record nothing in the name of an account.

/** An empty picture; records that the message was opened. */
export const mailOpened = getCall('邮件打开记录', '/api/open/push/opened', anonymous, {
  query: Fields({ token: Token }),
  data: Nothing,
})

/** Redirects to the target of the mail's link, and records the click. */
export const mailLink = getCall('邮件链接跳转', '/api/open/push/link', anonymous, {
  query: Fields({ token: Token }),
  data: Nothing,
})
