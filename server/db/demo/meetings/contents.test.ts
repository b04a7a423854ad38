// Demo contents of meetings.
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { makeUser } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { makeMeeting } from '#test/meeting-factories.ts'
import { meetingImages, meetingNews } from '../../schema/meeting-contents.ts'
import { meetingSignUps } from '../../schema/meeting-sign-ups.ts'
import { addMeetingContents } from './contents.ts'
import { addSignUps } from './sign-ups.ts'

const server = testServer()

it('house.md "Demo data": each state of news, carousel and pictures, once, and nothing without meetings', async () => {
  const { db } = server().database
  const { config } = server().server.core
  const load = () => db.transaction((tx) => addMeetingContents(tx, config))
  await load()
  expect(await db.$count(meetingNews)).toBe(0)
  const author = await makeUser(db)
  await makeMeeting(db, author.id)
  await makeMeeting(db, author.id, { state: 'draft' })
  await load()
  await load()
  const states = (await db.select({ state: meetingNews.state }).from(meetingNews)).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['draft', 'pending', 'published', 'published', 'takenDown'])
  expect(await db.$count(meetingImages)).toBe(9)
})

it('house.md "Demo data": sign-ups once; at past meetings they came, seats are never exceeded', async () => {
  const { db } = server().database
  const author = await makeUser(db)
  const full = await makeMeeting(db, author.id, {
    startsOn: '2099-01-05',
    endsOn: '2099-01-05',
    seats: 20,
    channels: ['app'],
  })
  const past = await makeMeeting(db, author.id, { startsOn: '2020-01-05', endsOn: '2020-01-05', channels: ['app'] })
  const load = () => db.transaction((tx) => addSignUps(tx, new Date()))
  await load()
  await load()
  const of = async (meetingId: string) =>
    db.select().from(meetingSignUps).where(eq(meetingSignUps.meetingId, meetingId))
  const rows = await of(full.id)
  const taken = rows.reduce((sum, { state, companions }) => sum + (state === 'confirmed' ? companions + 1 : 0), 0)
  expect([taken <= 20, rows.filter(({ state }) => state === 'waiting').length]).toEqual([true, 40])
  expect(new Set((await of(past.id)).map(({ state }) => state))).toEqual(new Set(['came', 'cancelled']))
})
