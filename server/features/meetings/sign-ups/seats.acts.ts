// The one way in which sign-ups change their state: seats, audit row and message go along; a seat that becomes free goes on
// in the same transaction.

import { eq, sql } from 'drizzle-orm'
import { dayOf } from '#contract/days.ts'
import type { SignUpState } from '#contract/meetings/sign-up-labels.ts'
import type { Act, Announcing, Configured } from '#server/core/act.ts'
import { audit } from '#server/core/audit/audit.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { updateRow } from '#server/core/rows/store.ts'
import type { Tx } from '#server/db/connection.ts'
import { meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { freeSeatsOfSignUp } from '../dinner/dinner.queries.ts'
import {
  addTaken,
  isAwaited,
  type LockedMeeting,
  lockDueOffers,
  lockSeats,
  lockSignUps,
  lockWaiting,
  type Quota,
  type StoredSignUp,
  storedSignUp,
} from './seats.queries.ts'
import { holdsSeat, offerEnd, peopleOf, promotable } from './seats.rules.ts'
import { linkCompany } from './sign-up-companies.acts.ts'
import { noticeSeat, notifySignUp } from './sign-up-mails.queries.ts'

export type SeatAct = Omit<Act, 'actor'> & Announcing & Configured

const TARGET = 'meetingSignUp'
export const named = (id: string, verb: string) => ({ action: `${TARGET}.${verb}`, targetType: TARGET, targetId: id })

/** Columns of a state that a sign-up is given now. */
export const turned = (state: SignUpState, offeredUntil: number | null = null) => ({
  state,
  waitingAt: state === 'waiting' ? sql`clock_timestamp()` : null,
  offeredUntil: offeredUntil === null ? null : new Date(offeredUntil).toISOString(),
  ...(state === 'confirmed' && { confirmedAt: sql`now()` }),
})

export const quotaIn = (meeting: LockedMeeting, quotaId: string): Quota => {
  const found = meeting.quotas.find(({ id }) => id === quotaId)
  if (!found) throw refuse('notFound')
  return found
}

export const freeIn = ({ seats, taken }: Quota): number => seats - taken

/** Of a cancelled meeting nobody gets a seat; who gives one up may. */
export function refuseCancelled({ state }: Pick<LockedMeeting, 'state'>): void {
  if (state === 'cancelled') throw refuse('conflict', { msg: '会议已取消' })
}

/** Takes seats, or gives them back where it is less than none; keeps what was read under the lock up to date. */
export async function take(tx: Tx, quota: Quota, count: number): Promise<void> {
  if (count === 0) return
  await addTaken(tx, quota.id, count)
  quota.taken += count
}

/**
 * Where a new one goes: behind those who wait, unless smaller ones may pass a group that does not fit. Free seats go on at once
 * where the meeting costs nothing; others are not offered shortly before it starts, and who would fit waits still.
 */
export async function seatFor(
  tx: Tx,
  { smallerMayPass, fee }: LockedMeeting,
  quota: Quota,
  people: number,
): Promise<'confirmed' | 'waiting'> {
  const free = freeIn(quota)
  if (people > free) return 'waiting'
  if (smallerMayPass && Number(fee ?? 0) === 0) return 'confirmed'
  return (await isAwaited(tx, quota, smallerMayPass ? free : undefined)) ? 'waiting' : 'confirmed'
}

type Turn = { verb: string; reason?: string; offeredUntil?: number }

export async function turn(
  act: SeatAct,
  meeting: LockedMeeting,
  row: StoredSignUp,
  state: SignUpState,
  { verb, reason = '', offeredUntil }: Turn,
): Promise<StoredSignUp> {
  const { tx, by } = act
  const held = Number(holdsSeat({ state })) - Number(holdsSeat(row))
  await take(tx, quotaIn(meeting, row.quotaId), held * peopleOf(row))
  await updateRow(tx, signUps, row.id, { ...turned(state, offeredUntil), reason, updatedAt: sql`now()` })
  await audit(tx, by, {
    ...named(row.id, verb),
    before: { state: row.state },
    after: reason === '' ? { state } : { state, reason },
  })
  if (state !== 'confirmed' && state !== 'came') await freeSeatsOfSignUp(tx, row.id)
  let next = await storedSignUp(tx, row.id)
  if (state === 'confirmed') next = await linkCompany(act, meeting, next)
  await notifySignUp(act, meeting, next)
  return next
}

/**
 * Gives free seats of each quota to those who wait, in their order: where the meeting costs something as an offer, otherwise
 * at once. Nobody is called to a meeting that is over.
 * @returns their names
 */
export async function promote(act: SeatAct, meeting: LockedMeeting): Promise<string[]> {
  const now = Date.now()
  if (meeting.endsOn < dayOf(now) || meeting.state !== 'published') return []
  const isFree = Number(meeting.fee ?? 0) === 0
  const until = isFree ? null : offerEnd(meeting, now)
  if (!isFree && until === null) return []
  const names: string[] = []
  for (const quota of meeting.quotas) {
    if (freeIn(quota) < 1) continue
    for (const row of promotable(await lockWaiting(act.tx, quota), freeIn(quota), meeting.smallerMayPass)) {
      const next =
        until === null
          ? await turn(act, meeting, row, 'confirmed', { verb: 'promote' })
          : await turn(act, meeting, row, 'offered', { verb: 'offer', offeredUntil: until })
      await noticeSeat(act, meeting, next)
      names.push(row.name)
    }
  }
  return names
}

/** Locks the seats of a sign-up's meeting, then reads it. */
export async function lockSignUp(tx: Tx, id: string): Promise<{ meeting: LockedMeeting; row: StoredSignUp }> {
  const { meetingId } = await storedSignUp(tx, id)
  const meeting = await lockSeats(tx, meetingId)
  const [row] = await lockSignUps(tx, meetingId, [id])
  if (!row) throw refuse('notFound')
  return { meeting, row }
}

/** Ends what nobody accepted in time. @returns how many */
export async function lapseOffers(act: SeatAct, meetingId: string): Promise<number> {
  const meeting = await lockSeats(act.tx, meetingId)
  const due = await lockDueOffers(act.tx, meetingId)
  for (const row of due) await turn(act, meeting, row, 'lapsed', { verb: 'lapse' })
  if (due.length > 0) await promote(act, meeting)
  return due.length
}

/** By the guest, once. */
export async function acceptOffer(act: SeatAct, id: string): Promise<StoredSignUp> {
  const { meeting, row } = await lockSignUp(act.tx, id)
  refuseCancelled(meeting)
  if (row.state !== 'offered') {
    const msg = holdsSeat(row) ? '名额已经确认，不需要再次接受' : '名额保留已结束'
    throw refuse('conflict', { msg })
  }
  if (Date.parse(row.offeredUntil ?? '') <= Date.now()) throw refuse('conflict', { msg: '名额保留已到期' })
  return turn(act, meeting, row, 'confirmed', { verb: 'accept' })
}

/** Of an organiser, to somebody who waits: held like one that came by itself. */
export async function offerSeat(act: SeatAct, id: string): Promise<StoredSignUp> {
  const { meeting, row } = await lockSignUp(act.tx, id)
  refuseCancelled(meeting)
  if (row.state !== 'waiting') throw refuse('conflict', { msg: '只有候补的报名可以保留名额' })
  const free = freeIn(quotaIn(meeting, row.quotaId))
  if (peopleOf(row) > free) throw noSeats(peopleOf(row), free)
  const until = offerEnd(meeting, Date.now())
  if (until === null) throw refuse('conflict', { msg: '离会议开始不足 2 小时，不能再保留名额，请直接确认' })
  return turn(act, meeting, row, 'offered', { verb: 'offer', offeredUntil: until })
}

export const noSeats = (needed: number, free: number) =>
  refuse('conflict', { msg: `名额不足：需要 ${needed} 个，还剩 ${Math.max(free, 0)} 个` })

/** A group moves whole; the seats that it leaves go on. */
export async function moveQuota(act: SeatAct, id: string, quotaId: string): Promise<StoredSignUp> {
  const { meeting, row } = await lockSignUp(act.tx, id)
  refuseCancelled(meeting)
  const to = quotaIn(meeting, quotaId)
  if (to.id === row.quotaId) return row
  const from = quotaIn(meeting, row.quotaId)
  const people = holdsSeat(row) ? peopleOf(row) : 0
  if (people > freeIn(to)) throw noSeats(people, freeIn(to))
  await take(act.tx, from, -people)
  await take(act.tx, to, people)
  await act.tx
    .update(signUps)
    .set({ quotaId, version: sql`${signUps.version} + 1`, updatedAt: sql`now()` })
    .where(eq(signUps.id, id))
  await audit(act.tx, act.by, {
    ...named(id, 'moveQuota'),
    before: { quota: from.name },
    after: { quota: to.name },
  })
  await promote(act, meeting)
  return storedSignUp(act.tx, id)
}
