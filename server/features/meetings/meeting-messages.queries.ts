// What guests are told of their meeting: that it moved, is cancelled or takes place after all, and a day before that it begins.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { dayOf } from '#contract/days.ts'
import { fullMeetingName, type MeetingState } from '#contract/meetings/meeting-labels.ts'
import { ticketPath } from '#contract/meetings/sign-up-codes.ts'
import { liveStates, type SignUpState } from '#contract/meetings/sign-up-labels.ts'
import type { MeetingPurpose } from '#contract/push/sms-purposes.ts'
import type { Core } from '#server/core/core.ts'
import { type Cause, cause } from '#server/core/outbox/causes.ts'
import { queueMessages } from '#server/core/outbox/queue.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { fieldsOf, type GuestMail, storeMail, ticketLink, whenAndWhere } from './guest-mails.queries.ts'
import { hasTexts, type TextedGuest, textGuests } from './guest-texts.queries.ts'
import { type MeetingSeats, seatsOf } from './sign-ups/seats.queries.ts'

type Guest = { id: string; name: string; mobile: string; email: string; code: string }

/** `about` is the sign-up, and what is said of the meeting: what is no longer so is not said. */
const aboutOf = (id: string, meeting: MeetingSeats) => `${id}:${whenAndWhere(meeting)}`

const told =
  (states: readonly SignUpState[], of: MeetingState = 'published'): Cause['refuse'] =>
  async (tx, claimed) => {
    const found = await tx
      .select({ id: signUps.id, meetingId: signUps.meetingId })
      .from(signUps)
      .innerJoin(meetings, eq(meetings.id, signUps.meetingId))
      .where(
        and(
          inArray(
            signUps.id,
            claimed.map(({ about }) => about.split(':')[0] ?? '0'),
          ),
          inArray(signUps.state, [...states]),
          eq(meetings.state, of),
          sql`${meetings.endsOn} >= ${dayOf(Date.now())}`,
        ),
      )
    const said = new Map<string, MeetingSeats>()
    for (const { meetingId } of found) if (!said.has(meetingId)) said.set(meetingId, await seatsOf(tx, meetingId))
    const now = new Set(
      found.flatMap(({ id, meetingId }) => {
        const meeting = said.get(meetingId)
        return meeting ? [aboutOf(id, meeting)] : []
      }),
    )
    return new Map(claimed.flatMap(({ id, about }) => (now.has(about) ? [] : [[id, '报名或会议安排已变更'] as const])))
  }

export const movedCause = cause({ name: 'meeting.moved', label: '会议时间地点变更', refuse: told(liveStates) })
export const cancelledCause = cause({
  name: 'meeting.cancelled',
  label: '会议取消',
  refuse: told(liveStates, 'cancelled'),
})
export const restoredCause = cause({ name: 'meeting.restored', label: '会议恢复举行', refuse: told(liveStates) })
export const reminderCause = cause({ name: 'meeting.reminder', label: '会议提醒', refuse: told(['confirmed']) })

type Telling = {
  meeting: MeetingSeats
  cause: Cause
  purpose: MeetingPurpose
  keyOf: (guest: Guest) => string
  notBefore?: string
  /** Fields of the short message beside those of all. */
  more?: Readonly<Record<string, string>>
}

async function mailGuests(
  tx: Tx,
  config: Core['config'],
  guests: readonly Guest[],
  { meeting, cause: { name: causeName }, keyOf, notBefore }: Telling,
  mail: Pick<GuestMail, 'subject' | 'lines'>,
): Promise<number> {
  const reached = guests.filter(({ email }) => email !== '')
  if (reached.length === 0) return 0
  const bodyId = await storeMail(tx, config, {
    ...mail,
    linkLabel: '查看报名、二维码，或取消',
    reason: `您收到此邮件，是因为您报名了“${fullMeetingName(meeting)}”。`,
    senderId: meeting.authorId,
  })
  return queueMessages(
    tx,
    reached.map((guest) => ({
      key: keyOf(guest),
      channel: 'mail',
      address: guest.email,
      recipientKind: 'address',
      recipientId: null,
      recipientName: guest.name,
      bodyId,
      fields: fieldsOf(guest.name, ticketLink(config, guest.code)),
      cause: causeName,
      about: aboutOf(guest.id, meeting),
      ...(notBefore !== undefined && { notBefore }),
    })),
  )
}

