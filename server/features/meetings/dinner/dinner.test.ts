// Dinner of a meeting over HTTP.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { emptyBody } from '#contract/articles/body.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  addDinnerTables,
  type DinnerGuest,
  editDinnerTable,
  exportDinner,
  fillDinner,
  getDinner,
  removeDinnerGuest,
  removeDinnerTable,
  saveDinnerGuest,
  saveDinnerWishes,
  seatDinnerGuest,
  undoDinnerFill,
} from '#contract/meetings/dinner.ts'
import { removeMeetings } from '#contract/meetings/meetings.ts'
import { cancelSignUp } from '#contract/meetings/sign-ups.ts'
import { dinnerGuests } from '#server/db/schema/dinner.ts'
import { meetingNews } from '#server/db/schema/meeting-contents.ts'
import { meetingQuotas } from '#server/db/schema/meeting-sign-ups.ts'
import { confirm as confirmCall } from '#test/confirm.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { makeGuests, makeMeeting } from '#test/meeting-factories.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'

const server = testServer()
let host: Person
const db = () => server().database.db

beforeAll(async () => {
  host = await server().as((await makeRole(db(), 'meeting.view', 'meeting.dinnerRegister', 'meeting.edit')).code)
})

const read = async (meetingId: string) => (await host.call(getDinner, { meetingId })).data
const addTables = (meetingId: string, changes: Partial<BodyOf<typeof addDinnerTables>> = {}) =>
  host.call(addDinnerTables, { meetingId, zone: '', seats: 4, quotaId: null, count: 1, ...changes })
const addGuest = async (meetingId: string, name: string) =>
  (await host.call(saveDinnerGuest, { meetingId, guestKey: null, version: 0, name, company: '', mobile: '' })).data.key
const seat = (meetingId: string, key: string, tableId: string | null, at: number | null = null, swapWith?: string) =>
  host.call(seatDinnerGuest, { meetingId, guestKey: key, tableId, seat: at, swapWith: swapWith ?? null })

/** A meeting with two tables of four seats and these heads, by name. */
async function dinnerWith(...sizes: number[]) {
  const { id: meetingId } = await makeMeeting(db(), host.id)
  await addTables(meetingId, { count: 2 })
  await db().update(meetingQuotas).set({ taken: 100 }).where(eq(meetingQuotas.meetingId, meetingId))
  const signUps = []
  for (const size of sizes) signUps.push(await makeGuests(db(), meetingId, { companions: size - 1 }))
  const { tables, guests } = await read(meetingId)
  const [one, two] = tables.map(({ id }) => id)
  return { meetingId, one: one ?? '', two: two ?? '', keys: guests.map(({ key }) => key), signUps }
}
const placeOf = (guests: readonly DinnerGuest[], key: string | undefined) => {
  const found = guests.find((guest) => guest.key === key)
  return [found?.tableId ?? null, found?.seat ?? null]
}

describe('meetings-visits-sharing.md "dinnerRegister": tables', () => {
  it('are numbered onward, renamed by version, and not made smaller or deleted under guests', async () => {
    const { meetingId, one, keys } = await dinnerWith(1)
    await addTables(meetingId, { zone: ' 贵宾区 ', seats: 20 })
    const { tables } = await read(meetingId)
    expect(tables.map(({ name, zone, seats }) => [name, zone, seats])).toEqual([
      ['1 桌', '', 4],
      ['2 桌', '', 4],
      ['3 桌', '贵宾区', 20],
    ])
    const form = { meetingId, id: one, version: 1, name: '主桌', zone: '', seats: 4, quotaId: null }
    expect((await host.call(editDinnerTable, form)).code).toBe(200)
    expect(await host.call(editDinnerTable, form), 'an older version').toMatchObject({ code: 601 })
    expect(await host.call(editDinnerTable, { ...form, version: 2, name: '2 桌' })).toMatchObject({
      data: { fields: [{ field: 'name', message: '已有同名的桌' }] },
    })
    await seat(meetingId, keys[0] ?? '', one, 4)
    expect(await host.call(editDinnerTable, { ...form, version: 2, seats: 3 })).toMatchObject({
      data: { fields: [{ field: 'seats', message: '4 座有人，请先移走' }] },
    })
    expect(await host.call(removeDinnerTable, { meetingId, id: one })).toMatchObject({
      code: 409,
      msg: '主桌坐着 1 人，请先移走',
    })
    await seat(meetingId, keys[0] ?? '', null)
    expect((await host.call(removeDinnerTable, { meetingId, id: one })).code).toBe(200)
    expect(await host.call(removeDinnerTable, { meetingId, id: one })).toMatchObject({ code: 20404 })
  })

  it('are kept for a quota of this meeting, and for none of another', async () => {
    const { meetingId } = await dinnerWith()
    const other = await dinnerWith()
    const [quota] = (await read(other.meetingId)).quotas
    expect(await addTables(meetingId, { quotaId: quota?.id ?? '' })).toMatchObject({
      data: { fields: [{ field: 'quotaId', message: '名额类型不存在' }] },
    })
    expect((await addTables(other.meetingId, { quotaId: quota?.id ?? '' })).code).toBe(200)
  })
})

