// The public page of a meeting and signing up on it, over HTTP.
import { eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import type { BodyOf, DataOf } from '#contract/endpoint.ts'
import { applyForMeeting } from '#contract/meetings/apply.ts'
import { messages, userNotices } from '#server/db/schema/core/outbox.ts'
import { meetingQuotas, meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { makeRole } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { makeMeeting, signUpForm } from '#test/meeting-factories.ts'
import { picturesWithin } from './meeting-html.ts'

const mail = { from: '会务 <meeting@example.com>' } as never
const server = testServer({ trustProxy: 1, publicUrl: 'https://console.example.com' })
const mailing = testServer({ trustProxy: 1, mail })
const guarded = testServer({ trustProxy: 1, captcha: true })
const today = dayOf(Date.now())
let addresses = 0
const newAddress = () => `10.7.${addresses >> 8}.${++addresses & 255}`

type Form = BodyOf<typeof applyForMeeting>
const form = (code: string, changes: Partial<Form> = {}): Form => {
  const { invoiceState: _, remark: _remark, ...usual } = signUpForm()
  return { code, ...usual, consent: true, ...changes }
}

/** What differs between servers: with mail, with a captcha. */
function of(host: typeof server) {
  const db = () => host().database.db
  let authorId = ''
  beforeAll(async () => {
    authorId = (await host().as((await makeRole(db(), 'meeting.view')).code)).id
  })
  return {
    db,
    meetingWith: (changes: Partial<typeof meetings.$inferInsert> = {}) =>
      makeMeeting(db(), authorId, { startsOn: addDays(today, 9), endsOn: addDays(today, 9), ...changes }),
    apply: async (body: object, address = newAddress()) => {
      const reply = await host().send('POST', applyForMeeting.path, body, { headers: { 'x-forwarded-for': address } })
      return { ...reply, data: reply.data as DataOf<typeof applyForMeeting> }
    },
    page: async (path: string) => {
      const reply = await fetch(host().base + path, { headers: { 'x-forwarded-for': newAddress() } })
      return { status: reply.status, headers: reply.headers, text: await reply.text() }
    },
    rowsOf: (meetingId: string) => db().select().from(signUps).where(eq(signUps.meetingId, meetingId)),
  }
}

describe('meetings-visits-sharing.md public page `/m/{10}`', () => {
  const { db, meetingWith, apply, page, rowsOf } = of(server)

  it('shows the meeting, asks what it asks, and gives the ticket’s link once where no mail is set up', async () => {
    const meeting = await meetingWith({
      venue: '<b>一号厅</b>',
      signUpFields: ['diet'],
      ownFields: [{ key: 'car', label: '车型', kind: 'choice', isRequired: true, options: ['轿车', '大巴'] }],
      contacts: [{ name: '会务组', mobile: '021-55550000', email: '' }],
      body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '诚邀各界' }] }] },
    })
    const shown = await page(`/m/${meeting.code}`)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(shown.headers.get('x-robots-tag')).toContain('noindex')
    for (const part of [
      '&lt;b&gt;一号厅',
      '诚邀各界',
      '会务组',
      '饮食要求',
      '车型',
      'name="consent"',
      'name="companions"',
    ])
      expect(shown.text).toContain(part)
    expect(shown.text.length).toBeLessThan(20_000)
    expect(shown.text).not.toContain('name="quotaId"')

    const body = form(meeting.code, { companionNames: ['随行甲'], answers: { car: '轿车' }, extra: { diet: '素食' } })
    const { data } = await apply(body)
    expect(data.link).toMatch(/^\/t\/\w{16}$/)
    expect(await rowsOf(meeting.id)).toMatchObject([
      { state: 'confirmed', source: 'page', companions: 1, consentAt: expect.any(String), keeperId: null },
    ])
    expect((await page(data.link ?? '')).text).toContain(body.name)
    expect((await apply(body)).data, 'nobody else’s to see').toEqual({ link: null })
    expect(await rowsOf(meeting.id)).toHaveLength(1)
  })

  it('notices: who keeps the meeting hears of a sign-up where they have switched that on', async () => {
    const heard = () => db().$count(messages, eq(messages.cause, 'notice.meetingSignUp'))
    const { code, authorId: userId } = await meetingWith()
    await apply(form(code))
    expect(await heard(), 'off unless it is switched on').toBe(0)
    await db().insert(userNotices).values({ userId, event: 'meetingSignUp' })
    const body = form(code)
    await apply(body)
    await apply(body)
    const [notice] = await db().select().from(messages).where(eq(messages.cause, 'notice.meetingSignUp'))
    expect(notice).toMatchObject({ subject: `${body.name}报名会议`, recipientId: userId })
    expect(await db().$count(messages, eq(messages.subject, `${body.name}报名会议`)), 'the bell and the robot').toBe(2)
  })

  it('one live sign-up for each number, also at once', async () => {
    const { id, code } = await meetingWith()
    const body = form(code)
    const replies = await Promise.all(Array.from({ length: 8 }, () => apply(body)))
    expect(replies.map(({ code: answered }) => answered)).toEqual(Array(8).fill(200))
    expect(replies.filter(({ data }) => data.link !== null)).toHaveLength(1)
    expect(await rowsOf(id)).toHaveLength(1)
  })

  it('says before anything is written that only waiting is left', async () => {
    const { code } = await meetingWith({ seats: 1 })
    const full = '名额已满，现在报名列入候补'
    expect((await page(`/m/${code}`)).text).not.toContain(full)
    await apply(form(code))
    expect((await page(`/m/${code}`)).text).toContain(full)
  })

  it('lets guests choose among the quotas that are open to them', async () => {
    const { id, code } = await meetingWith({ seats: 1 })
    const [media, staff] = await db()
      .insert(meetingQuotas)
      .values([
        { meetingId: id, name: '媒体', seats: 5 },
        { meetingId: id, name: '嘉宾', seats: 5, isOpen: false },
      ])
      .returning()
    await apply(form(code))
    const { text } = await page(`/m/${code}`)
    expect(text).toContain('正式（已满，列入候补）')
    expect(text).toContain(`<option value="${media?.id}">媒体</option>`)
    expect(text).not.toContain('嘉宾')
    expect(await apply(form(code, { quotaId: staff?.id ?? '' }))).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'quotaId' }] },
    })
    expect((await apply(form(code, { quotaId: media?.id ?? '' }))).code).toBe(200)
  })

  it('is refused without consent, with what §5 refuses, and outside of its days, a known number like others', async () => {
    const { id, code } = await meetingWith({ signUpFields: ['diet'] })
    const wrong: [Partial<Form>, string][] = [
      [{ consent: false }, 'consent'],
      [{ mobile: '1380000' }, 'mobile'],
      [{ name: ' ' }, 'name'],
      [{ answers: { nope: 'x' } }, 'answers'],
      [{ extra: { plate: '沪A' } }, 'extra'],
      [{ companionNames: Array(21).fill('随行') }, 'companionNames'],
    ]
    for (const [changes, field] of wrong)
      expect(await apply(form(code, changes)), field).toMatchObject({ status: 400, data: { fields: [{ field }] } })
    expect((await apply(form(code, { mobile: '1380000' }))).msg).toBe('手机号码长度不为11位')
    const known = form(code)
    await apply(known)
    await db()
      .update(meetings)
      .set({ signUpUntil: addDays(today, -1) })
      .where(eq(meetings.id, id))
    for (const body of [known, form(code)]) expect(await apply(body)).toMatchObject({ status: 409, msg: '报名已截止' })
    expect((await page(`/m/${code}`)).text).toContain('报名已截止')
    await db().update(meetings).set({ state: 'takenDown' }).where(eq(meetings.id, id))
    expect((await page(`/m/${code}`)).status).toBe(410)
    const draft = await meetingWith({ state: 'draft' })
    expect((await page(`/m/${draft.code}`)).status).toBe(404)
    expect(await apply(form(draft.code))).toMatchObject({ code: 20404 })
    expect(await apply(form('abcdefghjk'))).toMatchObject({ code: 20404 })
    expect(await apply(form("' or 1=1"))).toMatchObject({ status: 400 })
  })

  it('10 sign-ups a minute from one address', async () => {
    const { code } = await meetingWith()
    const address = newAddress()
    const replies = []
    for (let at = 0; at < 12; at += 1) replies.push((await apply(form(code), address)).status)
    expect(replies).toEqual([...Array(10).fill(200), 429, 429])
  })

  it('"≤ 120 kB": has pictures in their order as long as they fit', () => {
    const sizes = [
      { id: '1', size: 50_000 },
      { id: '2', size: 40_000 },
      { id: '3', size: 30_000 },
    ]
    expect([...picturesWithin(sizes)]).toEqual(['1', '3'])
  })
})

