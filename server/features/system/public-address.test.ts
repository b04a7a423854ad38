// Where PUBLIC_URL is not set: who asks hears so, and nothing goes out with a link that leads nowhere.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { inviteContacts, invitePeople } from '#contract/meetings/invitations.ts'
import { addSignUp } from '#contract/meetings/sign-ups.ts'
import { getPublicAddress } from '#contract/system/public-address.ts'
import { messageBodies, messages } from '#server/db/schema/core/outbox.ts'
import { makeRole } from '#test/factories.ts'
import { openTestServer, type TestServer, testServer } from '#test/http.ts'
import { makeMeeting, signUpForm } from '#test/meeting-factories.ts'

const server = testServer()
const db = () => server().database.db
let known: TestServer

beforeAll(async () => {
  known = await openTestServer(server().database, { publicUrl: 'https://console.example.com' })
})
afterAll(() => known.server.close())

it('meetings-visits-sharing.md "Without PUBLIC_URL the buttons say so": whoever is signed in can ask', async () => {
  const role = (await makeRole(db())).code
  expect(await (await server().as(role)).call(getPublicAddress)).toMatchObject({ code: 200, data: { isSet: false } })
  expect(await (await known.as(role)).call(getPublicAddress)).toMatchObject({ code: 200, data: { isSet: true } })
  expect(await server().nobody.call(getPublicAddress)).toMatchObject({ status: 401 })
})

it('meetings-visits-sharing.md "Invitations": none is sent with a link that leads nowhere', async () => {
  const host = await server().as((await makeRole(db(), 'meeting.invite')).code)
  const startsOn = addDays(dayOf(Date.now()), 30)
  const { id: meetingId } = await makeMeeting(db(), host.id, { startsOn, endsOn: startsOn, seats: 4 })
  const refused = { status: 409, msg: expect.stringContaining('PUBLIC_URL') }
  for (const ways of [
    { sendMail: true, sendText: false },
    { sendMail: false, sendText: true },
  ]) {
    const contacts = { meetingId, enterpriseId: '1', contactIds: ['1'], ...ways }
    expect(await host.call(inviteContacts, contacts)).toMatchObject(refused)
    expect(await host.call(invitePeople, { meetingId, kind: 'contacts', ids: ['1'], ...ways })).toMatchObject(refused)
  }
})

it('meetings-visits-sharing.md: the mail to a guest carries its link, or none', async () => {
  const role = (await makeRole(db(), 'meeting.edit')).code
  const startsOn = addDays(dayOf(Date.now()), 30)
  const mailOf = async (at: TestServer, email: string) => {
    const host = await at.as(role)
    const { id: meetingId } = await makeMeeting(db(), host.id, { startsOn, endsOn: startsOn, seats: 4 })
    expect((await host.call(addSignUp, { meetingId, ...signUpForm({ email }) })).code).toBe(200)
    const [sent] = await db()
      .select({ text: messageBodies.text, html: messageBodies.html, fields: messages.fields })
      .from(messages)
      .innerJoin(messageBodies, eq(messageBodies.id, messages.bodyId))
      .where(eq(messages.address, email))
    return JSON.stringify(sent)
  }
  const without = await mailOf(server(), 'without@example.com')
  expect(without).toContain('会议日期')
  expect(without).not.toMatch(/\{\{链接\}\}|http/)
  const withAddress = await mailOf(known, 'with@example.com')
  expect(withAddress).toContain('{{链接}}')
  expect(withAddress).toContain('https://console.example.com/t/')
})
