// Sign-ups that sites send, by their own keys.
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { API_KEY_HEADER, type DataOf, IDEMPOTENCY_HEADER } from '#contract/endpoint.ts'
import { sendSignUp } from '#contract/meetings/open-sign-ups.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { makeUser } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { makeMeeting, signUpForm } from '#test/meeting-factories.ts'

const server = testServer()
const db = () => server().database.db
let key: string
let authorId: string

beforeAll(async () => {
  authorId = (await makeUser(db())).id
  const site = { name: '官网', scopes: ['meetingSignUps' as const], dailyQuota: 1_000, createdBy: null }
  key = (await db().transaction((tx) => createApiKey(tx, site))).key
})

const day = addDays(dayOf(Date.now()), 9)
const newMeeting = async () => {
  const days = { startsOn: day, endsOn: day, channels: ['app'] }
  return (await makeMeeting(db(), authorId, days)).id
}
const { invoiceState: _, ...form } = signUpForm({ name: '键同一' })
async function send(meetingId: string, changes: object = {}, once = '') {
  const headers = { [API_KEY_HEADER]: key, ...(once && { [IDEMPOTENCY_HEADER]: once }) }
  const body = { ...form, channel: 'app', ...changes }
  const reply = await server().send('POST', sendSignUp.path.replace(':id', meetingId), body, { headers })
  return { ...reply, data: reply.data as DataOf<typeof sendSignUp> }
}

describe('meetings-visits-sharing.md `POST …/:id/signUps`', () => {
  it('"idempotent by a key of the caller": sent again with it, the answer is that of the first time', async () => {
    const meetingId = await newMeeting()
    const first = await send(meetingId, {}, 'site-0001')
    expect(first.data).toMatchObject({ isNew: true, state: 'confirmed' })
    expect((await send(meetingId, {}, 'site-0001')).data).toEqual(first.data)
    expect(await send(meetingId, { name: '另一人' }, 'site-0001')).toMatchObject({ status: 422 })
    expect(await send(await newMeeting(), {}, 'site-0001'), 'another meeting').toMatchObject({ status: 422 })
    expect((await send(meetingId)).data, 'without the key').toMatchObject({ isNew: false, ticket: first.data.ticket })
    for (const wrong of ['x', '0', '999999999999999999999']) expect(await send(wrong)).toMatchObject({ code: 20404 })
  })
})
