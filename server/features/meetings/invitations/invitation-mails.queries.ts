// The mail of an invitation: advertising, which ends by opting out of 营销.
import { inArray, sql } from 'drizzle-orm'
import { fullMeetingName } from '#contract/meetings/meeting-labels.ts'
import { meetingPath } from '#contract/meetings/sign-up-codes.ts'
import type { Core } from '#server/core/core.ts'
import { cause } from '#server/core/outbox/causes.ts'
import { queueMessages } from '#server/core/outbox/queue.ts'
import type { Tx } from '#server/db/connection.ts'
import { meetingInvitations as invitations, meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { absolute, fieldsOf, storeMail, whenAndWhere } from '../guest-mails.queries.ts'
import { textGuests } from '../guest-texts.queries.ts'
import type { MeetingSeats } from '../sign-ups/seats.queries.ts'

/** `about` is the invitation: of one that has ended, or whose guest has signed up meanwhile, nothing is sent. */
export const invitationCause = cause({
  name: 'meeting.invitation',
  label: '会议邀请函',
  isCommercial: true,
  refuse: async (tx, claimed) => {
    const found = await tx
      .select({ id: invitations.id })
      .from(invitations)
      .where(
        sql`${inArray(
          invitations.id,
          claimed.map(({ about }) => about),
        )} and ${invitations.endedAt} is null
          and exists (select from ${meetings} m where m.id = ${invitations.meetingId} and m.state = 'published')
          and not exists (select from ${signUps} s where s.id = ${invitations.signUpId}
            and s.state not in ('cancelled', 'refused', 'lapsed'))`,
      )
    const live = new Set(found.map(({ id }) => id))
    return new Map(claimed.flatMap(({ id, about }) => (live.has(about) ? [] : [[id, '已报名，或邀请已作废'] as const])))
  },
})

type Invited = { id: string; code: string; name: string; mobile: string; email: string }

/** @returns how many were queued; who has no address gets none */
export async function mailInvitations(
  tx: Tx,
  config: Core['config'],
  meeting: MeetingSeats,
  invited: readonly Invited[],
  inviterId: string,
): Promise<number> {
  const reached = invited.filter(({ email }) => email !== '')
  if (reached.length === 0) return 0
  const title = fullMeetingName(meeting)
  const bodyId = await storeMail(tx, config, {
    subject: `邀请函：${title}`,
    lines: [`诚邀您参加“${title}”。`, whenAndWhere(meeting), '本邀请函仅供您本人报名，请不要转给他人。'],
    linkLabel: '查看详情并报名',
    reason: '您收到此邮件，是因为您是我们客户的联系人或用户。',
    senderId: inviterId,
    topic: 'marketing',
  })
  return queueMessages(
    tx,
    reached.map(({ id, code, name, email }) => ({
      key: `meetingInvitation:${code}`,
      channel: 'mail',
      address: email,
      recipientKind: 'contact',
      recipientId: null,
      recipientName: name,
      bodyId,
      fields: fieldsOf(name, absolute(config, meetingPath(code))),
      cause: invitationCause.name,
      about: id,
    })),
  )
}

/** @returns how many were queued */
export const textInvitations = (
  tx: Tx,
  config: Core['config'],
  meeting: MeetingSeats,
  invited: readonly Invited[],
): Promise<number> =>
  textGuests(
    tx,
    config,
    invited.map(({ id, code, name, mobile }) => ({
      name,
      mobile,
      path: meetingPath(code),
      key: `meetingInvitation:${code}`,
      about: id,
    })),
    { purpose: 'meetingInvitation', meeting, cause: invitationCause.name },
  )
