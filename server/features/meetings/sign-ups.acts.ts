// Signing up for a meeting, confirming, changing, cancelling; seats that become free go to those who wait.
import { eq, sql } from 'drizzle-orm'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { fullMeetingName } from '../../../contract/meetings/meeting-labels.ts'
import type { SignUpSource, SignUpState } from '../../../contract/meetings/sign-up-labels.ts'
import type { editSignUp, SignUpForm } from '../../../contract/meetings/sign-ups.ts'
import { audit, difference } from '../../core/audit/audit.ts'
import type { Author } from '../../core/core.ts'
import { attemptEach } from '../../core/http/outcomes.ts'
import { allFound, checkFields, refuse } from '../../core/http/refusal.ts'
import type { Change } from '../../core/live/bus.ts'
import { insertRow, updateRow } from '../../core/rows/store.ts'
import type { Tx } from '../../db/connection.ts'
import { meetingSignUps as signUps } from '../../db/schema/meeting-sign-ups.ts'
import { registerFromMeeting } from '../members/registrations/registration-store.queries.ts'
import { maskMobile } from '../members/registrations/registrations.rules.ts'
import { trialOf } from '../sharing/sharing.rules.ts'
import { mailSignUp, noticeSeat } from './sign-up-mails.queries.ts'
import {
  customersNamed,
  lockSeats,
  type MeetingSeats,
  ofPerson,
  type StoredSignUp,
  signUpsOf,
  storedSignUp,
  takenSeats,
  waitingOf,
} from './sign-ups.queries.ts'
import { extraOf, newTicket, peopleOf, problemsOfSignUp, promotable } from './sign-ups.rules.ts'

export type Act = { tx: Tx; by: Author; announce: (change: Change) => void }

const TARGET = 'meetingSignUp'
const named = (id: string, verb: string) => ({ action: `${TARGET}.${verb}`, targetType: TARGET, targetId: id })

/** What a sign-up says; mobile numbers are masked in the audit log. */
const valuesOf = ({ name, company, mobile, email, companions, extra, ...form }: SignUpForm) => ({
  ...{ name: name.trim(), company: company.trim(), mobile: mobile.trim(), email: email.trim(), companions },
  extra: extraOf(extra),
  ...{ invoiceTitle: form.invoiceTitle.trim(), invoiceTax: form.invoiceTax.trim(), remark: form.remark.trim() },
  // whoever gives a title wants one
  invoiceState:
    form.invoiceState === 'none' && form.invoiceTitle.trim() !== '' ? ('requested' as const) : form.invoiceState,
})

const audited = ({ mobile, ...row }: ReturnType<typeof valuesOf>) => ({ ...row, mobile: maskMobile(mobile) })

/** Columns of a state that it is given now. */
const turned = (state: SignUpState) => ({
  state,
  waitingAt: state === 'waiting' ? sql`clock_timestamp()` : null,
  ...(state === 'confirmed' && { confirmedAt: sql`now()` }),
  ...(state !== 'cancelled' && { reason: '' }),
})

const freeSeats = async (tx: Tx, { id, seats }: MeetingSeats): Promise<number> => seats - (await takenSeats(tx, id))

const seatFor = async (tx: Tx, meeting: MeetingSeats, companions: number): Promise<'confirmed' | 'waiting'> =>
  peopleOf({ companions }) <= (await freeSeats(tx, meeting)) ? 'confirmed' : 'waiting'

type Origin = {
  source: SignUpSource
  channel?: string
  /** Who enters or invites. */
  keeper: { id: string; realName: string } | null
  /** Of an organiser: no confirmation is waited for. */
  isConfirmed: boolean
  /** Known from the invitation; otherwise the customer of that name. */
  customerId?: string
}

