// Invitations of meetings over HTTP: by staff, and on their public page.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '../../../contract/days.ts'
import {
  acceptInvitation,
  endInvitations,
  inviteContacts,
  listInvitable,
  listInvitations,
} from '../../../contract/meetings/invitations.ts'
import { makeEnterprise, makeRole } from '../../../test/factories.ts'
import { type Person, testServer } from '../../../test/http.ts'
import { makeMeeting } from '../../../test/meeting-factories.ts'
import { meetingSignUps as signUps } from '../../db/schema/meeting-sign-ups.ts'
import { meetings } from '../../db/schema/meetings.ts'
import { enterpriseContacts } from '../../db/schema/members/members.ts'
import { registrations } from '../../db/schema/members/registrations.ts'

const server = testServer({ publicUrl: 'https://console.example.com' })
const db = () => server().database.db
let seller: Person
let other: Person
const today = dayOf(Date.now())

beforeAll(async () => {
  const { code } = await makeRole(db(), 'meeting.view', 'meeting.details', 'meeting.invite')
  seller = await server().as(code, { realName: '邀请人甲' })
  other = await server().as(code)
})

const meetingWith = async (changes: Partial<typeof meetings.$inferInsert> = {}) =>
  (await makeMeeting(db(), seller.id, { startsOn: addDays(today, 9), endsOn: addDays(today, 9), ...changes })).id

let numbers = 0
async function contactsOf(ownerId: string, ...names: string[]) {
  const { id } = await makeEnterprise(db(), { name: `邀请客户${++numbers}`, ownerId })
  const rows = names.map((name, at) => ({
    ...{
      enterpriseId: id,
      name,
      mobile: name === '座机' ? '021-58880000' : `135${String(numbers * 10 + at).padStart(8, '0')}`,
    },
  }))
  const stored = await db().insert(enterpriseContacts).values(rows).returning()
  return {
    enterpriseId: id,
    contactIds: stored.map((contact) => contact.id),
    mobiles: rows.map(({ mobile }) => mobile),
  }
}
const listed = async (meetingId: string, by = seller) => (await by.call(listInvitations, { meetingId })).data
const codeOf = (url = '') => new URL(url).pathname.replace('/m/', '')
const accept = (code: string, changes: object = {}) =>
  server().nobody.call(acceptInvitation, {
    ...{ code, email: '', companions: 0, extra: {}, invoiceTitle: '', invoiceTax: '' },
    ...changes,
  })
