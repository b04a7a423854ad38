// Short messages to guests, over HTTP and as they are queued.
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { applyForMeeting } from '#contract/meetings/apply.ts'
import { inviteContacts, listInvitations } from '#contract/meetings/invitations.ts'
import { addSignUp, cancelSignUp } from '#contract/meetings/sign-ups.ts'
import { smsClassCalls } from '#contract/push/sms-classes.ts'
import { smsLoadCalls } from '#contract/push/sms-loads.ts'
import type { SmsPurpose } from '#contract/push/sms-purposes.ts'
import { smsPushCalls } from '#contract/push/sms-pushes.ts'
import { messageBodies, messages } from '#server/db/schema/core/outbox.ts'
import { meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { enterpriseContacts } from '#server/db/schema/members/members.ts'
import { smsClasses } from '#server/db/schema/push.ts'
import { makeEnterprise, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { makeGuests, makeMeeting, signUpForm } from '#test/meeting-factories.ts'
import { remind } from './reminders.jobs.ts'
import { signUpCause } from './sign-ups/sign-up-mails.queries.ts'

const sms = {
  kind: 'aliyun',
  keyId: 'k',
  keySecret: 's',
  signName: '价格中心',
  appId: '',
  apiUrl: 'http://127.0.0.1:9',
  rate: 1,
} as const
const server = testServer({ publicUrl: 'https://console.example.com', sms })
const without = testServer()
const db = () => server().database.db
const today = dayOf(Date.now())
const days = { startsOn: addDays(today, 9), endsOn: addDays(today, 9) }
let host: Person
let keeper: Person
let count = 0

const classOf = (purpose: SmsPurpose, text: string, changes: object = {}) => ({
  name: `会议短信${++count}`,
  purpose,
  subProductKey: 'bigData' as const,
  productId: null,
  sign: '价格中心',
  template: `SMS_9${count}`,
  text,
  quoteItemIds: [],
  correctionText: '',
  correctionTemplate: '',
  isAdvert: false,
  sendTime: '',
  partPrice: '0.05',
  remark: '',
  ...changes,
})

beforeAll(async () => {
  host = await server().as(
    (await makeRole(db(), 'meeting.view', 'meeting.details', 'meeting.edit', 'meeting.invite')).code,
  )
  const rights = ['smsClassAttr.view', 'smsClassAttr.add', 'smsClassAttr.delete', 'smsListPush.view', 'smsListPush.add']
  keeper = await server().as((await makeRole(db(), ...rights, 'smsClassLoad.view')).code)
  for (const form of [
    classOf('meetingResult', '{{姓名}}您好，您报名的{{会议}}{{结果}}，详见 console.example.com/t/{{链接码}}'),
    classOf('meetingOffer', '{{会议}}为您保留{{人数}}个名额，请在{{截止时间}}前接受：{{链接}}'),
    classOf('meetingReminder', '{{会议}}明天（{{日期}}）在{{地点}}举行'),
  ])
    expect((await keeper.call(smsClassCalls.add, form)).code).toBe(200)
})

const textsTo = (address: string) =>
  db()
    .select({ template: messageBodies.subject, sign: messageBodies.senderName, message: messages })
    .from(messages)
    .innerJoin(messageBodies, eq(messageBodies.id, messages.bodyId))
    .where(and(eq(messages.channel, 'sms'), eq(messages.address, address)))
    .orderBy(messages.id)

describe('meetings-visits-sharing.md "The outbox tells each change and reminds": short messages', () => {
  it('each change once, with the provider’s parameters, parts and the link of the ticket', async () => {
    const { id: meetingId, name, edition } = await makeMeeting(db(), host.id, { ...days, seats: 1, fee: '100.00' })
    const [one, two] = [signUpForm(), signUpForm()]
    const first = (await host.call(addSignUp, { meetingId, ...one })).data.id
    await host.call(addSignUp, { meetingId, ...two })
    await host.call(cancelSignUp, { id: first, reason: '行程有变' })
    const [stored] = await db().select().from(signUps).where(eq(signUps.mobile, two.mobile))
    const [waiting, offered, ...more] = await textsTo(two.mobile)
    expect(more).toEqual([])
    expect(waiting).toMatchObject({
      template: 'SMS_91',
      sign: '价格中心',
      message: {
        cause: signUpCause.name,
        parts: 2,
        fields: { 1: two.name, 2: `${name} ${edition}`, 3: '已列入候补', 4: stored?.code },
      },
    })
    expect(offered).toMatchObject({
      template: 'SMS_92',
      message: { fields: { 1: `${name} ${edition}`, 2: '1', 4: `https://console.example.com/t/${stored?.code}` } },
    })
    const claimed = [waiting, offered].flatMap((each) => each?.message ?? [])
    const withheld = await db().transaction((tx) => signUpCause.refuse(tx, claimed))
    expect(claimed.map(({ id }) => withheld.has(id))).toEqual([true, false])
  })

  it('on the page the answer is the same for all, and a repeat gets the link once a day by telephone', async () => {
    const { code } = await makeMeeting(db(), host.id, days)
    const { invoiceState: _, remark: _remark, ...form } = signUpForm()
    const apply = () => server().nobody.call(applyForMeeting, { code, ...form, consent: true })
    const [first, again, third] = [await apply(), await apply(), await apply()]
    expect([first, again, third].map(({ status, data }) => ({ status, data }))).toEqual(
      [1, 2, 3].map(() => ({ status: 200, data: { link: null } })),
    )
    expect(await textsTo(form.mobile)).toHaveLength(2)
  })

  it('a day before, once, also who left no address', async () => {
    const { id } = await makeMeeting(db(), host.id, { startsOn: '2031-03-10', endsOn: '2031-03-10', city: '湖州' })
    const guest = await makeGuests(db(), id, { confirmedAt: '2031-03-01T10:00:00+08:00' })
    const { core } = server().server
    const now = Date.parse('2031-03-09T09:00:00+08:00')
    expect([await remind(core, now), await remind(core, now)]).toEqual([1, 0])
    expect((await textsTo(guest.mobile)).map(({ message }) => message.fields)).toMatchObject([
      { 2: '2031-03-10', 3: '湖州' },
    ])
  })

  it('cost as others do: counted by day and class once they are handed over', async () => {
    const { id: meetingId } = await makeMeeting(db(), host.id, days)
    const form = signUpForm()
    await host.call(addSignUp, { meetingId, ...form })
    const handed = { state: 'sent', handedAt: new Date().toISOString() } as const
    await db().update(messages).set(handed).where(eq(messages.address, form.mobile))
    const { data } = await keeper.call(smsLoadCalls.list, {})
    expect(data.records).toMatchObject([{ className: '会议短信1', sent: 1, parts: 2, cost: '0.10' }])
    const [{ classId = '' } = {}] = data.records
    expect(await keeper.call(smsClassCalls.remove, { ids: [classId] })).toMatchObject({ code: 603 })
  })

  it('an invitation goes to the number of the contact, once, as advertising', async () => {
    const form = classOf('meetingInvitation', '{{姓名}}，诚邀您参加{{会议}}：{{链接}}', { isAdvert: true })
    expect((await keeper.call(smsClassCalls.add, form)).code).toBe(200)
    const seller = await server().as((await makeRole(db(), 'meeting.view', 'meeting.invite')).code)
    const { id: enterpriseId } = await makeEnterprise(db(), { ownerId: seller.id })
    const [contact] = await db()
      .insert(enterpriseContacts)
      .values({ enterpriseId, name: '被邀请人', mobile: '13912340077' })
      .returning({ id: enterpriseContacts.id })
    const { id: meetingId } = await makeMeeting(db(), host.id, days)
    const asked = { meetingId, enterpriseId, contactIds: [contact?.id ?? ''], sendMail: false, sendText: true }
    expect((await seller.call(inviteContacts, asked)).data).toEqual({ count: 1, mailed: 0, texted: 1 })
    const texts = await textsTo('13912340077')
    expect(texts).toMatchObject([
      {
        template: form.template,
        message: {
          cause: 'meeting.invitation',
          fields: { 1: '被邀请人', 3: expect.stringMatching(/^https:\/\/console\.example\.com\/m\/\w{10}$/) },
        },
      },
    ])
    const { data: listed } = await seller.call(listInvitations, { meetingId })
    expect(listed, 'the inviter sees by which way it went').toMatchObject([{ mail: null, text: 'queued' }])
    await db().update(smsClasses).set({ isEnabled: false }).where(eq(smsClasses.name, form.name))
  })

  it('nothing goes without a class for the occasion, and invitations by short message are refused', async () => {
    const { id: meetingId } = await makeMeeting(db(), host.id, days)
    const asked = { meetingId, enterpriseId: '1', contactIds: ['1'], sendMail: false, sendText: true }
    expect(await host.call(inviteContacts, asked)).toMatchObject({
      code: 409,
      msg: expect.stringContaining('会议邀请'),
    })
    const other = without().database.db
    const alone = await without().as((await makeRole(other, 'meeting.edit')).code)
    const { id } = await makeMeeting(other, alone.id, days)
    expect((await alone.call(addSignUp, { meetingId: id, ...signUpForm() })).code).toBe(200)
    expect(await other.$count(messages, eq(messages.channel, 'sms'))).toBe(0)
  })

  it('§5 a class of meetings has the fields of its occasion and nothing of pushes, which do not offer it', async () => {
    const refused = async (form: ReturnType<typeof classOf>) => {
      const { status, data } = await keeper.call(smsClassCalls.add, form)
      return { status, fields: (data as unknown as { fields: { field: string }[] }).fields.map(({ field }) => field) }
    }
    expect(await refused(classOf('meetingReminder', '{{结果}}'))).toEqual({ status: 400, fields: ['text'] })
    expect(await refused(classOf('meetingInvitation', '{{会议}}'))).toEqual({ status: 400, fields: ['isAdvert'] })
    expect(await refused(classOf('meetingResult', '{{会议}}', { isAdvert: true }))).toEqual({
      status: 400,
      fields: ['isAdvert'],
    })
    expect(await refused(classOf('meetingResult', '{{会议}}', { sendTime: '17:00' }))).toEqual({
      status: 400,
      fields: ['purpose'],
    })
    expect((await keeper.call(smsPushCalls.classes, {})).data).toEqual([])
  })
})
