// The door over HTTP: scans of heads, offline ones among them, and helpers with a PIN.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import type { CheckInFigure } from '#contract/meetings/check-in-labels.ts'
import {
  endCheckInLink,
  getCheckIn,
  makeCheckInLink,
  queryCheckedIn,
  removeCheckInList,
  saveCheckInList,
} from '#contract/meetings/check-ins.ts'
import {
  getHelperSnapshot,
  getSnapshot,
  openDoor,
  PIN_TRIES,
  type Scan,
  type ScanResult,
  searchHeads,
  sendHelperScans,
  sendScans,
  undoScan,
} from '#contract/meetings/door.ts'
import { editSignUp, getSignUp } from '#contract/meetings/sign-ups.ts'
import { checkInLists, checkIns } from '#server/db/schema/check-ins.ts'
import { meetingQuotas, meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { makeGuests, makeMeeting, signUpForm } from '#test/meeting-factories.ts'

const server = testServer()
const db = () => server().database.db
const today = dayOf(Date.now())
let host: Person
let door: Person
let otherDoor: Person
let seller: Person

beforeAll(async () => {
  host = await server().as((await makeRole(db(), 'meeting.view', 'meeting.details', 'meeting.edit')).code)
  const { code } = await makeRole(db(), 'meeting.view', 'meeting.details')
  door = await server().as(code, { realName: '门口甲' })
  otherDoor = await server().as(code, { realName: '门口乙' })
  seller = await server().as((await makeRole(db(), 'meeting.view')).code)
})

/** A meeting of today and tomorrow with two entry lists of today, a dinner, and these sign-ups. */
async function meetingWith(...people: Parameters<typeof makeGuests>[2][]) {
  const { id: meetingId } = await makeMeeting(db(), host.id, { startsOn: today, endsOn: addDays(today, 1) })
  const add = async (name: string, kind: 'entry' | 'dinner', day: string | null = null) =>
    (await host.call(saveCheckInList, { meetingId, id: null, name, kind, day })).data.id
  const east = await add('东门', 'entry', today)
  const west = await add('西门', 'entry', today)
  const dinner = await add('晚宴', 'dinner')
  const guests = []
  for (const changes of people) guests.push(await makeGuests(db(), meetingId, changes))
  const codes = guests.flatMap((guest) => guest.codes) as [string, ...string[]]
  return { meetingId, east, west, dinner, codes, signUpId: guests[0]?.id ?? '' }
}

const scan = (code: string, changes: Partial<Scan> = {}): Scan => ({
  code,
  nonce: randomUUID().replaceAll('-', ''),
  at: new Date().toISOString(),
  isLetIn: false,
  ...changes,
})
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const send = async (by: Person, meetingId: string, listId: string, ...scans: Scan[]) =>
  (await by.call(sendScans, { meetingId, listId, door: '', scans })).data
const outcomes = (results: readonly ScanResult[]) => results.map(({ outcome }) => outcome)
const listed = async (meetingId: string, figure: CheckInFigure, listId?: string) =>
  (await door.call(queryCheckedIn, { meetingId, figure, ...(listId && { listId }) })).data
/** Each figure opens a list of as many. */
const counts = async (meetingId: string) => {
  const { came, expected, lists } = (await door.call(getCheckIn, { meetingId })).data
  expect((await listed(meetingId, 'expected')).total).toBe(expected)
  expect((await listed(meetingId, 'came')).total).toBe(came)
  for (const { id, people, again } of lists) {
    expect((await listed(meetingId, 'in', id)).total).toBe(people)
    expect((await listed(meetingId, 'again', id)).total).toBe(again)
  }
  return { came, lists: lists.map(({ name, people, again }) => [name, people, again]) }
}
const stateOf = async (id: string) => (await db().select().from(signUps).where(eq(signUps.id, id)))[0]?.state

describe('meetings-visits-sharing.md "Check lists are objects"', () => {
  it('each head has a code of its own; three doors are one person come, a dinner is none', async () => {
    const { meetingId, east, west, dinner, codes, signUpId } = await meetingWith({ companions: 2 }, {})
    const [one, companion = '', , alone = ''] = codes
    expect(codes).toHaveLength(4)
    expect(outcomes(await send(door, meetingId, east, scan(one), scan(companion)))).toEqual(['in', 'in'])
    expect(outcomes(await send(otherDoor, meetingId, west, scan(one)))).toEqual(['in'])
    expect(outcomes(await send(door, meetingId, dinner, scan(alone), scan(one)))).toEqual(['in', 'in'])
    expect(await counts(meetingId)).toEqual({
      came: 2,
      lists: [
        ['东门', 2, 0],
        ['西门', 1, 0],
        ['晚宴', 2, 0],
      ],
    })
    expect(await stateOf(signUpId)).toBe('came')
    const { records } = await listed(meetingId, 'in', east)
    expect(records.map(({ name, where }) => ({ name, where }))).toHaveLength(2)
    expect(JSON.stringify(records)).not.toMatch(/\d{11}/)
    const other = await meetingWith({})
    expect((await listed(other.meetingId, 'in', east)).total).toBe(0)
  })

  it('"a scanner dead after a foreign code": foreign, of another meeting and waiting ones are told apart', async () => {
    const waiting = { state: 'waiting', waitingAt: new Date().toISOString() } as const
    const { meetingId, east, codes } = await meetingWith({}, waiting)
    const other = await meetingWith({})
    const [one, waits = ''] = codes
    const sent = [scan('ABCDEFGHJKMNPQRS'), scan(other.codes[0]), scan(waits), scan(one)]
    const results = await send(door, meetingId, east, ...sent)
    expect(outcomes(results)).toEqual(['unknown', 'unknown', 'refused', 'in'])
    expect(results[2]).toMatchObject({ where: '候补' })
  })

  it('is taken back; scans stay as rows', async () => {
    const { meetingId, east, dinner, codes, signUpId } = await meetingWith({})
    const [code] = codes
    for (const listId of [east, dinner]) await send(door, meetingId, listId, scan(code))
    const undo = (listId: string) => door.call(undoScan, { meetingId, listId, code })
    expect((await undo(east)).code).toBe(200)
    expect(await stateOf(signUpId)).toBe('came')
    expect((await undo(dinner)).code).toBe(200)
    expect(await stateOf(signUpId)).toBe('confirmed')
    expect(await undo(dinner)).toMatchObject({ code: 20404 })
    expect((await counts(meetingId)).came).toBe(0)
    const kept = await db().select().from(checkIns).where(eq(checkIns.listId, east))
    expect(kept.map(({ state }) => state)).toEqual(['undone'])
    expect(outcomes(await send(door, meetingId, east, scan(code))), 'and may come again').toEqual(['in'])
  })

  it('a sign-up loses no companion who was scanned; the others keep their codes, which are on badges', async () => {
    const { meetingId, east, codes, signUpId } = await meetingWith({ companions: 2, mobile: '13612340001' })
    await db().update(meetingQuotas).set({ taken: 3 }).where(eq(meetingQuotas.meetingId, meetingId))
    const edit = async (...companionNames: string[]) => {
      const { version } = (await host.call(getSignUp, { id: signUpId })).data
      const form = signUpForm({ mobile: '13612340001', companionNames })
      return host.call(editSignUp, { id: signUpId, version, ...form })
    }
    const heads = async () =>
      (await host.call(getSignUp, { id: signUpId })).data.people.map(({ name, code }) => [name, code])
    const [main, first, second] = codes
    expect((await edit('随甲', '随乙')).code).toBe(200)
    await send(door, meetingId, east, scan(second ?? ''))
    expect(await edit('随甲')).toMatchObject({
      status: 400,
      msg: '随行人员“随乙”已签到，不能移除',
      data: { fields: [{ field: 'companionNames' }] },
    })
    expect((await edit('随乙')).code).toBe(200)
    expect((await heads()).slice(1)).toEqual([['随乙', second]])
    expect((await edit('随丙', '随乙')).code).toBe(200)
    const after = await heads()
    expect(after.map(([name]) => name).slice(1)).toEqual(['随丙', '随乙'])
    expect([after[0]?.[1], after[2]?.[1]]).toEqual([main, second])
    expect(after[1]?.[1], 'a code of somebody who is gone opens no door').not.toBe(first)
    expect((await counts(meetingId)).came).toBe(1)
  })

  it('have a name and a day of the meeting, and stay once somebody is on them', async () => {
    const { meetingId, east, dinner, codes } = await meetingWith({})
    await send(door, meetingId, east, scan(codes[0]))
    const save = (name: string, day: string | null) =>
      host.call(saveCheckInList, { meetingId, id: null, name, kind: 'entry', day })
    expect(await save(' 东门 ', null)).toMatchObject({ status: 400, msg: '已有同名的签到点' })
    expect(await save('北门', addDays(today, 2))).toMatchObject({ status: 400, msg: '日期不在会议日期内' })
    const remove = (id: string) => host.call(removeCheckInList, { meetingId, id })
    expect(await remove(east)).toMatchObject({ status: 409, msg: '“东门”已有人签到，不能删除' })
    expect((await remove(dinner)).code).toBe(200)
  })
})

describe('meetings-visits-sharing.md "Offline until the list ends"', () => {
  it('two offline doors with one code: one came, as of the earlier moment, whichever is sent first', async () => {
    const { meetingId, east, codes } = await meetingWith({})
    const [code] = codes
    const early = scan(code, { at: ago(120_000), isLetIn: true })
    const late = scan(code, { at: ago(60_000), isLetIn: true })
    expect(outcomes(await send(otherDoor, meetingId, east, late))).toEqual(['in'])
    const [first] = await send(door, meetingId, east, early)
    expect(first).toMatchObject({ outcome: 'in', where: '门口甲' })
    expect(Date.parse(first?.at ?? '')).toBe(Date.parse(early.at))
    const after = await counts(meetingId)
    expect(after.came).toBe(1)
    expect(after.lists[0]).toEqual(['东门', 1, 1])
    // replies were lost: both phones send again
    expect(outcomes(await send(otherDoor, meetingId, east, late))).toEqual(['again'])
    expect(outcomes(await send(door, meetingId, east, early))).toEqual(['in'])
    const [third] = await send(otherDoor, meetingId, east, scan(code))
    expect(third).toMatchObject({ outcome: 'again', where: '门口甲' })
    expect(Date.parse(third?.at ?? ''), 'when and where').toBe(Date.parse(early.at))
  })

  it('eight phones at once: one is in, seven come again', async () => {
    const { meetingId, east, codes } = await meetingWith({})
    const phones = Array.from({ length: 8 }, (_, at) => (at % 2 ? door : otherDoor))
    await Promise.all(phones.map((by) => send(by, meetingId, east, scan(codes[0]))))
    expect((await counts(meetingId)).lists[0]).toEqual(['东门', 1, 7])
  })

  it('a guest who cancelled and was let in offline counts as come, without a seat; online they are turned away', async () => {
    const { meetingId, east, codes, signUpId } = await meetingWith({})
    const [code] = codes
    await db().update(signUps).set({ state: 'cancelled' }).where(eq(signUps.id, signUpId))
    expect(outcomes(await send(door, meetingId, east, scan(code)))).toEqual(['refused'])
    const letIn = scan(code, { isLetIn: true, at: ago(5_000) })
    expect(outcomes(await send(door, meetingId, east, letIn))).toEqual(['in'])
    expect((await counts(meetingId)).came).toBe(1)
    expect(await stateOf(signUpId)).toBe('cancelled')
  })

  it('a moment in the future counts as now', async () => {
    const { meetingId, east, codes } = await meetingWith({})
    const [result] = await send(door, meetingId, east, scan(codes[0], { at: '2199-01-01T00:00:00Z' }))
    expect(Date.parse(result?.at ?? '')).toBeLessThanOrEqual(Date.now() + 1_000)
  })

  it('the snapshot names codes by hash: 5,000 heads are under 400 kB, without numbers', async () => {
    const { meetingId, east, codes } = await meetingWith({ name: '欧阳来宾' })
    await send(door, meetingId, east, scan(codes[0]))
    const { people } = (await door.call(getSnapshot, { meetingId, listId: east })).data
    const [hash, name, mayEnter, at] = people.split('\t')
    expect([hash?.length, name, mayEnter]).toEqual([11, '欧阳来宾', '1'])
    expect(Date.parse(at ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(people).not.toContain(codes[0])
    expect(Buffer.byteLength(`${people}\n`) * 5_000).toBeLessThan(400_000)
  })
})

describe('meetings-visits-sharing.md "a link with a 6-digit PIN that ends with the list"', () => {
  const linkOf = async (meetingId: string, listId: string) => {
    const { url, pin } = (await host.call(makeCheckInLink, { meetingId, listId })).data
    return { code: url.split('#')[1] ?? '', pin }
  }
  const open = (code: string, pin: string) => server().nobody.call(openDoor, { code, pin })
  const gone = { code: 20404, msg: '签到链接已失效，请向会务索取新的链接' }

  it('helpers scan and see the snapshot; a new link ends the old one, ending it ends the phone', async () => {
    const { meetingId, east, codes } = await meetingWith({})
    const { nobody } = server()
    const link = await linkOf(meetingId, east)
    const { token } = (await open(link.code, link.pin)).data
    expect((await nobody.call(getHelperSnapshot, { token })).data).toMatchObject({ list: '东门' })
    const helped = await nobody.call(sendHelperScans, { token, door: '东一', scans: [scan(codes[0])] })
    expect(helped.data).toMatchObject([{ outcome: 'in', where: '东一' }])
    const next = await linkOf(meetingId, east)
    expect(await nobody.call(getHelperSnapshot, { token })).toMatchObject(gone)
    expect(await open(link.code, link.pin)).toMatchObject(gone)
    const second = (await open(next.code, next.pin)).data.token
    expect((await host.call(endCheckInLink, { meetingId, listId: east })).code).toBe(200)
    const body = { token: second, door: '', scans: [scan(codes[0])] }
    expect(await nobody.call(sendHelperScans, body)).toMatchObject(gone)
    expect(await nobody.call(getHelperSnapshot, { token: `${next.code}.forged-forged-forged` })).toMatchObject(gone)
  })

  it('five wrong PINs end it, for the right one too', async () => {
    const { meetingId, east } = await meetingWith({})
    const { code, pin } = await linkOf(meetingId, east)
    const wrong = pin === '000000' ? '111111' : '000000'
    for (let left = PIN_TRIES - 1; left > 0; left -= 1)
      expect(await open(code, wrong)).toMatchObject({ status: 400, msg: `PIN 不正确，还可以试 ${left} 次` })
    expect((await open(code, wrong)).msg).toContain('PIN 输错 5 次')
    expect(await open(code, pin)).toMatchObject(gone)
  })

  it('ends with the list, and so do scans of people signed in', async () => {
    const { meetingId, east, codes } = await meetingWith({})
    const { code, pin } = await linkOf(meetingId, east)
    const { token } = (await open(code, pin)).data
    await db().update(checkInLists).set({ day: '2020-01-01' }).where(eq(checkInLists.id, east))
    const over = { status: 409, msg: '签到点“东门”已结束' }
    expect(await server().nobody.call(getHelperSnapshot, { token })).toMatchObject(over)
    expect(await open(code, pin)).toMatchObject(over)
    const body = { meetingId, listId: east, door: '', scans: [scan(codes[0])] }
    expect(await door.call(sendScans, body)).toMatchObject(over)
  })

  it('"Offline until the list ends": what a phone scanned before the end counts when it comes back after it', async () => {
    const { meetingId, east, codes } = await meetingWith({}, {}, {})
    const [first, second, third] = codes
    if (!second || !third) throw new Error('three came')
    const { code, pin } = await linkOf(meetingId, east)
    const { token } = (await open(code, pin)).data
    const lastDay = addDays(today, -2)
    await db().update(checkInLists).set({ day: lastDay }).where(eq(checkInLists.id, east))
    const before = scan(first, { at: `${lastDay}T20:00:00+08:00`, isLetIn: true })
    const results = await send(door, meetingId, east, before, scan(second, { isLetIn: true }))
    expect(results).toMatchObject([{ outcome: 'in' }, { outcome: 'refused', where: '签到已结束' }])
    const longAgo = addDays(today, -9)
    await db().update(checkInLists).set({ day: longAgo }).where(eq(checkInLists.id, east))
    const old = scan(third, { at: `${longAgo}T20:00:00+08:00`, isLetIn: true })
    expect(await door.call(sendScans, { meetingId, listId: east, door: '', scans: [old] })).toMatchObject({
      status: 409,
    })
    // the same of a link that was ended meanwhile
    await db().update(checkInLists).set({ day: today }).where(eq(checkInLists.id, east))
    const away = scan(third, { isLetIn: true })
    expect((await host.call(endCheckInLink, { meetingId, listId: east })).code).toBe(200)
    const helped = (scans: Scan[]) => server().nobody.call(sendHelperScans, { token, door: '东一', scans })
    expect((await helped([away])).data).toMatchObject([{ outcome: 'in', where: '东一' }])
    expect(await helped([scan(third)])).toMatchObject(gone)
    expect(await server().nobody.call(getHelperSnapshot, { token })).toMatchObject(gone)
  })
})

it('§6 search is for people signed in, from two characters; nothing without the right; bad input is refused', async () => {
  const guest = { name: '司马来宾', company: '乙钢厂', mobile: '13912345678' }
  const { meetingId, east, codes } = await meetingWith(guest)
  const other = await meetingWith({})
  const staff = { meetingId, listId: east }
  const search = (text: string) => door.call(searchHeads, { ...staff, text })
  for (const text of ['司马', '司 馬', '乙钢', '乙鋼廠', '5678'])
    expect((await search(text)).data, text).toMatchObject([{ code: codes[0], mayEnter: true, at: null }])
  expect((await search('无此')).data).toEqual([])
  expect(await search('司')).toMatchObject({ status: 400, msg: '请至少输入 2 个字' })
  const denied = { status: 403 }
  expect(await seller.call(getSnapshot, staff)).toMatchObject(denied)
  expect(await seller.call(searchHeads, { ...staff, text: '司马' })).toMatchObject(denied)
  expect(await seller.call(sendScans, { ...staff, door: '', scans: [scan(codes[0])] })).toMatchObject(denied)
  expect(await seller.call(undoScan, { ...staff, code: codes[0] })).toMatchObject(denied)
  expect(await seller.call(getCheckIn, { meetingId })).toMatchObject(denied)
  expect(await seller.call(queryCheckedIn, { meetingId, figure: 'came' })).toMatchObject(denied)
  expect(await door.call(makeCheckInLink, staff)).toMatchObject(denied)
  expect(await door.call(endCheckInLink, staff)).toMatchObject(denied)
  expect(await door.call(getSnapshot, { meetingId, listId: other.east })).toMatchObject({ code: 20404 })
  const bad = [[scan("' or 1=1")], [scan(codes[0], { nonce: 'x' })], [scan(codes[0], { at: '昨天' })], []]
  for (const scans of bad)
    expect(await door.call(sendScans, { ...staff, door: '', scans }), JSON.stringify(scans)).toMatchObject({
      status: 400,
    })
})
