// What guests are told of their meeting: that it moved, and a day before that it begins.
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { dayOf } from '../../../contract/days.ts'
import { fullMeetingName } from '../../../contract/meetings/meeting-labels.ts'
import { liveStates, type SignUpState } from '../../../contract/meetings/sign-up-labels.ts'
import type { Core } from '../../core/core.ts'
import { type Cause, cause } from '../../core/outbox/causes.ts'
import { queueMessages } from '../../core/outbox/queue.ts'
import type { Db, Tx } from '../../db/connection.ts'
import { messages } from '../../db/schema/core/outbox.ts'
import { meetingSignUps as signUps } from '../../db/schema/meeting-sign-ups.ts'
import { meetings } from '../../db/schema/meetings.ts'
import { fieldsOf, type GuestMail, storeMail, ticketLink, whenAndWhere } from './guest-mails.queries.ts'
import { type MeetingSeats, seatsOf } from './sign-ups/seats.queries.ts'

type Guest = { id: string; name: string; email: string; code: string }

/** `about` is the sign-up, and what the mail says of time and place: what is no longer so is not said. */
const aboutOf = (id: string, meeting: MeetingSeats) => `${id}:${whenAndWhere(meeting)}`

const told =
  (states: readonly SignUpState[]): Cause['refuse'] =>
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
          eq(meetings.state, 'published'),
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
export const reminderCause = cause({ name: 'meeting.reminder', label: '会议提醒', refuse: told(['confirmed']) })

type Telling = { meeting: MeetingSeats; cause: Cause; keyOf: (guest: Guest) => string }

async function mailGuests(
  tx: Tx,
  config: Core['config'],
  guests: readonly Guest[],
  { meeting, cause: { name: causeName }, keyOf }: Telling,
  mail: Pick<GuestMail, 'subject' | 'lines'>,
): Promise<number> {
  if (guests.length === 0) return 0
  const bodyId = await storeMail(tx, {
    ...mail,
    linkLabel: '查看报名、二维码，或取消',
    reason: `您收到此邮件，是因为您报名了“${fullMeetingName(meeting)}”。`,
    senderId: meeting.authorId,
  })
  return queueMessages(
    tx,
    guests.map((guest) => ({
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
    })),
  )
}

const guest = { id: signUps.id, name: signUps.name, email: signUps.email, code: signUps.code }

/** To each live sign-up with an address, once for each change of a published meeting. @returns how many */
export async function mailMoved(
  tx: Tx,
  config: Core['config'],
  before: MeetingSeats,
  meeting: MeetingSeats,
  version: number,
): Promise<number> {
  if (meeting.state !== 'published' || meeting.endsOn < dayOf(Date.now())) return 0
  if (whenAndWhere(before) === whenAndWhere(meeting)) return 0
  const guests = await tx
    .select(guest)
    .from(signUps)
    .where(and(eq(signUps.meetingId, meeting.id), inArray(signUps.state, [...liveStates]), ne(signUps.email, '')))
    .orderBy(signUps.id)
  const title = fullMeetingName(meeting)
  const told = { meeting, cause: movedCause, keyOf: ({ id }: Guest) => `meetingMoved:${id}:${version}` }
  return mailGuests(tx, config, guests, told, {
    subject: `时间或地点变更：${title}`,
    lines: [
      `您报名的“${title}”有变更，请以下面的安排为准。`,
      whenAndWhere(meeting),
      `原来的安排：\n${whenAndWhere(before)}`,
    ],
  })
}

/** Who has a seat since before `today` and was not reminded: of meetings that start the day after. */
const unreminded = (today: string) =>
  sql`${signUps.state} = 'confirmed' and ${signUps.email} <> ''
    and ${signUps.confirmedAt} < (${today}::date)::timestamp at time zone 'Asia/Shanghai'
    and not exists (select from ${messages} s where s.key <> '' and s.key = 'meetingReminder:' || ${signUps.id} || ':' || ${meetings.startsOn})`

export async function meetingsToRemind(db: Db, today: string): Promise<string[]> {
  const found = await db
    .selectDistinct({ id: meetings.id })
    .from(meetings)
    .innerJoin(signUps, eq(signUps.meetingId, meetings.id))
    .where(and(eq(meetings.state, 'published'), sql`${meetings.startsOn} = ${today}::date + 1`, unreminded(today)))
  return found.map(({ id }) => id)
}

/** @returns how many */
export async function mailReminders(tx: Tx, config: Core['config'], meetingId: string, today: string): Promise<number> {
  const guests = await tx
    .select(guest)
    .from(signUps)
    .innerJoin(meetings, eq(meetings.id, signUps.meetingId))
    .where(and(eq(meetings.id, meetingId), unreminded(today)))
    .orderBy(signUps.id)
  const meeting = await seatsOf(tx, meetingId)
  const title = fullMeetingName(meeting)
  const told = { meeting, cause: reminderCause, keyOf: ({ id }: Guest) => `meetingReminder:${id}:${meeting.startsOn}` }
  return mailGuests(tx, config, guests, told, {
    subject: `明天开会：${title}`,
    lines: [`您报名的“${title}”明天开始，签到时请出示二维码。`, whenAndWhere(meeting)],
  })
}