/** An unknown company becomes a registration of whoever invited it. */
async function register(
  { tx, by, announce }: Act,
  meeting: MeetingSeats,
  { name, company, mobile, email }: ReturnType<typeof valuesOf>,
  { channel, keeper }: Origin,
): Promise<string | null> {
  const form = {
    ...{ company, contact: name, mobile, email, remark: `报名会议“${fullMeetingName(meeting)}”` },
    subProduct: trialOf(channel ? [channel] : meeting.channels),
  }
  const owner = keeper && { id: keeper.id, remark: `${keeper.realName}（按会议报名）` }
  return registerFromMeeting(tx, announce, by, form, owner)
}

/** @returns `isNew`: false where the number has signed up before, which changes nothing unless that is cancelled */
export async function signUp(
  act: Act,
  meeting: MeetingSeats,
  form: SignUpForm,
  origin: Origin,
): Promise<{ isNew: boolean; row: StoredSignUp }> {
  const { tx, by } = act
  checkFields(problemsOfSignUp(form, meeting.signUpFields))
  const values = valuesOf(form)
  const before = await ofPerson(tx, meeting.id, values.mobile)
  if (before && before.state !== 'cancelled') return { isNew: false, row: before }
  const found = await customersNamed(tx, [values.company])
  const customerId = origin.customerId ?? found.get(values.company.toLowerCase()) ?? null
  const registrationId =
    customerId === null ? (before?.registrationId ?? (await register(act, meeting, values, origin))) : null
  const state = meeting.signUpReview && !origin.isConfirmed ? 'applied' : await seatFor(tx, meeting, values.companions)
  const stored = {
    ...values,
    ...turned(state),
    ...{ source: origin.source, channel: origin.channel ?? '', keeperId: origin.keeper?.id ?? null },
    ...{ customerId, registrationId, appliedAt: sql`now()`, updatedAt: sql`now()` },
  }
  let id = before?.id
  if (id === undefined) id = await insertRow(tx, signUps, { ...stored, meetingId: meeting.id, ticket: newTicket() })
  else await updateRow(tx, signUps, id, stored)
  const row = await storedSignUp(tx, id)
  if (state !== 'applied') await mailSignUp(tx, meeting, { ...row, state })
  await audit(tx, by, {
    ...named(id, 'add'),
    after: { meetingId: meeting.id, ...audited(values), state, source: origin.source },
  })
  return { isNew: true, row }
}

async function turn(act: Act, row: StoredSignUp, state: SignUpState, verb: string, reason = ''): Promise<StoredSignUp> {
  const { tx, by } = act
  const values = { ...turned(state), ...(reason !== '' && { reason }), updatedAt: sql`now()` }
  await updateRow(tx, signUps, row.id, values)
  await audit(tx, by, {
    ...named(row.id, verb),
    before: { state: row.state },
    after: { state, ...(reason !== '' && { reason }) },
  })
  return storedSignUp(tx, row.id)
}

/**
 * Gives free seats to those who wait, in their order, and tells them. Nobody is called to a meeting that is over.
 * @returns their names
 */
export async function promote(act: Act, meeting: MeetingSeats, today: string): Promise<string[]> {
  if (meeting.endsOn < today) return []
  const { tx } = act
  const free = await freeSeats(tx, meeting)
  if (free < 1) return []
  const next = promotable(await waitingOf(tx, meeting.id), free)
  for (const waiting of next) {
    const row = await turn(act, waiting, 'confirmed', 'promote')
    await mailSignUp(tx, meeting, { ...row, state: 'confirmed' })
    await noticeSeat(tx, meeting, row)
  }
  return next.map(({ name }) => name)
}

/** Locks the meeting of a sign-up, then reads it. */
async function lockSignUp(tx: Tx, id: string): Promise<{ meeting: MeetingSeats; row: StoredSignUp }> {
  const { meetingId } = await storedSignUp(tx, id)
  const meeting = await lockSeats(tx, meetingId)
  return { meeting, row: await storedSignUp(tx, id) }
}

const holdsSeat = ({ state }: { state: SignUpState }) => state === 'confirmed' || state === 'came'

