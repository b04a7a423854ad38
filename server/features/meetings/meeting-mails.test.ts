// What the outbox tells guests of their meeting.
import { eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { editMeeting, getMeeting } from '#contract/meetings/meetings.ts'
import { addSignUp, cancelSignUp } from '#contract/meetings/sign-ups.ts'
import { acceptSeat, giveUpSeat } from '#contract/meetings/tickets.ts'
import { messageBodies, messages } from '#server/db/schema/core/outbox.ts'
import { meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { makeGuests, makeMeeting, signUpForm } from '#test/meeting-factories.ts'
import { movedCause, reminderCause } from './meeting-messages.queries.ts'
import { remind } from './reminders.jobs.ts'

const server = testServer({ publicUrl: 'https://console.example.com' })
const db = () => server().database.db
let host: Person
const today = dayOf(Date.now())
/** Of that day in Shanghai. */
const at = (day: string, time: string) => Date.parse(`${day}T${time}:00+08:00`)

beforeAll(async () => {
  host = await server().as((await makeRole(db(), 'meeting.view', 'meeting.details', 'meeting.edit')).code)
})

const mailsOf = (cause: string, address: string) =>
  db()
    .select({ subject: messageBodies.subject, text: messageBodies.text, message: messages })
    .from(messages)
    .innerJoin(messageBodies, eq(messageBodies.id, messages.bodyId))
    .where(eq(messages.address, address))
    .then((rows) => rows.filter(({ message }) => message.cause === cause))

async function edit(id: string, changes: Partial<BodyOf<typeof editMeeting>>) {
  const { data } = await host.call(getMeeting, { id })
  const stored = Object.fromEntries(
    Object.keys(editMeeting.body?.properties ?? {}).flatMap((key) =>
      Object.hasOwn(data, key) ? [[key, data[key as keyof typeof data]]] : [],
    ),
  )
  const form = {
    ...stored,
    coverId: null,
    contacts: [{ name: '会务', mobile: '13800000000', email: '' }],
    channels: ['app'],
    quotas: data.quotas.map(({ id: quota, name, seats, isOpen }) => ({ id: quota, name, seats, isOpen })),
    body: { type: 'doc', content: [{ type: 'paragraph' }] },
    bodyEn: null,
    ...changes,
  } as BodyOf<typeof editMeeting>
  const reply = await host.call(editMeeting, form)
  expect(reply.code, reply.msg).toBe(200)
}

describe('meetings-visits-sharing.md "The outbox tells each change and reminds"', () => {
  it('confirmed, waiting, offered, given up: each with the link of the ticket', async () => {
    const days = { startsOn: addDays(today, 9), endsOn: addDays(today, 9) }
    const { id: meetingId } = await makeMeeting(db(), host.id, { ...days, seats: 1, fee: '100.00' })
    const add = async (email: string) =>
      (await host.call(addSignUp, { meetingId, ...signUpForm({ email, name: '{{姓名}}客' }) })).data.id
    const first = await add('one@example.com')
    const second = await add('two@example.com')
    await host.call(cancelSignUp, { id: first, reason: '行程有变' })
    const [waiting] = await db().select().from(signUps).where(eq(signUps.id, second))
    await server().nobody.call(acceptSeat, { code: waiting?.code ?? '' })
    await server().nobody.call(giveUpSeat, { code: waiting?.code ?? '' })
    const subjects = async (address: string) =>
      (await mailsOf('meeting.signUp', address)).map(({ subject }) => subject.split('：')[0])
    expect((await subjects('one@example.com')).toSorted()).toEqual(['报名已取消', '报名已确认'].toSorted())
    expect((await subjects('two@example.com')).toSorted()).toEqual(
      ['已列入候补', '为您保留了名额', '报名已确认', '报名已取消'].toSorted(),
    )
    const [mail] = await mailsOf('meeting.signUp', 'two@example.com')
    expect(mail?.message.fields).toEqual({
      姓名: '{{姓名}}客',
      链接: `https://console.example.com/t/${waiting?.code}`,
    })
  })

  it('"times moved": one mail to each live sign-up, none for other changes; what is outdated is not sent', async () => {
    const days = { startsOn: addDays(today, 20), endsOn: addDays(today, 20) }
    const { id } = await makeMeeting(db(), host.id, { ...days, city: '湖州' })
    const suffix = `${id}@example.com`
    await makeGuests(db(), id, { email: `a${suffix}` })
    await makeGuests(db(), id, { email: `b${suffix}`, state: 'waiting', waitingAt: new Date().toISOString() })
    await makeGuests(db(), id, { email: `c${suffix}`, state: 'cancelled' })
    await makeGuests(db(), id)
    const moved = async () =>
      (
        await db()
          .select()
          .from(messages)
          .where(like(messages.address, `%${suffix}`))
      )
        .filter(({ cause }) => cause === 'meeting.moved')
        .map(({ address }) => address[0])
        .toSorted()
    await edit(id, { organisers: '某协会' })
    expect(await moved()).toEqual([])
    await edit(id, { startsOn: addDays(today, 21), endsOn: addDays(today, 21) })
    expect(await moved()).toEqual(['a', 'b'])
    const [mail] = await mailsOf('meeting.moved', `a${suffix}`)
    expect(mail?.text).toContain(`会议日期：${addDays(today, 21)}`)
    expect(mail?.text).toContain(`原来的安排：\n会议日期：${addDays(today, 20)}`)
    await edit(id, {
      agenda: [
        { day: addDays(today, 21), from: '10:30', to: '11:30', hall: '', title: '开幕', speaker: '', company: '' },
      ],
    })
    expect(await moved()).toEqual(['a', 'a', 'b', 'b'])
    const queued = (await db().select().from(messages).where(eq(messages.cause, 'meeting.moved'))).toSorted(
      (one, other) => Number(one.id) - Number(other.id),
    )
    const withheld = await db().transaction((tx) => movedCause.refuse(tx, queued))
    expect(queued.map(({ id: message }) => withheld.has(message))).toEqual([true, true, false, false])
    expect([...withheld.values()][0]).toBe('报名或会议安排已变更')
  })

  it('a day before, once, from 9 o’clock on; not who signed up today, nobody twice, and nobody who gave up', async () => {
    const day = '2031-03-10'
    const { id } = await makeMeeting(db(), host.id, { startsOn: day, endsOn: day })
    const before = { confirmedAt: '2031-03-01T10:00:00+08:00' }
    const guest = await makeGuests(db(), id, { email: 'reminded@example.com', ...before })
    await makeGuests(db(), id, { email: 'today@example.com', confirmedAt: '2031-03-09T08:00:00+08:00' })
    await makeGuests(db(), id, { email: 'waits@example.com', state: 'waiting', waitingAt: '2031-03-01T10:00:00+08:00' })
    await makeGuests(db(), id, before)
    const core = { db: db(), config: { publicUrl: 'https://console.example.com' } } as never
    expect(await remind(core, at('2031-03-09', '08:59'))).toBe(0)
    expect(await remind(core, at('2031-03-08', '12:00'))).toBe(0)
    expect(await remind(core, at('2031-03-09', '09:00'))).toBe(1)
    expect(await remind(core, at('2031-03-09', '23:30'))).toBe(0)
    const mails = await mailsOf('meeting.reminder', 'reminded@example.com')
    expect(mails.map(({ subject }) => subject.split('：')[0])).toEqual(['明天开会'])
    const claimed = mails.map(({ message }) => message)
    const withheld = () => db().transaction((tx) => reminderCause.refuse(tx, claimed))
    expect([...(await withheld()).keys()]).toEqual([])
    await db().update(meetings).set({ startsOn: '2031-03-11', endsOn: '2031-03-11' }).where(eq(meetings.id, id))
    expect((await withheld()).size).toBe(1)
    await db().update(meetings).set({ startsOn: day, endsOn: day }).where(eq(meetings.id, id))
    await db().update(signUps).set({ state: 'cancelled' }).where(eq(signUps.id, guest.id))
    expect((await withheld()).size).toBe(1)
  })
})
