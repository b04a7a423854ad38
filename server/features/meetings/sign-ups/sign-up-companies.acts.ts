// Whose company comes: at confirmation a known one is linked, an unknown one becomes a registration, once for each sign-up.

import { and, eq, isNotNull } from 'drizzle-orm'
import { fullMeetingName } from '#contract/meetings/meeting-labels.ts'
import type { Act, Announcing } from '#server/core/act.ts'
import type { Tx } from '#server/db/connection.ts'
import { meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { users } from '#server/db/schema/organisation.ts'
import { registerFromMeeting } from '#server/features/members/registrations/registration-store.queries.ts'
import { trialOf } from '#server/features/sharing/sharing.rules.ts'
import type { MeetingSeats, StoredSignUp } from './seats.queries.ts'
import { customersNamed } from './sign-ups.queries.ts'

type GuestAct = Omit<Act, 'actor'> & Announcing

/** Whoever entered or invited keeps what becomes of it. */
async function keeperOf(tx: Tx, { keeperId }: StoredSignUp) {
  if (keeperId === null) return null
  const [keeper] = await tx.select({ name: users.realName }).from(users).where(eq(users.id, keeperId))
  return keeper ? { id: keeperId, remark: `${keeper.name}（按会议报名）` } : null
}

/** Of the same number at the same meeting, where it signed up before. */
async function earlierRegistration(tx: Tx, { meetingId, mobile }: StoredSignUp): Promise<string | null> {
  const [found] = await tx
    .select({ id: signUps.registrationId })
    .from(signUps)
    .where(and(eq(signUps.meetingId, meetingId), eq(signUps.mobile, mobile), isNotNull(signUps.registrationId)))
    .limit(1)
  return found?.id ?? null
}

async function register(
  { tx, by, announce }: GuestAct,
  meeting: MeetingSeats,
  row: StoredSignUp,
): Promise<string | null> {
  const { company, name, mobile, email, channel } = row
  const form = {
    company,
    contact: name,
    mobile,
    email,
    remark: `报名会议“${fullMeetingName(meeting)}”`,
    subProduct: trialOf(channel === '' ? meeting.channels : [channel]),
  }
  return registerFromMeeting(tx, announce, by, form, await keeperOf(tx, row))
}

export async function linkCompany(act: GuestAct, meeting: MeetingSeats, row: StoredSignUp): Promise<StoredSignUp> {
  const { tx } = act
  if (row.customerId !== null || row.registrationId !== null) return row
  const customerId = (await customersNamed(tx, [row.company]))(row.company)
  const registrationId =
    customerId === null ? ((await earlierRegistration(tx, row)) ?? (await register(act, meeting, row))) : null
  await tx.update(signUps).set({ customerId, registrationId }).where(eq(signUps.id, row.id))
  return { ...row, customerId, registrationId }
}
