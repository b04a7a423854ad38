// Signing up for a meeting, confirming, refusing, changing, cancelling. Seats: `seats.acts.ts`.

import { sql } from 'drizzle-orm'
import type { BodyOf } from '#contract/endpoint.ts'
import type { SignUpSource, SignUpState } from '#contract/meetings/sign-up-labels.ts'
import type { editSignUp, SignUpForm } from '#contract/meetings/sign-ups.ts'
import { maskEmail, maskMobile } from '#server/core/access/masks.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import { attemptEach } from '#server/core/http/outcomes.ts'
import { allFound, checkFields, refuse } from '#server/core/http/refusal.ts'
import { updateRow } from '#server/core/rows/store.ts'
import type { Tx } from '#server/db/connection.ts'
import { meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { tieByNumber } from '../invitations/invitations.queries.ts'
import {
  freeIn,
  lockSignUp,
  named,
  noSeats,
  promote,
  quotaIn,
  refuseCancelled,
  type SeatAct,
  seatFor,
  take,
  turn,
  turned,
} from './seats.acts.ts'
import {
  checkedInAmong,
  insertPeople,
  type LockedMeeting,
  lockSeats,
  lockSignUps,
  peopleOfSignUp,
  type StoredSignUp,
  storedSignUp,
  storePeople,
} from './seats.queries.ts'
import { headsFor, holdsSeat, peopleOf } from './seats.rules.ts'
import { linkCompany } from './sign-up-companies.acts.ts'
import { noticeNewSignUp, notifySignUp } from './sign-up-mails.queries.ts'
import { customersNamed, ofPerson } from './sign-ups.queries.ts'
import { answersOf, chosenQuota, extraOf, isLive, newTicket, problemsOfSignUp } from './sign-ups.rules.ts'

/** What a sign-up says; channels are masked in the audit log. */
const valuesOf = (form: SignUpForm, meeting: LockedMeeting) => ({
  name: form.name.trim(),
  company: form.company.trim(),
  mobile: form.mobile.trim(),
  email: form.email.trim(),
  companions: form.companionNames.length,
  extra: extraOf(form.extra),
  answers: answersOf(form.answers, meeting.ownFields),
  invoiceTitle: form.invoiceTitle.trim(),
  invoiceTax: form.invoiceTax.trim(),
  remark: form.remark.trim(),
  // whoever gives a title wants one
  invoiceState:
    form.invoiceState === 'none' && form.invoiceTitle.trim() !== '' ? ('requested' as const) : form.invoiceState,
})

type Said = Record<string, unknown> & { mobile?: string; email?: string }
const audited = ({ mobile, email, ...row }: Said): Record<string, unknown> => ({
  ...row,
  ...(mobile !== undefined && { mobile: maskMobile(mobile) }),
  ...(email !== undefined && { email: maskEmail(email) }),
})
const namesOf = ({ companionNames }: SignUpForm) => companionNames.map((name) => name.trim())

type Origin = {
  source: SignUpSource
  channel?: string
  /** Who enters or invites. */
  keeperId: string | null
  /** Of an organiser: no confirmation is waited for, and each quota may be chosen. */
  isOrganiser: boolean
  /** Known from the invitation; otherwise the customer of that name. */
  customerId?: string
  /** Agreed to how the data are used, on a page of ours. */
  hasConsent?: boolean
}

/** @returns `isNew`: false where the number has a live sign-up, which changes nothing */
export async function signUp(
  act: SeatAct,
  meeting: LockedMeeting,
  form: SignUpForm,
  origin: Origin,
): Promise<{ isNew: boolean; row: StoredSignUp }> {
  const { tx, by } = act
  refuseCancelled(meeting)
  checkFields(problemsOfSignUp(form, meeting))
  const quota = chosenQuota(meeting.quotas, form.quotaId, origin.isOrganiser)
  const values = valuesOf(form, meeting)
  const before = await ofPerson(tx, meeting.id, values.mobile)
  if (before && isLive(before)) return { isNew: false, row: before }
  const people = peopleOf(values)
  const state = meeting.signUpReview && !origin.isOrganiser ? 'applied' : await seatFor(tx, meeting, quota, people)
  if (state === 'confirmed') await take(tx, quota, people)
  const [stored] = await tx
    .insert(signUps)
    .values({
      ...values,
      ...turned(state),
      meetingId: meeting.id,
      quotaId: quota.id,
      ticket: newTicket(),
      source: origin.source,
      channel: origin.channel ?? '',
      keeperId: origin.keeperId,
      customerId: origin.customerId ?? (await customersNamed(tx, [values.company]))(values.company),
      consentAt: origin.hasConsent ? sql`now()` : null,
    })
    .returning()
  if (!stored) throw new Error('no sign-up was stored')
  const { id } = stored
  await insertPeople(tx, stored, values, namesOf(form))
  await tieByNumber(tx, meeting.id, values.mobile, id)
  await audit(tx, by, {
    ...named(id, 'add'),
    after: { meetingId: meeting.id, ...audited(values), quota: quota.name, state, source: origin.source },
  })
  const row = state === 'confirmed' ? await linkCompany(act, meeting, stored) : stored
  await notifySignUp(act, meeting, row)
  if (origin.source !== 'hand') await noticeNewSignUp(act, meeting, row)
  return { isNew: true, row }
}

export async function editSignUpRow(
  act: SeatAct,
  { id, version, ...form }: BodyOf<typeof editSignUp>,
  stale: () => Promise<unknown>,
): Promise<{ id: string; state: SignUpState }> {
  const { tx, by } = act
  const { meeting, row } = await lockSignUp(tx, id)
  if (row.version !== version) throw refuse('stale', { data: await stale() })
  checkFields(problemsOfSignUp(form, meeting))
  const values = valuesOf(form, meeting)
  const other = values.mobile === row.mobile ? undefined : await ofPerson(tx, meeting.id, values.mobile)
  const quota = quotaIn(meeting, row.quotaId)
  const more = values.companions - row.companions
  const free = Math.max(freeIn(quota), 0)
  checkFields({
    mobile: other && isLive(other) && isLive(row) ? `该手机号码已由${other.name}报名` : null,
    companionNames: holdsSeat(row) && more > free ? `名额不足，最多再加 ${free} 人` : null,
  })
  const { heads, gone } = headsFor((await peopleOfSignUp(tx, id)).slice(1), namesOf(form))
  // a head that goes takes its scans with it
  const checkedIn = await checkedInAmong(
    tx,
    gone.map((head) => head.id),
  )
  const stays = gone.find((head) => checkedIn.has(head.id))
  checkFields({ companionNames: stays ? `随行人员“${stays.name}”已签到，不能移除` : null })
  if (holdsSeat(row)) await take(tx, quota, more)
  const customerId =
    values.company === row.company ? row.customerId : (await customersNamed(tx, [values.company]))(values.company)
  await updateRow(tx, signUps, id, { ...values, customerId, updatedAt: sql`now()` })
  await storePeople(tx, row, { name: values.name, mobile: values.mobile }, heads)
  const { before, after } = difference<Record<string, unknown>>(row, values)
  await audit(tx, by, { ...named(id, 'edit'), before: audited(before), after: audited(after) })
  if (more < 0) await promote(act, meeting)
  return { id, state: (await storedSignUp(tx, id)).state }
}

/** Each of these of the meeting by itself: some may succeed. */
async function each(
  act: SeatAct,
  meetingId: string,
  ids: readonly string[],
  one: (act: SeatAct, meeting: LockedMeeting, row: StoredSignUp) => Promise<void>,
) {
  await lockSeats(act.tx, meetingId)
  const found = allFound(await lockSignUps(act.tx, meetingId, ids), ids)
  return attemptEach(act.tx, found, async (tx, { id }) => {
    // what an attempt took and gave back is read anew
    const { meeting, row } = await lockSignUp(tx, id)
    await one({ ...act, tx }, meeting, row)
  })
}

export const confirmMany = (act: SeatAct, meetingId: string, ids: readonly string[]) =>
  each(act, meetingId, ids, async (inner, meeting, row) => {
    refuseCancelled(meeting)
    if (row.state !== 'applied' && row.state !== 'waiting' && row.state !== 'offered')
      throw refuse('conflict', { msg: holdsSeat(row) ? '已经确认' : '报名已结束，请先恢复' })
    const free = freeIn(quotaIn(meeting, row.quotaId))
    if (!holdsSeat(row) && peopleOf(row) > free) throw noSeats(peopleOf(row), free)
    await turn(inner, meeting, row, 'confirmed', { verb: 'confirm' })
  })

export const refuseMany = (act: SeatAct, meetingId: string, ids: readonly string[], reason: string) =>
  each(act, meetingId, ids, async (inner, meeting, row) => {
    if (row.state !== 'applied') throw refuse('conflict', { msg: '只有待确认的报名可以拒绝' })
    await turn(inner, meeting, row, 'refused', { verb: 'refuse', reason })
  })

/** @returns names of those who got a seat by it */
export async function cancelRow(act: SeatAct, id: string, reason: string): Promise<string[]> {
  const { meeting, row } = await lockSignUp(act.tx, id)
  if (row.state === 'came') throw refuse('conflict', { msg: '已到场签到，不能取消' })
  if (!isLive(row)) throw refuse('conflict', { msg: row.state === 'cancelled' ? '已经取消' : '报名已结束' })
  await turn(act, meeting, row, 'cancelled', { verb: 'cancel', reason })
  return promote(act, meeting)
}

/** Of what was cancelled, refused or has lapsed: confirmed where there is room, otherwise behind those who wait. */
export async function restoreRow(act: SeatAct, id: string): Promise<{ id: string; state: SignUpState }> {
  const { meeting, row } = await lockSignUp(act.tx, id)
  refuseCancelled(meeting)
  if (isLive(row)) throw refuse('conflict', { msg: '没有取消，不需要恢复' })
  const other = await ofPerson(act.tx, meeting.id, row.mobile)
  if (other && isLive(other)) throw refuse('conflict', { msg: `该手机号码已由${other.name}重新报名` })
  const state = await seatFor(act.tx, meeting, quotaIn(meeting, row.quotaId), peopleOf(row))
  await turn(act, meeting, row, state, { verb: 'restore' })
  return { id, state }
}

export const countSignUps = (tx: Tx, meetingId: string): Promise<number> =>
  tx.$count(signUps, sql`${signUps.meetingId} = ${meetingId}`)