describe('meetings-visits-sharing.md "a repeat gets the same reply, its link again by message"', () => {
  const { db, meetingWith, apply, rowsOf } = of(mailing)
  const mails = async (to: string) =>
    (await db().select().from(messages).where(like(messages.address, to))).map(({ key, cause }) => ({ key, cause }))

  it('new, waiting and repeated are answered alike; the link goes to the stored address, once an hour', async () => {
    const { id, code } = await meetingWith({ seats: 1 })
    const first = form(code, { email: 'guest@example.com' })
    const replies = [await apply(first)]
    replies.push(await apply({ ...first, email: 'nosy@example.com', name: '好事者' }))
    replies.push(await apply({ ...first, email: 'nosy@example.com' }))
    replies.push(await apply(form(code, { email: 'late@example.com' })))
    expect(new Set(replies.map(({ code: answered, msg, data }) => JSON.stringify([answered, msg, data]))).size).toBe(1)
    expect(replies[0]?.data).toEqual({ link: null })
    expect((await rowsOf(id)).map(({ state }) => state).toSorted()).toEqual(['confirmed', 'waiting'])
    expect(await mails('nosy@example.com')).toEqual([])
    const sent = await mails('guest@example.com')
    expect(sent).toHaveLength(2)
    expect(sent.filter(({ key }) => key.includes(':again:'))).toHaveLength(1)
    expect(await apply(form(code))).toMatchObject({ status: 400, msg: '请输入邮箱，报名结果发到邮箱' })
  })

  it('who left no address is not mailed: their salesperson is told', async () => {
    const { id, code } = await meetingWith()
    const body = form(code, { email: 'someone@example.com' })
    await apply(body)
    await db().update(signUps).set({ email: '' }).where(eq(signUps.meetingId, id))
    const before = await db().$count(messages, eq(messages.cause, 'notice.meetingSeat'))
    expect((await apply({ ...body, email: 'other@example.com' })).data).toEqual({ link: null })
    expect(await mails('other@example.com')).toEqual([])
    expect(await db().$count(messages, eq(messages.cause, 'notice.meetingSeat'))).toBeGreaterThan(before)
  })
})

describe('meetings-visits-sharing.md "anonymous apply (captcha)"', () => {
  const { meetingWith, apply, rowsOf } = of(guarded)

  it('needs its answer, asked after everything else', async () => {
    const { id, code } = await meetingWith()
    expect(await apply(form(code))).toMatchObject({ status: 400, msg: '请输入验证码' })
    const guessed = { 'captcha-key': 'nosuchkey', 'captcha-code': 'abcde' }
    expect(await apply({ ...form(code), ...guessed })).toMatchObject({ code: 10_000 })
    expect(await apply({ ...form(code, { mobile: '1' }), ...guessed })).toMatchObject({ msg: '手机号码长度不为11位' })
    expect(await rowsOf(id)).toEqual([])
  })
})
