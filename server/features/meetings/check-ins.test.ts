// Checking in over HTTP.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type CheckInResult,
  checkIn,
  getCheckIn,
  getRoster,
  removeCheckInList,
  saveCheckInList,
  undoCheckIn,
} from '../../../contract/meetings/check-ins.ts'
import { cancelSignUp } from '../../../contract/meetings/sign-ups.ts'
import { makeRole } from '../../../test/factories.ts'
import { type Person, testServer } from '../../../test/http.ts'
import { makeMeeting } from '../../../test/meeting-factories.ts'
import { meetingSignUps as signUps } from '../../db/schema/meeting-sign-ups.ts'
import { scanMoment } from './check-ins.rules.ts'
import { newTicket } from './sign-ups.rules.ts'

const server = testServer()
const db = () => server().database.db
let host: Person
let door: Person
let otherDoor: Person

beforeAll(async () => {
  host = await server().as((await makeRole(db(), 'meeting.view', 'meeting.edit')).code)
  const { code } = await makeRole(db(), 'meeting.view', 'meeting.dinnerRegister')
  door = await server().as(code, { realName: '门口甲' })
  otherDoor = await server().as(code, { realName: '门口乙' })
})

type New = Partial<typeof signUps.$inferInsert>
let numbers = 0
async function meetingWith(...people: New[]) {
  const { id: meetingId } = await makeMeeting(db(), host.id)
  const add = (name: string) => host.call(saveCheckInList, { meetingId, id: null, name })
  const [entry, dinner] = [(await add('入场')).data.id, (await add('晚宴')).data.id]
  const rows = people.map((changes) => ({
    ...{
      meetingId,
      ticket: newTicket(),
      name: '来宾',
      company: '甲厂',
      state: 'confirmed' as const,
      source: 'hand' as const,
    },
    ...{ mobile: `134${String(++numbers).padStart(8, '0')}` },
    ...changes,
  }))
  const stored = await db().insert(signUps).values(rows).returning()
  return { meetingId, entry, dinner, tickets: stored.map(({ ticket }) => ticket) as [string, ...string[]], stored }
}

const now = () => new Date().toISOString()
const scan = (by: Person, meetingId: string, listId: string, ...scans: { ticket: string; at: string }[]) =>
  by.call(checkIn, { meetingId, listId, scans })
const outcomesOf = (results: readonly CheckInResult[]) => results.map(({ outcome }) => outcome)
const peopleOn = async (meetingId: string) =>
  (await door.call(getCheckIn, { meetingId })).data.lists.map(({ name, people }) => [name, people])