/** By mail where they left an address, and by short message where that is set up. @returns how many messages */
async function notifyGuests(
  tx: Tx,
  config: Core['config'],
  guests: readonly Guest[],
  telling: Telling,
  mail: Pick<GuestMail, 'subject' | 'lines'>,
): Promise<number> {
  const { meeting, cause: from, purpose, keyOf, notBefore, more } = telling
  const mailed = await mailGuests(tx, config, guests, telling, mail)
  const texts = guests.map(
    (guest): TextedGuest => ({
      name: guest.name,
      mobile: guest.mobile,
      path: ticketPath(guest.code),
      key: keyOf(guest),
      about: aboutOf(guest.id, meeting),
      ...(more && { more }),
    }),
  )
  const sent = { purpose, meeting, cause: from.name, ...(notBefore !== undefined && { notBefore }) }
  return mailed + (await textGuests(tx, config, texts, sent))
}

const guest = {
  id: signUps.id,
  name: signUps.name,
  mobile: signUps.mobile,
  email: signUps.email,
  code: signUps.code,
}

const liveGuests = (tx: Tx, meetingId: string, where?: SQL): Promise<Guest[]> =>
  tx
    .select(guest)
    .from(signUps)
    .where(and(eq(signUps.meetingId, meetingId), inArray(signUps.state, [...liveStates]), where))
    .orderBy(signUps.id)

/** To each live sign-up, once for each change of a published meeting. @returns how many messages */
export async function notifyMoved(
  tx: Tx,
  config: Core['config'],
  before: MeetingSeats,
  meeting: MeetingSeats,
  version: number,
): Promise<number> {
  if (meeting.state !== 'published' || meeting.endsOn < dayOf(Date.now())) return 0
  if (whenAndWhere(before) === whenAndWhere(meeting)) return 0
  const title = fullMeetingName(meeting)
  const keyOf = ({ id }: Guest) => `meetingMoved:${id}:${version}`
  const telling: Telling = { meeting, cause: movedCause, purpose: 'meetingMoved', keyOf }
  return notifyGuests(tx, config, await liveGuests(tx, meeting.id), telling, {
    subject: `时间或地点变更：${title}`,
    lines: [
      `您报名的“${title}”有变更，请以下面的安排为准。`,
      whenAndWhere(meeting),
      `原来的安排：\n${whenAndWhere(before)}`,
    ],
  })
}

/** How many live sign-ups there are, and how many of them are reached by which way. */
export async function reachOf(tx: Tx, config: Core['config'], meetingId: string, purpose: MeetingPurpose) {
  const guests = await liveGuests(tx, meetingId)
  const byMail = guests.filter(({ email }) => email !== '').length
  const byText = (await hasTexts(tx, config, purpose)) ? guests.length : 0
  return { guests: guests.length, byMail, byText }
}

/** So long a cancellation can be taken back before anybody hears of it. */
const CANCEL_WAIT_MS = 60_000

/** Told apart from an earlier cancellation of the meeting. */
const markOf = (cancelledAt: string) => String(Date.parse(cancelledAt))

