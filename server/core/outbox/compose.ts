// The text that the provider gets: the message's own, or the body of its push with its fields filled in.
import type { MailTopic } from '#contract/outbox/message-labels.ts'
import type { messageBodies } from '#server/db/schema/core/outbox.ts'
import { isTracked, untracked } from '../mail/tracking.ts'
import type { Cause, Message } from './causes.ts'

export type Body = Pick<
  typeof messageBodies.$inferSelect,
  'subject' | 'text' | 'html' | 'attachmentIds' | 'pictures' | 'senderName' | 'replyTo' | 'links' | 'topic'
>

/** A message as a provider gets it. */
export type Ready = Pick<Message, 'id' | 'address' | 'recipientName' | 'link' | 'attempts'> & {
  subject: string
  text: string
  html: string
  fields: Readonly<Record<string, string>>
  attachmentIds: readonly string[]
  pictures: Readonly<Record<string, string>>
  /** Whom a mail names as its sender, and where answers go; '' as the console does. */
  senderName: string
  replyTo: string
  /** The unsubscribe link for the header List-Unsubscribe; '' without one. */
  unsubscribe: string
}

/** Links of the console in a mail, made for each message when it goes: queueing 100,000 costs nothing for them. */
export type OwnLinks = {
  unsubscribe: (address: string, topic: MailTopic | null) => string
  /** By which it records opening and clicks, as fields; undefined: it does not. */
  tracking: (id: string, links: readonly string[]) => Record<string, string> | undefined
}

const placeholder = /\{\{\s*([^{}\s]{1,64})\s*\}\}/g
const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (value: string) => value.replace(/[&<>"']/g, (sign) => signs[sign] ?? '')
/** One header line: a line break would begin another header. */
const oneLine = (value: string) => value.replace(/[\r\n\u2028\u2029]+/g, ' ').trim()

/** Prefix of commercial mail; a short message has it in its template, with the opt-out. */
const AD = '【广告】'

/** The field of the link that ends such mails. */
export const UNSUBSCRIBE = 'unsubscribe'

/** The fields of a text. */
const fieldsOf = (text: string) => [...text.matchAll(placeholder)].map(([, name = '']) => name)

/** A text with what is known of its fields. */
export const filled = (source: string, fields: Readonly<Record<string, string>>) =>
  source.replace(placeholder, (found, name: string) => fields[name] ?? found)

/** @returns the message, or why it cannot be sent */
export function compose(
  message: Message,
  body: Body | undefined,
  { isCommercial }: Pick<Cause, 'isCommercial'>,
  own?: OwnLinks,
): Ready | string {
  const { id, address, recipientName, link, attempts, channel } = message
  if (channel !== 'wecomRobot' && address === '') return '没有地址'
  if (message.bodyId !== null && !body) return '正文已不存在'
  const track = body && isTracked(body.html) ? own?.tracking(id, body.links) : undefined
  const unsubscribe =
    body && own && fieldsOf(body.text).includes(UNSUBSCRIBE) ? own.unsubscribe(address, body.topic) : undefined
  const fields: Readonly<Record<string, string>> = {
    ...(unsubscribe && { [UNSUBSCRIBE]: unsubscribe }),
    ...message.fields,
    ...track,
  }
  const { subject, text } = body ?? { subject: message.subject, text: message.body }
  const html = !body ? '' : track ? body.html : untracked(body.html, body.links)
  const missing = [subject, text, html].flatMap(fieldsOf).find((name) => (fields[name] ?? '') === '')
  if (body && missing !== undefined) return `缺少“${missing}”的内容`
  const fill = (source: string, put: (value: string) => string = (value) => value) =>
    body ? source.replace(placeholder, (_, name: string) => put(fields[name] ?? '')) : source
  const mark = isCommercial && channel === 'mail' ? AD : ''
  return {
    id,
    address,
    recipientName: oneLine(recipientName),
    link,
    attempts,
    subject: mark + oneLine(fill(subject)),
    text: fill(text),
    html: fill(html, escaped),
    fields,
    attachmentIds: body?.attachmentIds ?? [],
    pictures: body?.pictures ?? {},
    senderName: oneLine(body?.senderName ?? ''),
    replyTo: body?.replyTo ?? '',
    unsubscribe: fields[UNSUBSCRIBE] ?? '',
  }
}