describe('meetings-visits-sharing.md "dinner_seats unique (table, seat) and (person)"', () => {
  it('each head has one seat, companions too; two at once for one seat: one gets it', async () => {
    const { meetingId, one, two, keys } = await dinnerWith(2, 1)
    const [main = '', companion = '', third = ''] = keys
    const replies = await Promise.all([seat(meetingId, main, one, 2), seat(meetingId, companion, one, 2)])
    expect(replies.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect((await seat(meetingId, main, two)).code, 'moves').toBe(200)
    expect((await seat(meetingId, companion, one)).code).toBe(200)
    expect((await seat(meetingId, third, one)).code).toBe(200)
    const { guests } = await read(meetingId)
    expect(keys.map((key) => placeOf(guests, key))).toEqual([
      [two, 1],
      [one, 1],
      [one, 2],
    ])
  })

  it('a full table and a seat that it has not are refused; a freed seat is free', async () => {
    const { meetingId, one, keys } = await dinnerWith(5)
    for (const key of keys.slice(0, 4)) await seat(meetingId, key, one)
    expect(await seat(meetingId, keys[4] ?? '', one)).toMatchObject({ code: 409, msg: '1 桌已坐满' })
    expect(await seat(meetingId, keys[4] ?? '', one, 5)).toMatchObject({ code: 409, msg: '1 桌只有 4 个座位' })
    expect(await seat(meetingId, keys[4] ?? '', null)).toMatchObject({ code: 409 })
    expect((await seat(meetingId, keys[0] ?? '', null)).code).toBe(200)
    expect((await seat(meetingId, keys[4] ?? '', one)).code).toBe(200)
  })

  it('two change seats only where who sits there is who was seen there', async () => {
    const { meetingId, one, two, keys } = await dinnerWith(3)
    const [first = '', second = '', third = ''] = keys
    await seat(meetingId, first, one, 1)
    await seat(meetingId, second, two, 3)
    expect(await seat(meetingId, first, two, 3, third)).toMatchObject({ code: 409, msg: /^2 桌 3 座已安排给/ })
    expect(await seat(meetingId, third, two, 3, second), 'has no seat to give').toMatchObject({ code: 409 })
    expect((await seat(meetingId, first, two, 3, second)).code).toBe(200)
    const { guests } = await read(meetingId)
    expect([placeOf(guests, first), placeOf(guests, second)]).toEqual([
      [two, 3],
      [one, 1],
    ])
  })

  it('a cancelled sign-up frees the seats of all its heads at once; those who wait are not among the guests', async () => {
    const { meetingId, one, keys, signUps } = await dinnerWith(2, 1)
    for (const key of keys) await seat(meetingId, key, one)
    await makeGuests(db(), meetingId, { state: 'waiting', waitingAt: '2026-01-01T00:00:00+08:00' })
    const keeper = await server().as('administrator')
    expect((await keeper.call(cancelSignUp, { id: signUps[0]?.id ?? '', reason: '行程冲突' })).code).toBe(200)
    const { guests } = await read(meetingId)
    expect(guests.map(({ key, seat: at }) => [key, at])).toEqual([[keys[2], 3]])
    expect(await seat(meetingId, keys[0] ?? '', one)).toMatchObject({ code: 20404 })
    expect((await seat(meetingId, keys[2] ?? '', one, 1)).code, 'the freed seat').toBe(200)
  })
})

describe('meetings-visits-sharing.md "wishes (diet, beside, not beside)"', () => {
  it('of both are one; by version; nobody is beside and apart', async () => {
    const { meetingId, keys } = await dinnerWith(3)
    const [first = '', second = '', third = ''] = keys
    const save = (version: number, changes: object = {}) =>
      host.call(saveDinnerWishes, {
        meetingId,
        guestKey: first,
        version,
        diet: '素食',
        beside: [second],
        apart: [third],
        ...changes,
      })
    expect((await save(0)).code).toBe(200)
    expect(await save(0), 'an older version').toMatchObject({ code: 601 })
    const { guests } = await read(meetingId)
    expect(guests.map(({ diet, beside, apart }) => [diet, beside, apart])).toEqual([
      ['素食', [second], [third]],
      ['', [first], []],
      ['', [], [first]],
    ])
    const version = guests[0]?.version ?? 0
    expect(await save(version, { apart: [second] })).toMatchObject({
      data: { fields: [{ field: 'apart', message: '同一人不能既相邻又不同桌' }] },
    })
    expect(await save(version, { beside: [first], apart: [] })).toMatchObject({ status: 400 })
    expect(await save(version, { beside: ['p999999'] })).toMatchObject({ code: 20404 })
  })
})

describe('meetings-visits-sharing.md "fill by rule as a 600 preview with undo"', () => {
  const fill = (meetingId: string, mode: 'rest' | 'all' = 'rest') => host.call(fillDinner, { meetingId, mode })
  const confirm = async (meetingId: string, mode: 'rest' | 'all' = 'rest') =>
    (await confirmCall(server(), host, fillDinner, { meetingId, mode })).done

  it('names each place, does what it named, and goes back', async () => {
    const { meetingId, one, keys } = await dinnerWith(2, 7)
    await seat(meetingId, keys[0] ?? '', one, 4)
    const asked = await fill(meetingId)
    expect(asked).toMatchObject({ code: 600, data: { preview: { text: /^安排 7 人，1 人没有座位/ } } })
    expect((await read(meetingId)).guests.filter(({ seat: at }) => at !== null)).toHaveLength(1)
    expect(await confirm(meetingId)).toMatchObject({ code: 200, data: { placed: 7, left: 1 } })
    expect(await read(meetingId)).toMatchObject({ hasFill: true })
    expect(await fill(meetingId)).toMatchObject({ code: 409, msg: '没有空座位，还有 1 人未入座' })
    expect((await host.call(undoDinnerFill, { meetingId })).code).toBe(200)
    const { guests, hasFill } = await read(meetingId)
    expect(hasFill).toBe(false)
    expect(guests.filter(({ seat: at }) => at !== null).map(({ key }) => key)).toEqual([keys[0]])
    expect(await host.call(undoDinnerFill, { meetingId })).toMatchObject({ code: 409 })
  })

  it('is not undone over what was changed by hand since; who was cancelled since gets no seat', async () => {
    const { meetingId, one, two, keys, signUps } = await dinnerWith(2, 2)
    await seat(meetingId, keys[0] ?? '', two, 4)
    await confirm(meetingId, 'all')
    const { guests } = await read(meetingId)
    const [table, at] = placeOf(guests, keys[1])
    await seat(meetingId, keys[1] ?? '', table === one ? two : one)
    expect(await host.call(undoDinnerFill, { meetingId })).toMatchObject({
      code: 409,
      msg: '自动安排后座位又有调整，不能撤销',
    })
    await seat(meetingId, keys[1] ?? '', String(table), Number(at))
    const keeper = await server().as('administrator')
    await keeper.call(cancelSignUp, { id: signUps[1]?.id ?? '', reason: '行程冲突' })
    expect((await host.call(undoDinnerFill, { meetingId })).code).toBe(200)
    expect((await read(meetingId)).guests.map(({ key, tableId, seat: own }) => [key, tableId, own])).toEqual([
      [keys[0], two, 4],
      [keys[1], null, null],
    ])
  })

  it('without tables or guests says so', async () => {
    const { id: meetingId } = await makeMeeting(db(), host.id)
    expect(await fill(meetingId)).toMatchObject({ code: 409, msg: '还没有桌，请先新增' })
    await addTables(meetingId)
    expect(await fill(meetingId)).toMatchObject({ code: 409, msg: '没有需要安排的来宾' })
  })
})

it('meetings-visits-sharing.md guests without a sign-up are added, edited by version and deleted; heads are not', async () => {
  const { meetingId, one, keys } = await dinnerWith(1)
  const key = await addGuest(meetingId, '主讲人')
  const form = { meetingId, guestKey: key, version: 1, name: '主持人', company: '主办方', mobile: '138-0013 8000' }
  expect((await host.call(saveDinnerGuest, form)).code).toBe(200)
  expect((await read(meetingId)).guests.find((guest) => guest.key === key)).toMatchObject({ mobile: '13800138000' })
  expect(await host.call(saveDinnerGuest, form)).toMatchObject({ code: 601 })
  expect(await host.call(saveDinnerGuest, { ...form, guestKey: keys[0] ?? '' })).toMatchObject({ code: 409 })
  expect(await host.call(removeDinnerGuest, { meetingId, guestKey: keys[0] ?? '' })).toMatchObject({ code: 409 })
  await seat(meetingId, key, one)
  expect((await host.call(removeDinnerGuest, { meetingId, guestKey: key })).code).toBe(200)
  expect((await read(meetingId)).guests.map((guest) => guest.key)).toEqual(keys)
})

it('meetings-visits-sharing.md the seating list has each seat of each table, then who has none', async () => {
  const { meetingId, one, keys, signUps } = await dinnerWith(2)
  await seat(meetingId, keys[0] ?? '', one, 2)
  const columns = ['table', 'seat', 'name'] as const
  const { data } = await host.call(exportDinner, {
    query: { meetingId },
    columns: [...columns],
    format: 'csv',
    reason: '布置会场',
  })
  const { fileUrl } = await endOf(host, data.jobId)
  const cells = await cellsOf(await download(server(), fileUrl))
  expect(cells[0]?.[0]).toBe('桌')
  const [main, companion] = signUps[0]?.heads ?? []
  expect(cells.slice(1, 4)).toEqual([
    ['1 桌', '1'],
    ['1 桌', '2', main?.name],
    ['1 桌', '3'],
  ])
  expect(cells.at(-2)).toEqual(['未入座', '', companion?.name])
})

it('a draft with guests, or with news, is not deleted', async () => {
  const keeper = await server().as((await makeRole(db(), 'meeting.delete')).code)
  const { id } = await makeMeeting(db(), host.id, { state: 'draft' })
  const remove = () => keeper.call(removeMeetings, { ids: [id] })
  const usedBy = (kind: string) => ({ code: 603, data: [{ id, by: [{ kind, count: 1 }] }] })
  await addGuest(id, '主讲人')
  expect(await remove()).toMatchObject(usedBy('晚宴来宾'))
  await db().delete(dinnerGuests).where(eq(dinnerGuests.meetingId, id))
  await db().insert(meetingNews).values({
    meetingId: id,
    title: '开幕',
    day: '2026-11-20',
    body: emptyBody,
    html: '',
    authorId: host.id,
    editorId: host.id,
  })
  expect(await remove()).toMatchObject(usedBy('会议新闻'))
  await db().delete(meetingNews).where(eq(meetingNews.meetingId, id))
  expect((await remove()).code).toBe(200)
})

it('§6 is for whoever has the button; a row of another meeting is not found; bad input is refused', async () => {
  const { meetingId, one, keys } = await dinnerWith(1)
  const other = await dinnerWith(1)
  const [key = ''] = keys
  const reader = await server().as((await makeRole(db(), 'meeting.view', 'meeting.details')).code)
  const guest = { meetingId, guestKey: null, version: 0, name: '甲', company: '', mobile: '' }
  const tables = { meetingId, zone: '', seats: 4, quotaId: null, count: 1 }
  const place = { meetingId, guestKey: key, tableId: one, seat: 1, swapWith: null }
  const edited = { meetingId, id: one, version: 1, name: '主桌', zone: '', seats: 4, quotaId: null }
  const tries = [
    reader.call(getDinner, { meetingId }),
    reader.call(addDinnerTables, tables),
    reader.call(editDinnerTable, edited),
    reader.call(removeDinnerTable, { meetingId, id: one }),
    reader.call(saveDinnerGuest, guest),
    reader.call(removeDinnerGuest, { meetingId, guestKey: key }),
    reader.call(saveDinnerWishes, { meetingId, guestKey: key, version: 0, diet: '', beside: [], apart: [] }),
    reader.call(seatDinnerGuest, place),
    reader.call(fillDinner, { meetingId, mode: 'rest' }),
    reader.call(undoDinnerFill, { meetingId }),
    reader.call(exportDinner, { query: { meetingId }, columns: ['name'], format: 'csv', reason: '核对' }),
  ]
  for (const reply of await Promise.all(tries)) expect(reply).toMatchObject({ status: 403 })
  expect(await host.call(getDinner, { meetingId: '999999' })).toMatchObject({ code: 20404 })
  expect(await host.call(seatDinnerGuest, { ...place, guestKey: other.keys[0] ?? '' })).toMatchObject({ code: 20404 })
  expect(await host.call(seatDinnerGuest, { ...place, tableId: other.one })).toMatchObject({ code: 20404 })
  expect(await host.call(editDinnerTable, { ...edited, id: other.one })).toMatchObject({ code: 20404 })
  const wrong = [
    host.call(saveDinnerGuest, { ...guest, name: ' ' }),
    host.call(saveDinnerGuest, { ...guest, mobile: '123' }),
    host.call(addDinnerTables, { ...tables, seats: 21 }),
    host.call(addDinnerTables, { ...tables, seats: 0 }),
    host.call(addDinnerTables, { ...tables, count: 51 }),
    host.call(seatDinnerGuest, { ...place, guestKey: 'x1' }),
    host.call(seatDinnerGuest, { ...place, seat: 21 }),
  ]
  for (const reply of await Promise.all(wrong)) expect(reply).toMatchObject({ status: 400 })
})
