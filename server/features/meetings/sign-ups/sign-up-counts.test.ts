// The figures of a meeting's sign-ups and the lists behind them, over HTTP.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { queryCheckedIn, saveCheckInList } from '#contract/meetings/check-ins.ts'
import { sendScans } from '#contract/meetings/door.ts'
import { addSignUp, cancelSignUp, getSignUp, getSignUpCounts, querySignUps } from '#contract/meetings/sign-ups.ts'
import { meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { makeRole } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { makeMeeting, signUpForm } from '#test/meeting-factories.ts'

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

it('meetings-visits-sharing.md "each figure with its list": each bar of 签到 counts whom its list names', async () => {
  const rights = ['details', 'edit', 'count'].map((alias) => `meeting.${alias}`)
  const host = await server().as((await makeRole(db(), ...rights)).code)
  const startsOn = dayOf(Date.now())
  const { id: meetingId } = await makeMeeting(db(), host.id, { startsOn, endsOn: startsOn, seats: 9 })
  const codes: string[] = []
  for (const name of ['甲', '乙']) {
    const { id } = (
      await host.call(addSignUp, { meetingId, ...signUpForm({ name, companionNames: [`${name}的同事`] }) })
    ).data
    codes.push(...(await host.call(getSignUp, { id })).data.people.map(({ code }) => code))
  }
  const listOf = async (name: string) =>
    (await host.call(saveCheckInList, { meetingId, id: null, name, kind: 'entry', day: null })).data.id
  const scan = async (listId: string, scanned: readonly string[]) => {
    const at = new Date().toISOString()
    const scans = scanned.map((code) => ({ code, nonce: randomUUID().replaceAll('-', ''), at, isLetIn: false }))
    await host.call(sendScans, { meetingId, listId, door: '', scans })
  }
  const [east, west] = [await listOf('东门'), await listOf('西门')]
  await listOf('没人走的门')
  await scan(east, codes.slice(0, 3))
  await scan(east, codes.slice(0, 1))
  await scan(west, codes.slice(1, 2))
  const { came } = (await host.call(getSignUpCounts, { meetingId })).data
  expect(came.map(({ name, count }) => [name, count])).toEqual([
    ['东门', 3],
    ['西门', 1],
    ['没人走的门', 0],
  ])
  for (const { id: listId, name, count } of came) {
    expect((await host.call(queryCheckedIn, { meetingId, figure: 'in', listId })).data.total, name).toBe(count)
  }
})
