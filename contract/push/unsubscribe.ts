// Choosing which mails an address gets, by the link that each of them carries: no account is needed, the link is signed.
import { Type } from 'typebox'
import { anonymous } from '#contract/access.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Choice, Fields, Nothing, Nullable } from '#contract/fields.ts'
import { mailTopicLabels, mailTopics } from '#contract/outbox/message-labels.ts'

const Token = Type.String({
  title: '退订链接',
  // an address of 128 characters takes up to 512 bytes
  pattern: `^[A-Za-z0-9_-]{1,700}(\\.(${mailTopics.join('|')}))?\\.[0-9a-f]{64}$`,
  messages: { required: '退订链接不完整', pattern: '退订链接不完整' },
})

const path = '/api/open/push/unsubscribe'

/** Redirects to the page where a person chooses, as mail scanners open links: it changes nothing. */
export const openUnsubscribe = getCall('退订邮件（链接）', path, anonymous, {
  query: Fields({ token: Token }),
  data: Nothing,
})

/** One click in a mail program (RFC 8058), which sends a field of its own: ends mails on the topic of that mail. */
export const unsubscribe = writeCall('一键退订邮件', path, anonymous, {
  query: Fields({ token: Token }),
  body: Fields({ 'List-Unsubscribe': Type.Optional(Type.String({ title: '一键退订', maxLength: 32 })) }),
  data: Type.Object({ address: Type.String({ description: 'w***@example.com' }) }),
})

const ofToken = { query: Fields({ token: Token }) }
const Topics = Type.Array(Choice('邮件主题', mailTopicLabels), {
  title: '不再接收的邮件',
  maxItems: mailTopics.length,
  uniqueItems: true,
})

/** What the address gets now. */
export const mailChoices = readCall('邮件订阅设置', `${path}/choices`, anonymous, {
  ...ofToken,
  body: Fields({}),
  data: Type.Object({
    address: Type.String({ description: 'w***@example.com' }),
    sender: Type.String({ description: '名称 <address>; empty where no mail server is set up' }),
    topic: Nullable(Choice('这封邮件的主题', mailTopicLabels)),
    out: Topics,
  }),
})

/** Opts out of these topics, and restores the others. */
export const chooseMail = writeCall('保存邮件订阅设置', `${path}/choose`, anonymous, {
  ...ofToken,
  body: Fields({ out: Topics }),
})

/** An empty page for the mail preview: its policy allows nothing but showing the mail. */
export const mailFrame = getCall('邮件预览框', '/api/backend/push/frame', anonymous, { data: Nothing })
