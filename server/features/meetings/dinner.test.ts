// Dinner of a meeting over HTTP.
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { emptyBody } from '../../../contract/articles/body.ts'
import { listDinnerGuests, removeDinnerGuests, saveDinnerGuest } from '../../../contract/meetings/dinner.ts'
import { removeMeetings } from '../../../contract/meetings/meetings.ts'
import { makeRole } from '../../../test/factories.ts'
import { type Person, testServer } from '../../../test/http.ts'
import { makeMeeting } from '../../../test/meeting-factories.ts'
import { dinnerGuests, meetingNews } from '../../db/schema/meeting-contents.ts'

const server = testServer()
let host: Person
let meetingId: string
const guest = { name: '张来宾', company: '甲钢厂', mobile: '13900000001', tableNumber: 1, seat: 1, wish: '' }

beforeAll(async () => {
  const { db } = server().database
  host = await server().as((await makeRole(db, 'meeting.view', 'meeting.dinnerRegister')).code)
  meetingId = (await makeMeeting(db, host.id)).id
})

const save = (changes: object = {}) => host.call(saveDinnerGuest, { meetingId, id: null, ...guest, ...changes })
const guests = async () => (await host.call(listDinnerGuests, { meetingId })).data

it('meetings-visits-sharing.md "dinnerRegister": tables and seats, wishes, no double seat', async () => {
  const replies = await Promise.all([save(), save({ name: '李来宾' })])
  expect(replies.map(({ status }) => status).toSorted(), 'two at once for one seat').toEqual([200, 400])
  const [seated] = await guests()
  expect(await save({ name: '王来宾' })).toMatchObject({
    status: 400,
    data: { fields: [{ field: 'seat', message: `1 桌 1 座已安排给${seated?.name}` }] },
  })
  expect((await save({ name: '王来宾', seat: 2, wish: '素食' })).code).toBe(200)
  const { id = '', version = 0 } = (await guests())[1] ?? {}
  expect(await save({ id, version, seat: 1 })).toMatchObject({ status: 400 })
  expect((await save({ id, version, seat: 3 })).code).toBe(200)
  expect(await save({ id, version, seat: 4 }), 'an older version').toMatchObject({ code: 601 })
  expect((await guests()).map(({ seat }) => seat)).toEqual([1, 3])
  expect((await host.call(removeDinnerGuests, { meetingId, ids: [id] })).code).toBe(200)
  expect(await host.call(removeDinnerGuests, { meetingId, ids: [id] })).toMatchObject({ code: 20404 })
})

it('a draft with guests, or with news, is not deleted', async () => {
  const { db } = server().database
  const keeper = await server().as((await makeRole(db, 'meeting.delete')).code)
  const { id } = await makeMeeting(db, host.id, { state: 'draft' })
  const remove = () => keeper.call(removeMeetings, { ids: [id] })
  const usedBy = (kind: string) => ({ code: 603, data: [{ id, by: [{ kind, count: 1 }] }] })
  await save({ meetingId: id })
  expect(await remove()).toMatchObject(usedBy('晚宴来宾'))
  await db.delete(dinnerGuests).where(eq(dinnerGuests.meetingId, id))
  await db.insert(meetingNews).values({
    ...{
      meetingId: id,
      title: '开幕',
      day: '2026-11-20',
      body: emptyBody,
      html: '',
      authorId: host.id,
      editorId: host.id,
    },
  })
  expect(await remove()).toMatchObject(usedBy('会议新闻'))
  await db.delete(meetingNews).where(eq(meetingNews.meetingId, id))
  expect((await remove()).code).toBe(200)
})

it('§6 is for whoever has the button; bad input is refused', async () => {
  const reader = await server().as((await makeRole(server().database.db, 'meeting.view')).code)
  expect(await reader.call(listDinnerGuests, { meetingId })).toMatchObject({ status: 403 })
  expect(await reader.call(saveDinnerGuest, { meetingId, id: null, ...guest })).toMatchObject({ status: 403 })
  expect(await reader.call(removeDinnerGuests, { meetingId, ids: ['1'] })).toMatchObject({ status: 403 })
  expect(await host.call(listDinnerGuests, { meetingId: '999999' })).toMatchObject({ code: 20404 })
  for (const wrong of [{ name: ' ' }, { mobile: '123' }, { tableNumber: 0 }, { seat: 31 }, { wish: '长'.repeat(201) }])
    expect(await save(wrong), JSON.stringify(wrong)).toMatchObject({ status: 400 })
})
