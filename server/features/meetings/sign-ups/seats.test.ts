// Who gets a seat: many at once, offers, groups, quotas, and a guest's own page.
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import {
  addSignUp,
  cancelSignUp,
  confirmSignUps,
  getSignUp,
  moveSignUp,
  offerSignUpSeat,
  refuseSignUps,
  restoreSignUp,
} from '#contract/meetings/sign-ups.ts'
import { acceptSeat, giveUpSeat } from '#contract/meetings/tickets.ts'
import { transact } from '#server/core/core.ts'
import { PoolSaturated } from '#server/db/pool-turns.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { meetingQuotas, meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import type { meetings } from '#server/db/schema/meetings.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { makeMeeting, signUpForm } from '#test/meeting-factories.ts'
import { lapseOffers } from './seats.acts.ts'
import { lockSeats, quotasOf } from './seats.queries.ts'
import { offerEnd, promotable } from './seats.rules.ts'
import { signUp } from './sign-ups.acts.ts'

const server = testServer()
const db = () => server().database.db
const today = dayOf(Date.now())
const by = { id: null, name: '系统', address: '', requestId: '' }
let host: Person
let reader: Person

beforeAll(async () => {
  host = await server().as((await makeRole(db(), 'meeting.view', 'meeting.details', 'meeting.edit')).code)
  reader = await server().as((await makeRole(db(), 'meeting.view', 'meeting.details')).code)
})

let numbers = 0
const form = (companions = 0, quotaId: string | null = null) =>
  signUpForm({
    name: `来宾${++numbers}`,
    company: '澄湖座位钢贸',
    mobile: `138${String(numbers).padStart(8, '0')}`,
    email: `guest${numbers}@example.com`,
    companionNames: Array.from({ length: companions }, (_, at) => `随行${at + 1}`),
    quotaId,
  })
const meetingWith = async (changes: Partial<typeof meetings.$inferInsert> = {}) =>
  (await makeMeeting(db(), host.id, { startsOn: addDays(today, 30), endsOn: addDays(today, 30), seats: 2, ...changes }))
    .id
const add = async (meetingId: string, companions = 0, quotaId: string | null = null) =>
  (await host.call(addSignUp, { meetingId, ...form(companions, quotaId) })).data
const rowOf = async (id: string) => (await db().select().from(signUps).where(eq(signUps.id, id)))[0]
const stateOf = async (id: string) => (await rowOf(id))?.state
const cancel = (id: string) => host.call(cancelSignUp, { id, reason: '行程有变' })
const accept = async (id: string) => server().nobody.call(acceptSeat, { code: (await rowOf(id))?.code ?? '' })
const giveUp = async (id: string) => server().nobody.call(giveUpSeat, { code: (await rowOf(id))?.code ?? '' })
const lapse = (meetingId: string) =>
  transact(server().server.core, (tx, announce) =>
    lapseOffers({ tx, by, core: server().server.core, announce }, meetingId),
  )
const page = async (code: string) => {
  const reply = await fetch(`${server().base}/t/${code}`)
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

/** Drizzle wraps what the pool throws. */
const isSaturated = (error: unknown): boolean =>
  error instanceof PoolSaturated || (error instanceof Error && error.cause !== undefined && isSaturated(error.cause))

/** Who finds every connection busy tries again, as callers do. */
async function untilConnected<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isSaturated(error)) throw error
    }
  }
}

/** Heads that hold a seat, by counting them. */
async function headsSeated(meetingId: string): Promise<number[]> {
  const { rows } = await db().execute<{ taken: number; heads: number }>(sql`
    select q.taken, count(p.id)::int as heads from meeting_quotas q
      left join sign_up_people p on p.quota_id = q.id and exists (select 1 from meeting_sign_ups u
        where u.id = p.sign_up_id and u.state in ('confirmed', 'offered', 'came'))
    where q.meeting_id = ${meetingId} group by q.id order by q.id`)
  for (const { taken, heads } of rows) expect(taken, 'seats taken are heads seated').toBe(heads)
  return rows.map(({ taken }) => taken)
}

