// The figures of a meeting's sign-ups and the lists behind them, over HTTP.
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addDays, dayOf } from '../../../../contract/days.ts'
import { addSignUp, cancelSignUp, getSignUpCounts, querySignUps } from '../../../../contract/meetings/sign-ups.ts'
import { makeRole } from '../../../../test/factories.ts'
import { testServer } from '../../../../test/http.ts'
import { makeMeeting, signUpForm } from '../../../../test/meeting-factories.ts'
import { meetingSignUps as signUps } from '../../../db/schema/meeting-sign-ups.ts'

const server = testServer()
const db = () => server().database.db

it('meetings-visits-sharing.md "each figure with its list": people by state, source and channel', async () => {
  const host = await server().as(
    (await makeRole(db(), ...['details', 'edit', 'count'].map((alias) => `meeting.${alias}`))).code,
  )
  const startsOn = addDays(dayOf(Date.now()), 30)
  const { id: meetingId } = await makeMeeting(db(), host.id, { startsOn, endsOn: startsOn, seats: 4 })
  const add = async (changes: Parameters<typeof signUpForm>[0]) =>
    (await host.call(addSignUp, { meetingId, ...signUpForm(changes) })).data.id
  await add({ name: '三人', companionNames: ['同事甲', '同事乙'] })
  const fromSite = await add({ name: '来自官网' })
  await add({ name: '没有座位' })
  await db().update(signUps).set({ source: 'open', channel: 'officialWebsite' }).where(eq(signUps.id, fromSite))
  await host.call(cancelSignUp, { id: await add({ name: '不来了' }), reason: '改期' })
  const counts = (await host.call(getSignUpCounts, { meetingId })).data
  const listOf = async (filters: object) =>
    Number((await host.call(querySignUps, { meetingId, ...filters })).data.sums?.people)
  expect(Object.values(counts.states).reduce((sum, count) => sum + count, 0)).toBe(6)
  for (const [state, count] of Object.entries(counts.states)) expect(await listOf({ state }), state).toBe(count)
  for (const { source, count } of counts.sources) expect(await listOf({ source, isLive: true }), source).toBe(count)
  for (const { name, count } of counts.channels) expect(await listOf({ channel: name, isLive: true }), name).toBe(count)
  for (const { day, source, count } of counts.days) {
    expect(await listOf({ source, from: day, to: day, isLive: true }), day).toBe(count)
  }
  expect(counts.channels).toEqual([{ name: 'officialWebsite', count: 1 }])
})
