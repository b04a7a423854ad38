// Invitations of meetings over HTTP: by staff, and on their public page.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { applyForMeeting } from '#contract/meetings/apply.ts'
import {
  acceptInvitation,
  endInvitations,
  type InviteeKind,
  inviteContacts,
  invitePeople,
  listInvitable,
  listInvitations,
  listInviteLists,
} from '#contract/meetings/invitations.ts'
import { messageBodies, messages } from '#server/db/schema/core/outbox.ts'
import { meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { enterpriseContacts } from '#server/db/schema/members/members.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { pushLists } from '#server/db/schema/push.ts'
import { confirm } from '#test/confirm.ts'
import { makeAccount, makeEnterprise, makeMember, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { guestAnswers, makeMeeting } from '#test/meeting-factories.ts'
import { invitationCause } from './invitation-mails.queries.ts'

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
    enterpriseId: id,
    name,
    mobile: name === '座机' ? '021-58880000' : `135${String(numbers * 10 + at).padStart(8, '0')}`,
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
    code,
    ...guestAnswers,
    consent: true,
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
    const invite = (ids: string[]) =>
      seller.call(inviteContacts, { meetingId, enterpriseId, contactIds: ids, sendMail: false })
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

    expect(await accept(code, { consent: false })).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'consent', message: '请先同意信息的使用' }] },
    })
    const replies = await Promise.all(
      [1, 2, 3].map(() => accept(code, { companionNames: ['随行'], extra: { diet: '清真' } })),
    )
    expect(new Set(replies.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(replies[0]?.data).toMatchObject({ state: 'confirmed' })
    const rows = await db().select().from(signUps).where(eq(signUps.meetingId, meetingId))
    expect(rows).toMatchObject([
      {
        name: '周联系',
        customerId: enterpriseId,
        source: 'invitation',
        keeperId: seller.id,
        companions: 1,
        consentAt: expect.any(String),
      },
    ])
    expect(await db().$count(registrations, eq(registrations.mobile, mobiles[0] ?? ''))).toBe(0)
    expect((await page(code)).text).toContain(rows[0]?.ticket)
    expect((await listed(meetingId))[0]?.state).toBe('confirmed')
    const invitable = (await seller.call(listInvitable, { meetingId, enterpriseId })).data
    expect(invitable.map(({ problem }) => problem)).toEqual(['已报名', '没有手机号码'])
  })

  it('asks the questions of the meeting alone, and takes no sign-up that leaves one out', async () => {
    const ownFields = [
      { key: 'car', label: '车型<b>', kind: 'choice' as const, isRequired: true, options: ['轿车', '大巴'] },
      { key: 'stay', label: '是否住宿', kind: 'yesNo' as const, isRequired: false, options: [] },
      { key: 'note', label: '其他要求', kind: 'text' as const, isRequired: false, options: [] },
    ]
    const meetingId = await meetingWith({ ownFields })
    const { enterpriseId, contactIds } = await contactsOf(seller.id, '冯联系')
    await seller.call(inviteContacts, { meetingId, enterpriseId, contactIds, sendMail: false })
    const code = codeOf((await listed(meetingId))[0]?.url)
    const { text } = await page(code)
    for (const part of [
      '车型&lt;b&gt;<select name="answers.car" required>',
      '<option>轿车</option><option>大巴</option>',
      '是否住宿（选填）<select name="answers.stay">',
      '其他要求（选填）<input name="answers.note"',
    ])
      expect(text).toContain(part)
    expect(await accept(code)).toMatchObject({ status: 400, msg: '请填写“车型<b>”' })
    expect(await accept(code, { answers: { car: '轿车' } })).toMatchObject({ data: { state: 'confirmed' } })
  })

  it('"forged or guessed links (404, limited)": ended and unknown ones answer alike, many tries are stopped', async () => {
    const meetingId = await meetingWith()
    const { enterpriseId, contactIds } = await contactsOf(seller.id, '吴联系')
    await seller.call(inviteContacts, { meetingId, enterpriseId, contactIds, sendMail: false })
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
    expect(
      (await seller.call(inviteContacts, { meetingId, enterpriseId, contactIds, sendMail: false })).data.count,
    ).toBe(1)
    expect(codeOf((await listed(meetingId))[0]?.url)).not.toBe(code)
  })

  it('"customers, contacts, members, lists in one’s scope": a preview names who is left out; mails can be opted out of', async () => {
    const meetingId = await meetingWith()
    const firm = await contactsOf(seller.id, '韩主任', '座机')
    const foreign = await contactsOf(other.id, '外人')
    const memberMobile = '13677770001'
    await db()
      .update(enterpriseContacts)
      .set({ isMain: true, email: 'han@example.com' })
      .where(eq(enterpriseContacts.id, firm.contactIds[0] ?? ''))
    const member = await makeMember(db(), {
      enterpriseId: firm.enterpriseId,
      ownerId: seller.id,
      realName: '会员乙',
      mobile: memberMobile,
      email: 'yi@example.com',
    })
    const account = await makeAccount(db(), 'bigData', { memberId: member.id })
    const strange = await makeAccount(db(), 'bigData', {
      memberId: (await makeMember(db(), { enterpriseId: foreign.enterpriseId, ownerId: other.id })).id,
    })
    const lists = await db()
      .insert(pushLists)
      .values([
        { kind: 'x', name: `名单${meetingId}`, accountIds: [account.id, strange.id], authorId: seller.id },
        { kind: 'x', name: `他人${meetingId}`, accountIds: [account.id], authorId: other.id },
      ])
      .returning()
    const [mine = '', theirs = ''] = lists.map(({ id }) => id)
    expect((await seller.call(listInviteLists, {})).data).toMatchObject([{ id: mine, count: 1 }])
    const ask = (kind: InviteeKind, ids: string[], sendMail = true) =>
      seller.call(invitePeople, { meetingId, kind, ids, sendMail })
    expect(await ask('contacts', [firm.enterpriseId, foreign.enterpriseId])).toMatchObject({ code: 20404 })
    expect(await ask('list', [theirs])).toMatchObject({ code: 20404 })
    const asked = await ask('contacts', [firm.enterpriseId])
    expect(asked).toMatchObject({
      code: 600,
      data: {
        preview: {
          text: '将邀请 1 人，其中 1 人有邮箱，将收到邀请邮件（广告，可退订）。',
          groups: [{ title: '不邀请：没有手机号码', names: ['座机'] }],
        },
      },
    })
    const go = async (kind: InviteeKind, ids: string[]) =>
      (await confirm(server(), seller, invitePeople, { meetingId, kind, ids, sendMail: true })).done
    expect((await go('contacts', [firm.enterpriseId])).data).toEqual({ count: 1, mailed: 1, texted: 0 })
    expect((await go('list', [mine])).data).toEqual({ count: 1, mailed: 1, texted: 0 })
    for (const kind of ['mainContacts', 'members'] as const)
      expect(await ask(kind, [firm.enterpriseId]), kind).toMatchObject({ status: 409 })
    const rows = await listed(meetingId)
    expect(rows.map(({ name, mail, state }) => [name, mail, state])).toEqual([
      ['会员乙', 'queued', null],
      ['韩主任', 'queued', null],
    ])
    const queued = await db().select().from(messages).where(eq(messages.cause, 'meeting.invitation'))
    expect(queued).toHaveLength(2)
    expect(JSON.stringify(queued[0]?.fields)).toContain('https://console.example.com/m/')
    const [body] = await db()
      .select()
      .from(messageBodies)
      .where(eq(messageBodies.id, queued[0]?.bodyId ?? ''))
    expect(body).toMatchObject({ topic: 'marketing' })
    expect(body?.text).toContain('{{unsubscribe}}')
    // who signs up on the meeting's own page is seen by the inviter, and is not mailed any more
    const meeting = await db().select().from(meetings).where(eq(meetings.id, meetingId))
    const form = { code: codeOf(rows[0]?.url), email: '', companionNames: [], extra: {}, answers: {}, quotaId: null }
    const { code: _, ...guest } = form
    const applied = await server().nobody.call(applyForMeeting, {
      ...guest,
      code: meeting[0]?.code ?? '',
      name: '会员乙',
      company: '某公司',
      mobile: memberMobile,
      invoiceTitle: '',
      invoiceTax: '',
      consent: true,
    })
    expect(applied.code).toBe(200)
    expect((await listed(meetingId)).map(({ state }) => state)).toEqual(['confirmed', null])
    const withheld = await db().transaction((tx) => invitationCause.refuse(tx, queued))
    expect([...withheld.values()]).toEqual(['已报名，或邀请已作废'])
  })

  it('§6 only contacts of own customers; not after the last day; what is wrong is refused', async () => {
    const meetingId = await meetingWith()
    const mine = await contactsOf(seller.id, '郑联系')
    const foreign = await contactsOf(other.id, '王联系')
    const { enterpriseId } = foreign
    expect(await seller.call(listInvitable, { meetingId, enterpriseId })).toMatchObject({ code: 20404 })
    const { contactIds } = foreign
    expect(await seller.call(inviteContacts, { meetingId, enterpriseId, contactIds, sendMail: false })).toMatchObject({
      code: 20404,
    })
    const mixed = { meetingId, enterpriseId: mine.enterpriseId, contactIds, sendMail: false }
    expect(await seller.call(inviteContacts, mixed)).toMatchObject({ code: 20404 })
    await other.call(inviteContacts, { meetingId, enterpriseId, contactIds, sendMail: false })
    expect(await listed(meetingId), 'of a colleague').toEqual([])
    const reader = await server().as((await makeRole(db(), 'meeting.view', 'meeting.details')).code)
    expect(await reader.call(listInvitations, { meetingId })).toMatchObject({ status: 403 })
    expect(await reader.call(inviteContacts, { meetingId, ...mine, mobiles: undefined } as never)).toMatchObject({
      status: 403,
    })

    const { data } = await other.call(listInvitations, { meetingId })
    const code = codeOf(data[0]?.url)
    expect(await accept(code, { companionNames: Array(21).fill('随行') })).toMatchObject({ status: 400 })
    expect(await accept(code, { extra: { plate: '沪A' } })).toMatchObject({ status: 400 })
    await db()
      .update(meetings)
      .set({ signUpUntil: addDays(today, -1) })
      .where(eq(meetings.id, meetingId))
    expect(await accept(code)).toMatchObject({ status: 409, msg: '报名已截止' })
  })
})
