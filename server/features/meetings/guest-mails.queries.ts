// Mails to guests: one body for all who are told the same, with each one's name and link as fields.
import { ticketPath } from '#contract/meetings/sign-up-codes.ts'
import type { MailTopic } from '#contract/outbox/message-labels.ts'
import type { Core } from '#server/core/core.ts'
import { escapeHtml, headerText } from '#server/core/mail/mail-fields.ts'
import { mailHtml, mailText } from '#server/core/mail/mail-layout.ts'
import { UNSUBSCRIBE } from '#server/core/outbox/compose.ts'
import type { Tx } from '#server/db/connection.ts'
import { messageBodies } from '#server/db/schema/core/outbox.ts'
import { senderOf } from '#server/features/push/pushes/contents.queries.ts'
import { daysText } from './pages/meeting-html.ts'
import type { MeetingSeats } from './sign-ups/seats.queries.ts'

type Config = Core['config']

/** Empty where nobody has said at which address guests reach this server: a wrong link is worse than none. */
export const absolute = ({ publicUrl }: Config, path: string) => (publicUrl === undefined ? '' : `${publicUrl}${path}`)

export const ticketLink = (config: Config, code: string) => absolute(config, ticketPath(code))

export type GuestMail = {
  subject: string
  /** Paragraphs below the salutation. */
  lines: readonly string[]
  /** What the guest's own link is for. */
  linkLabel: string
  reason: string
  senderId: string
  /** What the link that ends such mails is about; null: it has none. */
  topic?: MailTopic
}

/** Days and place, as mails say them. */
export const whenAndWhere = (meeting: Pick<MeetingSeats, 'startsOn' | 'endsOn' | 'city' | 'venue' | 'firstTime'>) => {
  const place = [meeting.city, meeting.venue].filter((part) => part !== '').join(' ')
  const time = meeting.firstTime === null ? '' : ` ${meeting.firstTime} 开始`
  return [`会议日期：${daysText(meeting)}${time}`, ...(place === '' ? [] : [`地点：${place}`])].join('\n')
}

/** Of each guest. */
export const fieldsOf = (name: string, link: string) => ({ 姓名: name, 链接: link })

const linkBlock = (label: string) => ({
  kind: 'rich' as const,
  html: `<p class="ink" style="margin:0 0 12px;font-size:15px;line-height:1.7;color:#1f2937;word-break:break-word">${escapeHtml(label)}：<a href="{{链接}}" style="color:#2f54eb">{{链接}}</a></p>`,
  text: `${label}：{{链接}}`,
})

/** @returns the id of the body */
export async function storeMail(
  tx: Tx,
  { publicUrl }: Config,
  { subject, lines, linkLabel, reason, senderId, topic }: GuestMail,
): Promise<string> {
  const sender = await senderOf(tx, senderId)
  const mail = {
    title: subject,
    lead: lines[0] ?? subject,
    blocks: [
      { kind: 'text' as const, text: ['{{姓名}}，您好：', ...lines].join('\n\n') },
      ...(publicUrl === undefined ? [] : [linkBlock(linkLabel)]),
    ],
    sender,
    reason,
    ...(topic && { unsubscribe: `{{${UNSUBSCRIBE}}}` }),
  }
  const [body] = await tx
    .insert(messageBodies)
    .values({
      subject: headerText(subject),
      html: mailHtml(mail),
      text: mailText(mail),
      senderName: headerText(sender.name),
      replyTo: sender.email,
      topic: topic ?? null,
    })
    .returning({ id: messageBodies.id })
  if (!body) throw new Error('no body was stored')
  return body.id
}