export async function editSignUpRow(
  act: Act,
  { id, version, ...form }: BodyOf<typeof editSignUp>,
  today: string,
  stale: () => Promise<unknown>,
): Promise<{ id: string; state: SignUpState }> {
  const { tx, by } = act
  const { meeting, row } = await lockSignUp(tx, id)
  if (row.version !== version) throw refuse('stale', { data: await stale() })
  checkFields(problemsOfSignUp(form, meeting.signUpFields))
  const values = valuesOf(form)
  const other = values.mobile === row.mobile ? undefined : await ofPerson(tx, meeting.id, values.mobile)
  const more = values.companions - row.companions
  const free = await freeSeats(tx, meeting)
  checkFields({
    mobile: other ? `该手机号码已由${other.name}报名` : null,
    companions: holdsSeat(row) && more > Math.max(free, 0) ? `名额不足，最多再加 ${Math.max(free, 0)} 人` : null,
  })
  const customers = values.company === row.company ? null : await customersNamed(tx, [values.company])
  const customerId = customers ? (customers.get(values.company.toLowerCase()) ?? null) : row.customerId
  await updateRow(tx, signUps, id, { ...values, customerId, updatedAt: sql`now()` })
  await audit(tx, by, {
    ...named(id, 'edit'),
    ...difference<Record<string, unknown>>({ ...row, mobile: maskMobile(row.mobile) }, audited(values)),
  })
  if (more < 0) await promote(act, meeting, today)
  return { id, state: (await storedSignUp(tx, id)).state }
}

export async function confirmMany(act: Act, meetingId: string, ids: readonly string[]) {
  const meeting = await lockSeats(act.tx, meetingId)
  const found = allFound(await signUpsOf(act.tx, meetingId, ids), ids)
  return attemptEach(act.tx, found, async (tx, { id }) => {
    const row = await storedSignUp(tx, id)
    if (row.state !== 'applied' && row.state !== 'waiting')
      throw refuse('conflict', { msg: holdsSeat(row) ? '已经确认' : '已取消，请先恢复' })
    const free = await freeSeats(tx, meeting)
    if (peopleOf(row) > free)
      throw refuse('conflict', { msg: `名额不足：需要 ${peopleOf(row)} 个，还剩 ${Math.max(free, 0)} 个` })
    const confirmed = await turn({ ...act, tx }, row, 'confirmed', 'confirm')
    await mailSignUp(tx, meeting, { ...confirmed, state: 'confirmed' })
  })
}

/** @returns names of those who got a seat by it */
export async function cancelRow(act: Act, id: string, reason: string, today: string): Promise<string[]> {
  const { meeting, row } = await lockSignUp(act.tx, id)
  if (row.state === 'came') throw refuse('conflict', { msg: '已到场签到，不能取消' })
  if (row.state === 'cancelled') throw refuse('conflict', { msg: '已经取消' })
  await turn(act, row, 'cancelled', 'cancel', reason)
  return promote(act, meeting, today)
}

export async function restoreRow(act: Act, id: string): Promise<{ id: string; state: SignUpState }> {
  const { meeting, row } = await lockSignUp(act.tx, id)
  if (row.state !== 'cancelled') throw refuse('conflict', { msg: '没有取消，不需要恢复' })
  const state = await seatFor(act.tx, meeting, row.companions)
  const restored = await turn(act, row, state, 'restore')
  await mailSignUp(act.tx, meeting, { ...restored, state })
  return { id, state }
}

/** What prevents fewer seats. */
export async function seatsProblem(tx: Tx, meetingId: string, seats: number): Promise<string | null> {
  const taken = await takenSeats(tx, meetingId)
  return seats < taken ? `已确认 ${taken} 人，名额不能少于 ${taken}` : null
}

export const countSignUps = (tx: Tx, meetingId: string): Promise<number> =>
  tx.$count(signUps, eq(signUps.meetingId, meetingId))