const page = async (code: string) => {
  const reply = await fetch(`${server().base}/m/${code}`)
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

describe('meetings-visits-sharing.md "invitations with QR code"', () => {
  it('a contact gets a link, sees what it is, signs up once, and counts for whoever invited', async () => {
    const meetingId = await meetingWith({ seats: 2, signUpFields: ['diet'], venue: '<b>一号厅</b>' })
    const { enterpriseId, contactIds, mobiles } = await contactsOf(seller.id, '周联系', '座机')
    const [first = '', landline = ''] = contactIds
    const invite = (ids: string[]) => seller.call(inviteContacts, { meetingId, enterpriseId, contactIds: ids })
    expect(await invite([landline])).toMatchObject({ status: 409, msg: '座机：没有手机号码' })
    expect((await invite([first])).data.count).toBe(1)
    expect(await invite([first])).toMatchObject({ status: 409, msg: '周联系：已邀请' })
    const [invitation] = await listed(meetingId)
    expect(invitation).toMatchObject({ name: '周联系', inviterName: '邀请人甲', openedAt: null, state: null })
    expect(invitation?.url).toMatch(/^https:\/\/console\.example\.com\/m\//)
    expect(JSON.stringify(invitation)).not.toContain(mobiles[0])

    const code = codeOf(invitation?.url)
    const shown = await page(code)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
    for (const part of ['周联系', '邀请人甲', '饮食要求', '&lt;b&gt;一号厅']) expect(shown.text).toContain(part)
    expect(shown.text, 'a number is nobody’s to read').not.toContain(mobiles[0])
    expect((await listed(meetingId))[0]?.openedAt).not.toBeNull()

    const replies = await Promise.all([1, 2, 3].map(() => accept(code, { companions: 1, extra: { diet: '清真' } })))
    expect(new Set(replies.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(replies[0]?.data).toMatchObject({ state: 'confirmed' })
    const rows = await db().select().from(signUps).where(eq(signUps.meetingId, meetingId))
    expect(rows).toMatchObject([
      { name: '周联系', customerId: enterpriseId, source: 'invitation', keeperId: seller.id, companions: 1 },
    ])
    expect(await db().$count(registrations, eq(registrations.mobile, mobiles[0] ?? ''))).toBe(0)
    expect((await page(code)).text).toContain(rows[0]?.ticket)
    expect((await listed(meetingId))[0]?.state).toBe('confirmed')
    const invitable = (await seller.call(listInvitable, { meetingId, enterpriseId })).data
    expect(invitable.map(({ problem }) => problem)).toEqual(['已报名', '没有手机号码'])
  })

  it('"forged or guessed links (404, limited)": ended and unknown ones answer alike, many tries are stopped', async () => {
    const meetingId = await meetingWith()
    const { enterpriseId, contactIds } = await contactsOf(seller.id, '吴联系')
    await seller.call(inviteContacts, { meetingId, enterpriseId, contactIds })
    const [invitation] = await listed(meetingId)
    const code = codeOf(invitation?.url)
    const ids = [invitation?.id ?? '']
    expect(await other.call(endInvitations, { meetingId, ids })).toMatchObject({ code: 20404 })
    expect((await seller.call(endInvitations, { meetingId, ids })).code).toBe(200)
    for (const wrong of [code, 'abcdefghjk', 'x', '..%2f..%2fetc']) expect((await page(wrong)).status, wrong).toBe(404)
    expect(await accept(code)).toMatchObject({ code: 20404 })
    expect(await accept("' or 1=1")).toMatchObject({ status: 400 })
    const tries = await Promise.all(Array.from({ length: 130 }, () => page('abcdefghjk')))
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([404, 429]))
    // invited again: a new link, the old one stays dead
    expect((await seller.call(inviteContacts, { meetingId, enterpriseId, contactIds })).data.count).toBe(1)
    expect(codeOf((await listed(meetingId))[0]?.url)).not.toBe(code)
  })

  it('§6 only contacts of own customers; not after the last day; what is wrong is refused', async () => {
    const meetingId = await meetingWith()
    const mine = await contactsOf(seller.id, '郑联系')
    const foreign = await contactsOf(other.id, '王联系')
    const { enterpriseId } = foreign
    expect(await seller.call(listInvitable, { meetingId, enterpriseId })).toMatchObject({ code: 20404 })
    const { contactIds } = foreign
    expect(await seller.call(inviteContacts, { meetingId, enterpriseId, contactIds })).toMatchObject({ code: 20404 })
    const mixed = { meetingId, enterpriseId: mine.enterpriseId, contactIds }
    expect(await seller.call(inviteContacts, mixed)).toMatchObject({ code: 20404 })
    await other.call(inviteContacts, { meetingId, enterpriseId, contactIds })
    expect(await listed(meetingId), 'of a colleague').toEqual([])
    const reader = await server().as((await makeRole(db(), 'meeting.view', 'meeting.details')).code)
    expect(await reader.call(listInvitations, { meetingId })).toMatchObject({ status: 403 })
    expect(await reader.call(inviteContacts, { meetingId, ...mine, mobiles: undefined } as never)).toMatchObject({
      status: 403,
    })

    const { data } = await other.call(listInvitations, { meetingId })
    const code = codeOf(data[0]?.url)
    expect(await accept(code, { companions: 21 })).toMatchObject({ status: 400 })
    expect(await accept(code, { extra: { plate: '沪A' } })).toMatchObject({ status: 400 })
    await db()
      .update(meetings)
      .set({ signUpUntil: addDays(today, -1) })
      .where(eq(meetings.id, meetingId))
    expect(await accept(code)).toMatchObject({ status: 409, msg: '报名已截止' })
  })
})
