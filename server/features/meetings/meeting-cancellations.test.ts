// Meetings that are cancelled, and restored.
import { randomUUID } from 'node:crypto'
import { and, eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { applyForMeeting } from '#contract/meetings/apply.ts'
import { getSnapshot, sendScans } from '#contract/meetings/door.ts'
import {
  cancelMeeting,
  getMeeting,
  launchMeetings,
  queryMeetings,
  restoreMeeting,
} from '#contract/meetings/meetings.ts'
import { addSignUp, cancelSignUp, confirmSignUps, offerSignUpSeat, restoreSignUp } from '#contract/meetings/sign-ups.ts'
import { acceptSeat } from '#contract/meetings/tickets.ts'
import { checkInLists } from '#server/db/schema/check-ins.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { confirm } from '#test/confirm.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { makeGuests, makeMeeting, signUpForm } from '#test/meeting-factories.ts'
import { cancelledCause } from './meeting-messages.queries.ts'

const server = testServer({ publicUrl: 'https://console.example.com' })
const db = () => server().database.db
const today = dayOf(Date.now())
const days = { startsOn: addDays(today, 9), endsOn: addDays(today, 9) }
let host: Person

beforeAll(async () => {
  const rights = ['view', 'details', 'edit', 'launch', 'takeDown', 'dinnerRegister'].map((alias) => `meeting.${alias}`)
  host = await server().as((await makeRole(db(), ...rights)).code)
})

const cancel = (id: string, cancelReason = '场地停用') => confirm(server(), host, cancelMeeting, { id, cancelReason })
const mailsTo = (suffix: string, cause: string) =>
  db()
    .select()
    .from(messages)
    .where(and(like(messages.address, `%${suffix}`), eq(messages.cause, cause)))
    .orderBy(messages.id)
const textOf = async (path: string) => (await fetch(server().base + path)).text()

describe('meetings-visits-sharing.md "draft → published → cancelled or taken down"', () => {
  it('asks who is told, tells each live sign-up after a minute, and pages and lists say it', async () => {
    const meeting = await makeMeeting(db(), host.id, days)
    const { id, code } = meeting
    const suffix = `${id}@cancelled.example`
    const guest = await makeGuests(db(), id, { email: `a${suffix}` })
    await makeGuests(db(), id, { email: `b${suffix}`, state: 'waiting', waitingAt: new Date().toISOString() })
    await makeGuests(db(), id, { email: `c${suffix}`, state: 'cancelled' })
    await makeGuests(db(), id)
    const { initial, preview, done } = await cancel(id, ' <场地>停用 ')
    expect(initial.code).toBe(600)
    expect(preview?.text).toBe(
      '取消后不再接受报名，3 份报名保留。一分钟后通知：2 人发邮件；在此之前恢复则不通知。1 份没有邮箱，请电话通知。',
    )
    expect(done.code).toBe(200)
    const told = await mailsTo(suffix, 'meeting.cancelled')
    expect(told.map(({ address }) => address[0])).toEqual(['a', 'b'])
    for (const { notBefore } of told) expect(Date.parse(notBefore)).toBeGreaterThan(Date.now() + 50_000)
    expect((await db().transaction((tx) => cancelledCause.refuse(tx, told))).size).toBe(0)

    const { data } = await host.call(queryMeetings, { state: 'cancelled' })
    expect(data.records).toMatchObject([{ id, cancelReason: '<场地>停用' }])
    expect((await host.call(getMeeting, { id })).data).toMatchObject({ state: 'cancelled' })
    const page = await textOf(`/m/${code}`)
    expect(page).toContain('会议已取消，不再举行。&lt;场地&gt;停用')
    expect(page).not.toContain('提交报名')
    const ticket = await textOf(`/t/${guest.code}`)
    expect(ticket).toContain('会议已取消')
    expect(ticket).not.toContain('取消报名')
    expect(ticket).not.toContain('role="img"')
    expect(await host.call(launchMeetings, { ids: [id] })).toMatchObject({ code: 409 })
    expect((await cancel(id)).done).toMatchObject({ code: 409 })
  })

  it('"offers that outlive their cancellation": nobody signs up, is confirmed, offered a seat or takes one; who gives up frees none', async () => {
    const { id: meetingId, code } = await makeMeeting(db(), host.id, { ...days, seats: 2, fee: '10.00' })
    const seated = (await host.call(addSignUp, { meetingId, ...signUpForm() })).data.id
    const offeredUntil = new Date(Date.now() + 3_600_000).toISOString()
    const offered = await makeGuests(db(), meetingId, { state: 'offered', offeredUntil })
    const waiting = await makeGuests(db(), meetingId, { state: 'waiting', waitingAt: new Date().toISOString() })
    const gone = await makeGuests(db(), meetingId, { state: 'cancelled' })
    expect((await cancel(meetingId)).done.code).toBe(200)
    const { invoiceState: _, remark: _remark, ...form } = signUpForm()
    const refused = { code: 409, msg: '会议已取消' }
    expect(await server().nobody.call(applyForMeeting, { code, ...form, consent: true })).toMatchObject({
      code: 409,
      msg: '会议已取消，不再接受报名',
    })
    expect(await host.call(addSignUp, { meetingId, ...signUpForm() })).toMatchObject(refused)
    expect(await host.call(offerSignUpSeat, { id: waiting.id })).toMatchObject(refused)
    expect(await host.call(restoreSignUp, { id: gone.id })).toMatchObject(refused)
    expect(await server().nobody.call(acceptSeat, { code: offered.code })).toMatchObject(refused)
    expect((await host.call(confirmSignUps, { meetingId, ids: [waiting.id] })).code).not.toBe(200)
    expect(await host.call(cancelSignUp, { id: seated, reason: '不来了' })).toMatchObject({ data: { promoted: [] } })
    const stateOf = async (id: string) => (await db().select().from(signUps).where(eq(signUps.id, id)))[0]?.state
    expect(await stateOf(waiting.id)).toBe('waiting')
    // its seat goes on once the meeting takes place after all
    expect((await host.call(restoreMeeting, { id: meetingId })).code).toBe(200)
    expect(await stateOf(waiting.id)).toBe('offered')
  })

  it('"cancel and promote at once": whoever is first, nobody is given a seat of a cancelled meeting', async () => {
    const { id: meetingId } = await makeMeeting(db(), host.id, { ...days, seats: 1 })
    const first = (await host.call(addSignUp, { meetingId, ...signUpForm() })).data.id
    const second = (await host.call(addSignUp, { meetingId, ...signUpForm() })).data.id
    const [cancelled, promoted] = await Promise.all([
      cancel(meetingId),
      host.call(cancelSignUp, { id: first, reason: '不来了' }),
    ])
    expect(promoted.code).toBe(200)
    const [row] = await db().select().from(signUps).where(eq(signUps.id, second))
    const [meeting] = await db().select().from(meetings).where(eq(meetings.id, meetingId))
    // promoted before the cancellation, or not at all
    expect(meeting?.state).toBe(cancelled.done.code === 200 ? 'cancelled' : 'published')
    expect(row?.state).toBe(promoted.data.promoted.length > 0 ? 'confirmed' : 'waiting')
  })

  it('restored within the minute nobody hears of it; later who heard is told, and nobody else', async () => {
    const { id } = await makeMeeting(db(), host.id, days)
    const suffix = `${id}@restored.example`
    await makeGuests(db(), id, { email: `a${suffix}` })
    await makeGuests(db(), id, { email: `b${suffix}` })
    await cancel(id)
    expect((await host.call(restoreMeeting, { id })).code).toBe(200)
    const early = await mailsTo(suffix, 'meeting.cancelled')
    expect((await db().transaction((tx) => cancelledCause.refuse(tx, early))).size).toBe(2)
    expect(await mailsTo(suffix, 'meeting.restored')).toEqual([])
    expect(await host.call(restoreMeeting, { id })).toMatchObject({ code: 409 })

    await cancel(id)
    const [, , heard] = await mailsTo(suffix, 'meeting.cancelled')
    await db()
      .update(messages)
      .set({ state: 'sent' })
      .where(eq(messages.id, heard?.id ?? '0'))
    await host.call(restoreMeeting, { id })
    expect((await mailsTo(suffix, 'meeting.restored')).map(({ address }) => address)).toEqual([heard?.address])
    expect((await host.call(getMeeting, { id })).data).toMatchObject({ state: 'published', cancelReason: '' })
  })

  it('at the door: no list is loaded, a scan is turned away, what was let in without a network counts', async () => {
    const { id: meetingId } = await makeMeeting(db(), host.id, { startsOn: today, endsOn: today })
    const guest = await makeGuests(db(), meetingId, { companions: 1 })
    const [list] = await db().insert(checkInLists).values({ meetingId, name: '东门', kind: 'entry' }).returning()
    const listId = list?.id ?? ''
    await cancel(meetingId)
    expect(await host.call(getSnapshot, { meetingId, listId })).toMatchObject({ code: 409 })
    const scan = (n: number, isLetIn: boolean) => ({
      code: guest.codes[n] ?? '',
      nonce: randomUUID().replaceAll('-', ''),
      at: new Date().toISOString(),
      isLetIn,
    })
    const { data } = await host.call(sendScans, {
      meetingId,
      listId,
      door: '东门',
      scans: [scan(0, false), scan(1, true)],
    })
    expect(data).toMatchObject([{ outcome: 'refused', where: '会议已取消' }, { outcome: 'in' }])
  })

  it('§6 needs the rights of taking down and of publishing', async () => {
    const { id } = await makeMeeting(db(), host.id, days)
    const editor = await server().as((await makeRole(db(), 'meeting.view', 'meeting.edit')).code)
    expect(await editor.call(cancelMeeting, { id, cancelReason: '停' })).toMatchObject({ code: 403 })
    expect(await editor.call(restoreMeeting, { id })).toMatchObject({ code: 403 })
    expect(await host.call(cancelMeeting, { id, cancelReason: ' ' })).toMatchObject({ status: 400 })
  })
})