describe('meetings-visits-sharing.md "Seats"', () => {
  it('500 at once for 100 seats: exactly 100, three times over', { timeout: 240_000 }, async () => {
    for (let round = 0; round < 3; round += 1) {
      const meetingId = await meetingWith({ seats: 100 })
      const forms = Array.from({ length: 500 }, () => ({ ...form(), email: '' }))
      const one = (each: (typeof forms)[number]) =>
        transact(server().server.core, async (tx, announce) =>
          signUp({ tx, by, core: server().server.core, announce }, await lockSeats(tx, meetingId), each, {
            source: 'open',
            keeperId: null,
            isOrganiser: false,
          }),
        )
      await Promise.all(forms.map((each) => untilConnected(() => one(each))))
      const states = await db().select({ state: signUps.state }).from(signUps).where(eq(signUps.meetingId, meetingId))
      expect(states.filter(({ state }) => state === 'confirmed')).toHaveLength(100)
      expect(states.filter(({ state }) => state === 'waiting')).toHaveLength(400)
      expect(await headsSeated(meetingId)).toEqual([100])
    }
  })

  it('where there is a fee a freed seat is offered, held, and dies when it is used', async () => {
    const meetingId = await meetingWith({ seats: 1, fee: '100' })
    const [first, next, last] = [await add(meetingId), await add(meetingId), await add(meetingId)]
    expect([first.state, next.state]).toEqual(['confirmed', 'waiting'])
    await cancel(first.id)
    expect(await stateOf(next.id)).toBe('offered')
    expect((await add(meetingId)).state, 'the offer holds the seat').toBe('waiting')
    const end = Date.parse((await rowOf(next.id))?.offeredUntil ?? '') - Date.now()
    expect(Math.round(end / 3_600_000)).toBe(24)
    const both = await Promise.all([accept(next.id), accept(next.id)])
    expect(both.map(({ status }) => status).toSorted(), 'used twice').toEqual([200, 409])
    expect(await stateOf(next.id)).toBe('confirmed')
    expect(await headsSeated(meetingId)).toEqual([1])
    const told = await db()
      .select({ about: messages.about })
      .from(messages)
      .where(sql`${messages.cause} = 'meeting.signUp' and ${messages.about} like ${`${next.id}:%`}`)
    expect(told.map(({ about }) => about).toSorted()).toEqual(
      ['waiting', 'offered', 'confirmed'].map((state) => `${next.id}:${state}`).toSorted(),
    )
    // late: refused before the minute's job has come by, which passes it on
    await giveUp(next.id)
    expect(await stateOf(last.id)).toBe('offered')
    await db().update(signUps).set({ offeredUntil: '2026-01-01T00:00:00Z' }).where(eq(signUps.id, last.id))
    expect(await accept(last.id)).toMatchObject({ status: 409, msg: '名额保留已到期' })
    expect(await lapse(meetingId)).toBe(1)
    expect(await stateOf(last.id)).toBe('lapsed')
    expect(await accept(last.id)).toMatchObject({ status: 409, msg: '名额保留已结束' })
    expect(await headsSeated(meetingId), 'the one who came later has the offer now').toEqual([1])
  })

  it('offers end 24 h later, and 2 h before the start at most', () => {
    const start = Date.parse('2026-06-18T09:00:00+08:00')
    const meeting = { startsOn: '2026-06-18', firstTime: '09:00' }
    const hours = (before: number) => offerEnd(meeting, start - before * 3_600_000)
    expect([hours(48), hours(10), hours(2), hours(-1)]).toEqual([
      start - 24 * 3_600_000,
      start - 2 * 3_600_000,
      null,
      null,
    ])
  })

  it('a seat that is too late to be offered is nobody’s who comes after those that wait', async () => {
    const begun = { startsOn: addDays(today, -1), endsOn: today, fee: '100.00' }
    const meetingId = await meetingWith({ ...begun, seats: 1 })
    const [first, next] = [await add(meetingId), await add(meetingId)]
    await cancel(first.id)
    expect(await stateOf(next.id)).toBe('waiting')
    expect((await add(meetingId)).state, 'behind').toBe('waiting')
    const other = await meetingWith({ ...begun, seats: 1 })
    const only = await add(other)
    await add(other, 2)
    await cancel(only.id)
    expect((await add(other)).state, 'passes a group that does not fit').toBe('confirmed')
  })

  it('a group moves whole; smaller ones pass it only where the meeting lets them', () => {
    const waiting = [{ companions: 2 }, { companions: 0 }, { companions: 1 }]
    expect(promotable(waiting, 2, true)).toEqual([{ companions: 0 }])
    expect(promotable(waiting, 2, false)).toEqual([])
    expect(promotable(waiting, 4, false)).toEqual([{ companions: 2 }, { companions: 0 }])
  })

  it('cancel and promote at once: no seat is lost, none is given twice', async () => {
    const meetingId = await meetingWith({ seats: 3 })
    const ids: string[] = []
    for (let at = 0; at < 7; at += 1) ids.push((await add(meetingId)).id)
    const [one = '', two = '', , waiting = ''] = ids
    await Promise.all([
      cancel(one),
      giveUp(two),
      host.call(confirmSignUps, { meetingId, ids: [waiting] }),
      cancel(ids[4] ?? ''),
    ])
    expect(await headsSeated(meetingId)).toEqual([3])
  })

  it('quotas are apart: a move takes seats there, frees them here, and these go on', async () => {
    const meetingId = await meetingWith({ seats: 1 })
    await db().insert(meetingQuotas).values({ meetingId, name: '嘉宾', seats: 2, isOpen: false, position: 1 })
    const [, guests] = await quotasOf(db(), meetingId)
    const first = await add(meetingId)
    const next = await add(meetingId)
    expect(next.state).toBe('waiting')
    const moved = await host.call(moveSignUp, { id: first.id, quotaId: guests?.id ?? '' })
    expect(moved.code).toBe(200)
    expect(await stateOf(next.id)).toBe('confirmed')
    expect(await headsSeated(meetingId)).toEqual([1, 1])
    const group = await add(meetingId, 1, null)
    expect(group.state).toBe('waiting')
    await add(meetingId, 0, guests?.id ?? '')
    const late = await host.call(moveSignUp, { id: next.id, quotaId: guests?.id ?? '' })
    expect(late).toMatchObject({ status: 409, msg: '名额不足：需要 1 个，还剩 0 个' })
    expect(await host.call(moveSignUp, { id: next.id, quotaId: '999999' })).toMatchObject({ code: 20404 })
  })

  it('§6 organisers refuse and offer; others may not', async () => {
    const meetingId = await meetingWith({ seats: 2 })
    const first = await add(meetingId, 1)
    const next = await add(meetingId)
    const tooMany = await host.call(offerSignUpSeat, { id: next.id })
    expect(tooMany).toMatchObject({ status: 409, msg: '名额不足：需要 1 个，还剩 0 个' })
    await db().update(signUps).set({ state: 'applied', waitingAt: null }).where(eq(signUps.id, next.id))
    const refusal = { meetingId, ids: [next.id], reason: '不是目标客户' }
    for (const reply of [
      await reader.call(refuseSignUps, refusal),
      await reader.call(offerSignUpSeat, { id: first.id }),
      await reader.call(moveSignUp, { id: first.id, quotaId: '1' }),
    ])
      expect(reply).toMatchObject({ status: 403 })
    expect((await host.call(refuseSignUps, refusal)).code).toBe(200)
    expect(await rowOf(next.id)).toMatchObject({ state: 'refused', reason: '不是目标客户' })
    expect(await host.call(refuseSignUps, refusal)).toMatchObject({ code: 602 })
  })

  it('property: whatever happens in whatever order, seats taken are heads seated', { timeout: 240_000 }, async () => {
    const step = fc.tuple(
      fc.constantFrom('add', 'cancel', 'restore', 'confirm', 'accept', 'giveUp', 'lapse', 'move'),
      fc.nat({ max: 9 }),
      fc.nat({ max: 2 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), fc.boolean(), async (steps, hasFee) => {
        const meetingId = await meetingWith({ seats: 3, fee: hasFee ? '50' : null, smallerMayPass: !hasFee })
        await db().insert(meetingQuotas).values({ meetingId, name: '嘉宾', seats: 2, position: 1 })
        const quotas = await quotasOf(db(), meetingId)
        const ids: string[] = []
        for (const [act, at, size] of steps) {
          const id = ids[at % Math.max(ids.length, 1)]
          const quotaId = quotas[at % 2]?.id ?? ''
          if (act === 'add' || id === undefined) ids.push((await add(meetingId, size, quotaId)).id)
          else if (act === 'cancel') await cancel(id)
          else if (act === 'restore') await host.call(restoreSignUp, { id })
          else if (act === 'confirm') await host.call(confirmSignUps, { meetingId, ids: [id] })
          else if (act === 'accept') await accept(id)
          else if (act === 'giveUp') await giveUp(id)
          else if (act === 'move') await host.call(moveSignUp, { id, quotaId })
          else {
            await db()
              .update(signUps)
              .set({ offeredUntil: '2026-01-01T00:00:00Z' })
              .where(sql`${signUps.meetingId} = ${meetingId} and ${signUps.state} = 'offered'`)
            await lapse(meetingId)
          }
          await headsSeated(meetingId)
        }
      }),
      { numRuns: 6, seed: 20_261_127 },
    )
  })
})