describe('meetings-visits-sharing.md "check-in"', () => {
  it('entry and dinner count apart, companions with them; who comes in has come', async () => {
    const { meetingId, entry, dinner, tickets, stored } = await meetingWith(
      { companions: 2 },
      {},
      { state: 'waiting', waitingAt: now() },
    )
    const [one, two, waiting = ''] = tickets
    const done = await scan(
      door,
      meetingId,
      entry,
      { ticket: one, at: now() },
      { ticket: waiting, at: now() },
      { ticket: newTicket(), at: now() },
    )
    expect(outcomesOf(done.data)).toEqual(['in', 'notConfirmed', 'unknown'])
    expect(done.data[0]).toMatchObject({ people: 3, byName: '门口甲' })
    await scan(door, meetingId, entry, { ticket: two ?? '', at: now() })
    await scan(door, meetingId, dinner, { ticket: one, at: now() })
    expect(await peopleOn(meetingId)).toEqual([
      ['入场', 4],
      ['晚宴', 3],
    ])
    const [row] = await db().select().from(signUps).where(eq(signUps.ticket, one))
    expect(row?.state).toBe('came')
    expect(await host.call(cancelSignUp, { id: stored[0]?.id ?? '', reason: '误点' })).toMatchObject({ status: 409 })
    const roster = (await door.call(getRoster, { meetingId, listId: dinner })).data
    expect(roster.map(({ at }) => at !== null)).toEqual([true, false, false])
    expect(JSON.stringify(roster), 'no telephone numbers at the door').not.toContain('134')
  })

  it('"never counts twice": sent again, by two phones at once, late and in one batch', async () => {
    const { meetingId, entry, tickets } = await meetingWith({}, {})
    const [ticket, second = ''] = tickets
    const first = { ticket, at: new Date(Date.now() - 50_000).toISOString() }
    // the reply was lost: the phone sends the same scan again
    for (let sent = 0; sent < 3; sent += 1)
      expect(outcomesOf((await scan(door, meetingId, entry, first)).data)).toEqual(['in'])
    const late = (await scan(otherDoor, meetingId, entry, { ticket, at: now() })).data
    expect(late).toMatchObject([{ outcome: 'already', byName: '门口甲' }])
    expect(Date.parse(late[0]?.at ?? '')).toBe(Date.parse(first.at))

    const phones = Array.from({ length: 8 }, (_, at) => (at % 2 ? door : otherDoor))
    const replies = await Promise.all(
      phones.map((by, at) =>
        scan(by, meetingId, entry, { ticket: second, at: new Date(Date.now() - at * 1_000).toISOString() }),
      ),
    )
    const outcomes = replies.flatMap(({ data }) => outcomesOf(data))
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'already')).toHaveLength(7)
    expect(await peopleOn(meetingId)).toEqual([
      ['入场', 2],
      ['晚宴', 0],
    ])

    const twice = await meetingWith({})
    const both = await scan(
      door,
      twice.meetingId,
      twice.entry,
      { ticket: twice.tickets[0], at: first.at },
      { ticket: twice.tickets[0], at: now() },
    )
    expect(outcomesOf(both.data)).toEqual(['in', 'already'])
  })

  it('a clock that is wrong does not matter', () => {
    const moment = Date.parse('2026-06-18T02:03:00Z')
    expect(scanMoment('2026-06-18T02:02:10.000Z', moment)).toBe('2026-06-18T02:02:10.000Z')
    expect(scanMoment('2031-01-01T00:00:00Z', moment)).toBe('2026-06-18T02:03:00.000Z')
    expect(scanMoment('2020-01-01T00:00:00Z', moment)).toBe('2026-06-18T02:03:00.000Z')
  })

  it('is taken back; the sign-up is confirmed again once it is on no list', async () => {
    const { meetingId, entry, dinner, tickets } = await meetingWith({})
    const [ticket] = tickets
    for (const listId of [entry, dinner]) await scan(door, meetingId, listId, { ticket, at: now() })
    const stateOf = async () => (await db().select().from(signUps).where(eq(signUps.ticket, ticket)))[0]?.state
    expect((await door.call(undoCheckIn, { meetingId, listId: entry, ticket })).code).toBe(200)
    expect(await stateOf()).toBe('came')
    await door.call(undoCheckIn, { meetingId, listId: dinner, ticket })
    expect(await stateOf()).toBe('confirmed')
    expect(await door.call(undoCheckIn, { meetingId, listId: dinner, ticket })).toMatchObject({ code: 20404 })
  })

  it('lists have names of their own, and stay once somebody is on them', async () => {
    const { meetingId, entry, dinner, tickets } = await meetingWith({})
    await scan(door, meetingId, entry, { ticket: tickets[0], at: now() })
    const save = (id: string | null, name: string) => host.call(saveCheckInList, { meetingId, id, name })
    expect(await save(null, ' 入场 ')).toMatchObject({ status: 400, msg: '已有同名的签到点' })
    expect((await save(dinner, '答谢晚宴')).code).toBe(200)
    const remove = (id: string) => host.call(removeCheckInList, { meetingId, id })
    expect(await remove(entry)).toMatchObject({ status: 409, msg: '“入场”已有人签到，不能删除' })
    expect((await remove(dinner)).code).toBe(200)
    expect(await peopleOn(meetingId)).toEqual([['入场', 1]])
  })

  it('§6 is refused without the right, for lists of other meetings, and for bad input', async () => {
    const { meetingId, entry, tickets } = await meetingWith({})
    const other = await meetingWith({})
    const reader = await server().as((await makeRole(db(), 'meeting.view', 'meeting.details')).code)
    const at = now()
    const [ticket] = tickets
    const denied = { status: 403 }
    expect(await scan(reader, meetingId, entry, { ticket, at })).toMatchObject(denied)
    expect(await reader.call(getRoster, { meetingId, listId: entry })).toMatchObject(denied)
    expect(await reader.call(getCheckIn, { meetingId })).toMatchObject(denied)
    expect(await reader.call(undoCheckIn, { meetingId, listId: entry, ticket })).toMatchObject(denied)
    expect(await door.call(saveCheckInList, { meetingId, id: null, name: '门' })).toMatchObject(denied)
    expect(await door.call(removeCheckInList, { meetingId, id: entry })).toMatchObject(denied)
    expect(await scan(door, meetingId, other.entry, { ticket, at })).toMatchObject({ code: 20404 })
    expect(outcomesOf((await scan(door, other.meetingId, other.entry, { ticket, at })).data)).toEqual(['unknown'])
    expect(await scan(door, meetingId, entry, { ticket: "' or 1=1", at })).toMatchObject({ status: 400 })
    expect(await scan(door, meetingId, entry, { ticket, at: '昨天' })).toMatchObject({ status: 400 })
    expect(await scan(door, meetingId, entry)).toMatchObject({ status: 400 })
  })
})
