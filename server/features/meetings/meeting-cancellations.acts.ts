// A meeting that does not take place, and one that takes place after all. Its sign-ups stay as they were.
import { sql } from 'drizzle-orm'
import { dayOf } from '#contract/days.ts'
import type { Preview } from '#contract/envelope.ts'
import { fullMeetingName } from '#contract/meetings/meeting-labels.ts'
import { audit } from '#server/core/audit/audit.ts'
import type { Plan } from '#server/core/http/confirmations.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { updateRow } from '#server/core/rows/store.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { notifyCancelled, notifyRestored, reachOf } from './meeting-messages.queries.ts'
import type { MeetingAct } from './meetings.acts.ts'
import { promote } from './sign-ups/seats.acts.ts'
import { lockSeats } from './sign-ups/seats.queries.ts'

const named = (id: string, verb: string) => ({ action: `meeting.${verb}`, targetType: 'meeting', targetId: id })

/** @param ask how many guests are told, and how */
export async function cancelMeetingRow(
  { tx, by, core: { config } }: MeetingAct,
  { id, cancelReason }: { id: string; cancelReason: string },
  ask: (plan: Plan<Preview>) => Promise<void>,
): Promise<void> {
  const meeting = await lockSeats(tx, id)
  const title = fullMeetingName(meeting)
  if (meeting.state !== 'published') throw refuse('conflict', { msg: `“${title}”没有发布，不能取消` })
  if (meeting.endsOn < dayOf(Date.now())) throw refuse('conflict', { msg: `“${title}”已结束，不能取消` })
  const { guests, byMail, byText } = await reachOf(tx, config, id, 'meetingCancelled')
  const ways = [...(byMail > 0 ? [`${byMail} 人发邮件`] : []), ...(byText > 0 ? [`${byText} 人发短信`] : [])]
  const untold = byText > 0 ? 0 : guests - byMail
  await ask({
    preview: {
      text: [
        `取消后不再接受报名，${guests} 份报名保留。`,
        ways.length > 0 ? `一分钟后通知：${ways.join('，')}；在此之前恢复则不通知。` : '',
        untold > 0 ? `${untold} 份没有邮箱，请电话通知。` : '',
      ].join(''),
      groups: [],
    },
    versions: [guests, byMail, byText],
  })
  const reason = cancelReason.trim()
  const cancelledAt = new Date().toISOString()
  await updateRow(tx, meetings, id, {
    state: 'cancelled',
    cancelledAt,
    cancelReason: reason,
    updatedAt: sql`now()`,
  })
  await audit(tx, by, {
    ...named(id, 'cancel'),
    before: { state: meeting.state },
    after: { state: 'cancelled', cancelReason: reason },
  })
  await notifyCancelled(tx, config, meeting, { cancelledAt, reason })
}

export async function restoreMeetingRow(act: MeetingAct, id: string): Promise<void> {
  const { tx, by, core } = act
  const meeting = await lockSeats(tx, id)
  const { cancelledAt } = meeting
  if (meeting.state !== 'cancelled' || cancelledAt === null)
    throw refuse('conflict', { msg: `“${fullMeetingName(meeting)}”没有取消` })
  await updateRow(tx, meetings, id, { state: 'published', cancelledAt: null, cancelReason: '', updatedAt: sql`now()` })
  await audit(tx, by, {
    ...named(id, 'restoreMeeting'),
    before: { state: meeting.state, cancelReason: meeting.cancelReason },
    after: { state: 'published' },
  })
  await notifyRestored(tx, core.config, meeting, cancelledAt)
  // seats that were given up meanwhile
  await promote(act, await lockSeats(tx, id))
}