/** @returns how many messages */
export async function notifyCancelled(
  tx: Tx,
  config: Core['config'],
  meeting: MeetingSeats,
  { cancelledAt, reason }: { cancelledAt: string; reason: string },
): Promise<number> {
  if (meeting.endsOn < dayOf(Date.now())) return 0
  const title = fullMeetingName(meeting)
  const telling: Telling = {
    meeting,
    cause: cancelledCause,
    purpose: 'meetingCancelled',
    keyOf: ({ id }) => `meetingCancelled:${id}:${markOf(cancelledAt)}`,
    notBefore: new Date(Date.now() + CANCEL_WAIT_MS).toISOString(),
    more: { 原因: reason },
  }
  return notifyGuests(tx, config, await liveGuests(tx, meeting.id), telling, {
    subject: `会议取消：${title}`,
    lines: [`您报名的“${title}”已取消，不再举行。${reason}`, whenAndWhere(meeting)],
  })
}

/** To those who were told of the cancellation, or may have been. @returns how many messages */
export async function notifyRestored(
  tx: Tx,
  config: Core['config'],
  meeting: MeetingSeats,
  cancelledAt: string,
): Promise<number> {
  if (meeting.endsOn < dayOf(Date.now())) return 0
  const key = sql`'meetingCancelled:' || ${signUps.id} || ':' || ${markOf(cancelledAt)}::text`
  const heard = sql`exists (select from ${messages} s where s.key in (${key}, ${key} || ':sms')
    and s.state not in ('queued', 'withheld', 'failed'))`
  const title = fullMeetingName(meeting)
  const keyOf = ({ id }: Guest) => `meetingRestored:${id}:${markOf(cancelledAt)}`
  const telling: Telling = { meeting, cause: restoredCause, purpose: 'meetingRestored', keyOf }
  return notifyGuests(tx, config, await liveGuests(tx, meeting.id, heard), telling, {
    subject: `会议照常举行：${title}`,
    lines: [`此前通知取消的“${title}”恢复举行，您的报名仍然有效。`, whenAndWhere(meeting)],
  })
}

const reminderKey = sql`'meetingReminder:' || ${signUps.id} || ':' || ${meetings.startsOn}`
const isQueued = (key: SQL) => sql`exists (select from ${messages} s where s.key <> '' and s.key = ${key})`

/** Who has a seat since before `today` and was not reminded by a way there is: of meetings that start the day after. */
const unreminded = (today: string, isTexted: boolean) =>
  sql`${signUps.state} = 'confirmed'
    and ${signUps.confirmedAt} < (${today}::date)::timestamp at time zone 'Asia/Shanghai'
    and (${signUps.email} <> '' and not ${isQueued(reminderKey)}
      ${isTexted ? sql`or not ${isQueued(sql`${reminderKey} || ':sms'`)}` : sql``})`

export async function meetingsToRemind(db: Db, config: Core['config'], today: string): Promise<string[]> {
  const isTexted = await hasTexts(db, config, 'meetingReminder')
  const found = await db
    .selectDistinct({ id: meetings.id })
    .from(meetings)
    .innerJoin(signUps, eq(signUps.meetingId, meetings.id))
    .where(
      and(eq(meetings.state, 'published'), sql`${meetings.startsOn} = ${today}::date + 1`, unreminded(today, isTexted)),
    )
  return found.map(({ id }) => id)
}

/** @returns how many guests */
export async function sendReminders(tx: Tx, config: Core['config'], meetingId: string, today: string): Promise<number> {
  const guests = await tx
    .select(guest)
    .from(signUps)
    .innerJoin(meetings, eq(meetings.id, signUps.meetingId))
    .where(and(eq(meetings.id, meetingId), unreminded(today, await hasTexts(tx, config, 'meetingReminder'))))
    .orderBy(signUps.id)
  const meeting = await seatsOf(tx, meetingId)
  const title = fullMeetingName(meeting)
  const keyOf = ({ id }: Guest) => `meetingReminder:${id}:${meeting.startsOn}`
  const telling: Telling = { meeting, cause: reminderCause, purpose: 'meetingReminder', keyOf }
  await notifyGuests(tx, config, guests, telling, {
    subject: `明天开会：${title}`,
    lines: [`您报名的“${title}”明天开始，签到时请出示二维码。`, whenAndWhere(meeting)],
  })
  return guests.length
}