describe('meetings-visits-sharing.md "/t/{16}"', () => {
  it('shows each head’s code and nobody’s number; unknown codes 404, then 429; gives the seat up once', async () => {
    const meetingId = await meetingWith({ seats: 3, venue: '<b>一号厅</b>' })
    const { id } = await add(meetingId, 1)
    const stored = await rowOf(id)
    const { people, url } = (await host.call(getSignUp, { id })).data
    expect(people.map(({ name }) => name)).toEqual([stored?.name, '随行1'])
    for (const { code } of people) expect(code).toMatch(/^[2-9a-hjkmnp-zA-HJKMNP-Z]{16}$/)
    expect(url).toContain(`/t/${stored?.code}`)
    const shown = await page(stored?.code ?? '')
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(shown.headers.get('x-robots-tag')).toContain('noindex')
    expect(shown.text.match(/<svg /g)).toHaveLength(2)
    for (const part of ['随行1', '&lt;b&gt;一号厅', '已确认', '取消报名']) expect(shown.text).toContain(part)
    expect(shown.text).not.toContain(stored?.mobile)
    expect(shown.text, 'no other host').not.toMatch(/(src|href)="https?:/)
    expect(Buffer.byteLength(shown.text)).toBeLessThan(120_000)
    const wrong = await server().nobody.call(acceptSeat, { code: '2222222222222222' })
    expect(wrong).toMatchObject({ code: 20404 })
    expect(await server().nobody.call(giveUpSeat, { code: "' or 1=1" })).toMatchObject({ status: 400 })
    expect((await giveUp(id)).data).toEqual({ state: 'cancelled' })
    expect(await giveUp(id)).toMatchObject({ status: 409 })
    expect((await page(stored?.code ?? '')).text).toContain('本人取消')
    const guesses = []
    for (let at = 0; at < 32; at += 1) guesses.push((await page(`22222222222222${at + 22}`)).status)
    expect(new Set(guesses)).toEqual(new Set([404, 429]))
  })
})
