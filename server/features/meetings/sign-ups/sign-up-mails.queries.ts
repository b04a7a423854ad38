// What people are told of their sign-up: by mail where they left an address, by short message where that is set up, and the responsible salesperson in the bell.

import { and, eq, inArray, ne } from 'drizzle-orm'
import { minuteOf } from '#contract/days.ts'
import { fullMeetingName } from '#contract/meetings/meeting-labels.ts'
import { ticketPath } from '#contract/meetings/sign-up-codes.ts'
import { type SignUpState, signUpStateLabels } from '#contract/meetings/sign-up-labels.ts'
import type { Act, Configured } from '#server/core/act.ts'
import { cause } from '#server/core/outbox/causes.ts'
import { noticeStaff, queueMessages } from '#server/core/outbox/queue.ts'
import type { Tx } from '#server/db/connection.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { fieldsOf, storeMail, ticketLink, whenAndWhere } from '../guest-mails.queries.ts'
import { hasTexts, textGuests } from '../guest-texts.queries.ts'
import type { MeetingSeats, StoredSignUp } from './seats.queries.ts'
import { peopleOf } from './seats.rules.ts'
import { responsibleFor } from './sign-ups.queries.ts'

/** `about` is sign-up and state: what is no longer so when it would go is not said. */
export const signUpCause = cause({
  name: 'meeting.signUp',
  label: '会议报名结果',
  refuse: async (tx, claimed) => {
    const ids = claimed.map(({ about }) => about.split(':')[0] ?? '0')
    const found = await tx
      .select({ id: signUps.id, state: signUps.state })
      .from(signUps)
      .innerJoin(meetings, eq(meetings.id, signUps.meetingId))
      .where(and(inArray(signUps.id, ids), ne(meetings.state, 'cancelled')))
    const now = new Set(found.map(({ id, state }) => `${id}:${state}`))
    return new Map(
      claimed.flatMap(({ id, about }) => (now.has(about) ? [] : [[id, '报名状态已变更，或会议已取消'] as const])),
    )
  },
})

const signUpsPage = (meetingId: string) => `/application/meetingExhibition/managementMeeting/signUps?id=${meetingId}`

type MailAct = Pick<Act, 'tx'> & Configured

const isQueued = async (tx: Tx, key: string): Promise<boolean> => (await tx.$count(messages, eq(messages.key, key))) > 0

/** What a guest is told in each state; nothing of those that only staff see. */
const told: Partial<
  Record<SignUpState, (title: string, row: StoredSignUp) => readonly [subject: string, text: string]>
> = {
  applied: (title) => [`已收到报名：${title}`, `“${title}”的报名需要会务确认，有结果时另行通知您。`],
  confirmed: (title, { companions, ticket }) => [
    `报名已确认：${title}`,
    `您报名的“${title}”已确认，共 ${peopleOf({ companions })} 人。票号 ${ticket}，签到时请出示二维码。`,
  ],
  waiting: (title) => [`已列入候补：${title}`, `“${title}”的名额已满，您已列入候补。有名额空出时按报名先后通知您。`],
  offered: (title, { companions, offeredUntil }) => [
    `为您保留了名额：${title}`,
    `“${title}”有名额空出，已为您保留 ${peopleOf({ companions })} 个，请在 ${minuteOf(offeredUntil ?? '')} 前接受，逾期名额将转给下一位候补来宾。`,
  ],
  refused: (title, { reason }) => [`报名未通过：${title}`, `很抱歉，您报名的“${title}”未通过确认。${reason}`],
  lapsed: (title) => [
    `名额保留已到期：${title}`,
    `为您保留的“${title}”名额已到期，并已转给下一位候补来宾。如仍想参加，请重新报名。`,
  ],
  cancelled: (title, { reason }) => [`报名已取消：${title}`, `您报名的“${title}”已取消。${reason}`],
}

type Said = readonly [subject: string, text: string]

/** Nothing where there is no address. */
async function mailGuest(
  { tx, core }: MailAct,
  meeting: MeetingSeats,
  { id, name, email, code, state }: StoredSignUp,
  said: Said | undefined,
  key: string,
): Promise<void> {
  if (email === '' || !said) return
  const [subject, text] = said
  const bodyId = await storeMail(tx, core.config, {
    subject,
    lines: [text, whenAndWhere(meeting)],
    linkLabel: '查看报名、二维码，或取消',
    reason: `您收到此邮件，是因为您报名了“${fullMeetingName(meeting)}”。`,
    senderId: meeting.authorId,
  })
  await queueMessages(tx, [
    {
      key,
      channel: 'mail',
      address: email,
      recipientKind: 'address',
      recipientId: null,
      recipientName: name,
      bodyId,
      fields: fieldsOf(name, ticketLink(core.config, code)),
      cause: signUpCause.name,
      about: `${id}:${state}`,
    },
  ])
}

