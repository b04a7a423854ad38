// Meetings for tests.
import { eq } from 'drizzle-orm'
import type { SignUpForm } from '#contract/meetings/sign-ups.ts'
import type { Db } from '#server/db/connection.ts'
import { meetingQuotas, signUpPeople, meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { newTicket } from '#server/features/meetings/sign-ups/sign-ups.rules.ts'

let made = 0

/** A published meeting of two days in 2026, with a name of its own. */
export async function makeMeeting(db: Db, authorId: string, changes: Partial<typeof meetings.$inferInsert> = {}) {
  made += 1
  const [meeting] = await db
    .insert(meetings)
    .values({
      name: `钢铁产业大会 ${made}`,
      edition: '第十届',
      kind: 'conference',
      startsOn: '2026-06-18',
      endsOn: '2026-06-19',
      seats: 300,
      body: { type: 'doc', content: [] },
      state: 'published',
      publishedAt: '2026-01-05T09:00:00+08:00',
      authorId,
      ...changes,
    })
    .returning()
  if (!meeting) throw new Error('no meeting was made')
  await db.insert(meetingQuotas).values({ meetingId: meeting.id, name: '正式', seats: meeting.seats })
  return meeting
}

/** What a guest says of a sign-up beside who it is for. */
export const guestAnswers = {
  email: '',
  companionNames: [],
  extra: {},
  answers: {},
  quotaId: null,
  invoiceTitle: '',
  invoiceTax: '',
}

/** What staff send to sign somebody up; the mobile number is new each time. */
export function signUpForm(changes: Partial<SignUpForm> = {}): SignUpForm {
  made += 1
  return {
    name: `来宾${made}`,
    company: '甲厂',
    mobile: `135${String(made).padStart(8, '0')}`,
    ...guestAnswers,
    invoiceState: 'none',
    remark: '',
    ...changes,
  }
}

/** A sign-up of the meeting with its heads, confirmed unless `changes` says otherwise. */
export async function makeGuests(db: Db, meetingId: string, changes: Partial<typeof signUps.$inferInsert> = {}) {
  made += 1
  const [quota] = await db.select().from(meetingQuotas).where(eq(meetingQuotas.meetingId, meetingId)).limit(1)
  const [signUp] = await db
    .insert(signUps)
    .values({
      meetingId,
      quotaId: quota?.id ?? '',
      name: `来宾${made}`,
      company: '甲厂',
      state: 'confirmed',
      source: 'hand',
      ticket: newTicket(),
      mobile: `134${String(made).padStart(8, '0')}`,
      ...changes,
    })
    .returning()
  if (!signUp) throw new Error('no sign-up was made')
  const heads = await db
    .insert(signUpPeople)
    .values(
      Array.from({ length: 1 + signUp.companions }, (_, position) => ({
        signUpId: signUp.id,
        quotaId: signUp.quotaId,
        position,
        name: position === 0 ? signUp.name : `${signUp.name}随行${position}`,
      })),
    )
    .returning()
  return { ...signUp, heads, codes: heads.map(({ code }) => code) }
}
