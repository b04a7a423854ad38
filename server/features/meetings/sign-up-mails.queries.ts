// What people are told of their sign-up: by mail where they left an address, and the responsible salesperson in the bell.
import { inArray } from 'drizzle-orm'
import { fullMeetingName } from '../../../contract/meetings/meeting-labels.ts'
import { headerText } from '../../core/mail/mail-fields.ts'
import { mailHtml, mailText } from '../../core/mail/mail-layout.ts'
import { cause } from '../../core/outbox/causes.ts'
import { noticeStaff, queueMessages } from '../../core/outbox/queue.ts'
import type { Tx } from '../../db/connection.ts'
import { messageBodies } from '../../db/schema/core/outbox.ts'
import { meetingSignUps as signUps } from '../../db/schema/meeting-sign-ups.ts'
import { senderOf } from '../push/pushes/contents.queries.ts'
import { type MeetingSeats, responsibleFor, type StoredSignUp } from './sign-ups.queries.ts'
import { peopleOf } from './sign-ups.rules.ts'

/** `about` is sign-up and state: what is no longer so when it would go is not said. */
export const signUpCause = cause({
  name: 'meeting.signUp',
  label: '会议报名结果',
  refuse: async (tx, claimed) => {
    const ids = claimed.map(({ about }) => about.split(':')[0] ?? '0')
    const found = await tx
      .select({ id: signUps.id, state: signUps.state })
      .from(signUps)
      .where(inArray(signUps.id, ids))
    const now = new Set(found.map(({ id, state }) => `${id}:${state}`))
    return new Map(claimed.flatMap(({ id, about }) => (now.has(about) ? [] : [[id, '报名状态已变更'] as const])))
  },
})

const signUpsPage = (meetingId: string) => `/application/meetingExhibition/managementMeeting/signUps?id=${meetingId}`

type Said = Pick<StoredSignUp, 'id' | 'version' | 'name' | 'email' | 'companions' | 'ticket'> & {
  state: 'confirmed' | 'waiting'
}

/** Nothing where there is no address. */
export async function mailSignUp(tx: Tx, meeting: MeetingSeats, signUp: Said): Promise<void> {
  const { id, version, name, email, companions, ticket, state } = signUp
  if (email === '') return
  const title = fullMeetingName(meeting)
  const days = meeting.startsOn === meeting.endsOn ? meeting.startsOn : `${meeting.startsOn} 至 ${meeting.endsOn}`
  const place = [meeting.city, meeting.venue].filter((text) => text !== '').join(' ')
  const subject = state === 'confirmed' ? `报名已确认：${title}` : `已列入候补：${title}`
  const lines = [
    `${name}，您好：`,
    state === 'confirmed'
      ? `您报名的“${title}”已确认，共 ${peopleOf({ companions })} 人。票号 ${ticket}，签到时请出示。`
      : `“${title}”的名额已满，您已列入候补。有名额空出时按报名先后确认，并另行通知您。`,
    [`会议日期：${days}`, ...(place === '' ? [] : [`地点：${place}`])].join('\n'),
  ]
  const sender = await senderOf(tx, meeting.authorId)
  const mail = {
    title: subject,
    lead: lines[1] ?? '',
    blocks: [{ kind: 'text' as const, text: lines.join('\n\n') }],
    sender,
    reason: `您收到此邮件，是因为您报名了“${title}”。`,
  }
  const [body] = await tx
    .insert(messageBodies)
    .values({
      subject: headerText(subject),
      html: mailHtml(mail),
      text: mailText(mail),
      senderName: headerText(sender.name),
      replyTo: sender.email,
    })
    .returning({ id: messageBodies.id })
  if (!body) throw new Error('no body was stored')
  await queueMessages(tx, [
    {
      ...{ key: `signUp:${id}:${version}`, channel: 'mail', address: email },
      ...{ recipientKind: 'address', recipientId: null, recipientName: name },
      ...{ bodyId: body.id, fields: {}, cause: signUpCause.name, about: `${id}:${state}` },
    },
  ])
}

/** The salesperson calls who has no mail address, and knows of the others. */
export async function noticeSeat(tx: Tx, meeting: MeetingSeats, signUp: StoredSignUp): Promise<void> {
  const title = fullMeetingName(meeting)
  const told = signUp.email === '' ? '没有留邮箱，请电话通知' : '已发邮件通知'
  await noticeStaff(tx, {
    ...{ event: 'meetingSeat', key: `${signUp.id}:${signUp.version}` },
    userIds: [await responsibleFor(tx, signUp, meeting.authorId)],
    title: `${signUp.name}的会议报名已由候补转为确认`,
    text: `${title}，${signUp.company}，共 ${peopleOf(signUp)} 人；${told}`,
    link: signUpsPage(meeting.id),
  })
}