/** The field 结果 of a short message. An offer has a class of its own. */
const results: Partial<Record<SignUpState, string>> = {
  applied: '已收到，待会务确认',
  confirmed: '已确认',
  waiting: '已列入候补',
  refused: '未通过',
  lapsed: '名额保留已到期',
  cancelled: '已取消',
}

async function textGuest(
  { tx, core }: MailAct,
  meeting: MeetingSeats,
  row: StoredSignUp,
  key: string,
): Promise<number> {
  const { id, name, mobile, code, state, offeredUntil } = row
  const common = { name, mobile, path: ticketPath(code), key, about: `${id}:${state}` }
  const texting = { meeting, cause: signUpCause.name }
  if (state === 'offered') {
    const more = { 人数: String(peopleOf(row)), 截止时间: minuteOf(offeredUntil ?? '') }
    return textGuests(tx, core.config, [{ ...common, more }], { ...texting, purpose: 'meetingOffer' })
  }
  const result = results[state]
  if (result === undefined) return 0
  return textGuests(tx, core.config, [{ ...common, more: { 结果: result } }], { ...texting, purpose: 'meetingResult' })
}

/** How it stands now, once for each change. */
export async function notifySignUp(act: MailAct, meeting: MeetingSeats, row: StoredSignUp): Promise<void> {
  const key = `signUp:${row.id}:${row.version}`
  await mailGuest(act, meeting, row, told[row.state]?.(fullMeetingName(meeting), row), key)
  await textGuest(act, meeting, row, key)
}

/** Neither address nor telephone is to be flooded by whoever knows the number. */
const AGAIN_EVERY_MS = 3_600_000
const TEXT_AGAIN_EVERY_MS = 24 * AGAIN_EVERY_MS

/**
 * The link again, to who signed up before, at the address that they left then and to their telephone: whoever types a number
 * learns nothing. Who can be told neither way is called by their salesperson.
 */
export async function notifySignUpAgain(act: MailAct, meeting: MeetingSeats, row: StoredSignUp): Promise<void> {
  const title = fullMeetingName(meeting)
  const hour = Math.floor(Date.now() / AGAIN_EVERY_MS)
  const key = `signUp:${row.id}:again:${hour}`
  const isTexted = await hasTexts(act.tx, act.core.config, row.state === 'offered' ? 'meetingOffer' : 'meetingResult')
  const day = Math.floor(Date.now() / TEXT_AGAIN_EVERY_MS)
  if (isTexted) await textGuest(act, meeting, row, `signUp:${row.id}:again:${day}`)
  if (row.email === '' && !isTexted) {
    await noticeStaff(act.tx, {
      event: 'meetingSeat',
      key: `${row.id}:again:${hour}`,
      userIds: [await responsibleFor(act.tx, row, meeting.authorId)],
      title: `${row.name}再次报名，没有留邮箱`,
      text: `${title}，${row.company}；已有报名，请核对后电话告知结果`,
      link: signUpsPage(meeting.id),
    })
    return
  }
  if (row.email === '' || (await isQueued(act.tx, key))) return
  await mailGuest(act, meeting, row, [`您的报名链接：${title}`, `您已报名“${title}”，不需要再次报名。`], key)
}

/** A guest has signed up, on a page or through a site: whose customer it is may want to know. */
export async function noticeNewSignUp({ tx }: MailAct, meeting: MeetingSeats, signUp: StoredSignUp): Promise<void> {
  const { id, name, company, state } = signUp
  await noticeStaff(tx, {
    event: 'meetingSignUp',
    key: id,
    userIds: [await responsibleFor(tx, signUp, meeting.authorId)],
    title: `${name}报名会议`,
    text: `${fullMeetingName(meeting)}，${company}，共 ${peopleOf(signUp)} 人；${signUpStateLabels[state]}`,
    link: signUpsPage(meeting.id),
  })
}

/** The salesperson calls who can be told neither by mail nor by short message, and knows of the others. */
export async function noticeSeat({ tx, core }: MailAct, meeting: MeetingSeats, signUp: StoredSignUp): Promise<void> {
  const title = fullMeetingName(meeting)
  const isTexted = await hasTexts(tx, core.config, signUp.state === 'offered' ? 'meetingOffer' : 'meetingResult')
  const ways = [...(signUp.email === '' ? [] : ['邮件']), ...(isTexted ? ['短信'] : [])]
  const way = ways.length === 0 ? '没有留邮箱，请电话通知' : `已发${ways.join('和')}通知`
  const change = signUp.state === 'offered' ? '候补轮到，已保留名额' : '由候补转为确认'
  await noticeStaff(tx, {
    event: 'meetingSeat',
    key: `${signUp.id}:${signUp.version}`,
    userIds: [await responsibleFor(tx, signUp, meeting.authorId)],
    title: `${signUp.name}的会议报名${change}`,
    text: `${title}，${signUp.company}，共 ${peopleOf(signUp)} 人；${way}`,
    link: signUpsPage(meeting.id),
  })
}
