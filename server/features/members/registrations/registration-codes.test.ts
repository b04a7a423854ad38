// Codes by short message on the public page of registrations, over HTTP: what is sent, and what guessing gets.
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyRegistration, getRegistrationForm, requestRegistrationCode } from '#contract/members/registrations.ts'
import { getOutboxMessage, listMessages } from '#contract/outbox/messages.ts'
import { smsClassCalls } from '#contract/push/sms-classes.ts'
import { CODE_LENGTH, CODE_LETTERS } from '#contract/sharing/share-codes.ts'
import type { Message } from '#server/core/outbox/causes.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { registrationCodes, registrations } from '#server/db/schema/members/registrations.ts'
import { smsClasses } from '#server/db/schema/push.ts'
import { testServer } from '#test/http.ts'
import { registrationCodeCause } from './registration-codes.acts.ts'

const sms = { kind: 'aliyun', keyId: 'id', keySecret: 'secret', signName: '价格中心', appId: '', rate: 5 }
const apiUrl = 'http://127.0.0.1:1'
const server = testServer({ sms: { ...sms, apiUrl }, trustProxy: 1 } as never)
const guarded = testServer({ sms: { ...sms, apiUrl }, captcha: true } as never)
const bare = testServer()
const db = () => server().database.db

const codeClass = {
  name: '试用注册验证码',
  purpose: 'registrationCode' as const,
  subProductKey: 'bigData' as const,
  productId: null,
  sign: '价格中心',
  template: 'SMS_1',
  text: '验证码{{验证码}}，{{有效分钟}}分钟内有效，请勿告知他人。',
  quoteItemIds: [],
  correctionText: '',
  correctionTemplate: '',
  isAdvert: false,
  sendTime: '',
  partPrice: '0.045',
  remark: '',
}

let count = 0
let from = ''
let mobile = ''
beforeAll(async () => {
  for (const each of [server, guarded, bare])
    await each()
      .database.db.insert(smsClasses)
      .values({ ...codeClass, sort: 10 })
})
beforeEach(() => {
  from = `10.1.0.${++count}`
  mobile = `137${String(count).padStart(8, '0')}`
})

const send = (path: string, body: object) =>
  server().send('POST', path, body as Record<string, unknown>, { headers: { 'x-forwarded-for': from } })
const ask = (to = mobile) => send(requestRegistrationCode.path, { mobile: to })
const apply = (changes: object = {}) =>
  send(applyRegistration.path, {
    company: '江海贸易',
    contact: '李强',
    mobile,
    subProduct: 'bigData',
    consent: true,
    ...changes,
  })
const sentTo = (to: string) => db().select().from(messages).where(eq(messages.address, to)).orderBy(messages.id)
const codeIn = (sent: Message | undefined) => sent?.fields?.['1'] ?? ''
const newestCode = async () => codeIn((await sentTo(mobile)).at(-1))
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')
const back = (by: string) =>
  db()
    .update(registrationCodes)
    .set({ createdAt: sql`${registrationCodes.createdAt} - ${by}::interval` })
    .where(eq(registrationCodes.mobile, mobile))
const ofCode = (text: string) => ({ fields: [{ field: 'smsCode', message: text }] })

describe('issue 39 a code by short message on /register', () => {
  it('is asked for where short messages are set up and a class of them is for it', async () => {
    expect((await server().nobody.call(getRegistrationForm)).data).toEqual({ asksCode: true })
    expect((await bare().nobody.call(getRegistrationForm)).data).toEqual({ asksCode: false })
    expect(await bare().nobody.call(requestRegistrationCode, { mobile })).toMatchObject({ code: 409 })
    await db().update(smsClasses).set({ isEnabled: false })
    expect((await server().nobody.call(getRegistrationForm)).data).toEqual({ asksCode: false })
    expect(await apply()).toMatchObject({ code: 200 })
    await db().update(smsClasses).set({ isEnabled: true })
  })

  it('goes to the number, and lets it apply for several products', async () => {
    expect(await apply()).toMatchObject({ code: 400, data: ofCode('请输入短信验证码') })
    expect(await ask(`+86 ${mobile}`)).toMatchObject({ code: 200, data: null })
    const [sent] = await sentTo(mobile)
    expect(sent).toMatchObject({ channel: 'sms', cause: 'registrations.code', parts: 1, recipientKind: 'address' })
    expect(sent?.fields).toEqual({ 1: expect.stringMatching(/^\d{6}$/), 2: '10' })
    expect(await apply({ smsCode: codeIn(sent) })).toMatchObject({ code: 200 })
    expect(await apply({ smsCode: codeIn(sent), subProduct: 'app' })).toMatchObject({ code: 200 })
    expect(await db().$count(registrations, eq(registrations.mobile, mobile))).toBe(2)
  })

  it('is of this number, in time, and the newest; five attempts are all', async () => {
    await ask()
    const first = await newestCode()
    expect(await apply({ smsCode: first, mobile: '13700009999' })).toMatchObject({ code: 400 })
    await back('61 s')
    await ask()
    const code = await newestCode()
    const wrong = { code: 400, data: ofCode('短信验证码不正确或已失效') }
    if (first !== code) expect(await apply({ smsCode: first })).toMatchObject(wrong)
    for (let each = first === code ? 0 : 1; each < 5; each++)
      expect(await apply({ smsCode: otherThan(code) })).toMatchObject(wrong)
    expect(await apply({ smsCode: code })).toMatchObject(wrong)
    await back('61 s')
    await ask()
    await db()
      .update(registrationCodes)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(registrationCodes.mobile, mobile))
    expect(await apply({ smsCode: await newestCode() })).toMatchObject(wrong)
    expect(await db().$count(registrations, eq(registrations.mobile, mobile))).toBe(0)
  })

  it('is sent once a minute and five times an hour to a number', async () => {
    const nobody = server().nobody
    const asked = () => nobody.call(requestRegistrationCode, { mobile })
    const together = await Promise.all([asked(), asked(), asked()])
    expect(together.map(({ code }) => code).toSorted()).toEqual([200, 429, 429])
    for (let each = 1; each < 5; each++) {
      await back('61 s')
      from = `10.2.${count}.${each}`
      expect((await ask()).code).toBe(200)
    }
    await back('61 s')
    from = `10.3.0.${count}`
    const refused = await ask()
    expect(refused.code).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
    expect(await sentTo(mobile)).toHaveLength(5)
  })

  it('needs the captcha when it is sent, and then replaces it', async () => {
    const { nobody } = guarded()
    expect(await nobody.call(requestRegistrationCode, { mobile })).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'captcha-code' }] },
    })
    const form = { company: '江海贸易', contact: '李强', mobile, subProduct: 'bigData', consent: true } as const
    expect(await nobody.call(applyRegistration, form)).toMatchObject({ data: ofCode('请输入短信验证码') })
    // a form of an article share asks for the captcha alone
    expect(
      await nobody.call(applyRegistration, { ...form, shareCode: CODE_LETTERS.slice(0, CODE_LENGTH) }),
    ).toMatchObject({
      data: { fields: [{ field: 'captcha-code' }] },
    })
  })

  it('refuses a number that is none', async () => {
    expect(await ask('123')).toMatchObject({ code: 400, data: { fields: [{ field: 'mobile' }] } })
  })

  it('is not shown to who keeps the outbox, and is withheld once it is over', async () => {
    await ask()
    const [sent] = await sentTo(mobile)
    const administrator = await server().as('administrator')
    const { data } = await administrator.call(getOutboxMessage, { id: sent?.id ?? '' })
    expect(JSON.stringify(data)).not.toContain(codeIn(sent))
    const listed = await administrator.call(listMessages, { cause: registrationCodeCause.name })
    expect(listed.data.records[0]?.subject).toContain('验证码******')
    const at = (minutes: number) =>
      registrationCodeCause.refuse({} as never, [
        { ...(sent as Message), createdAt: new Date(Date.now() - minutes * 60_000).toISOString() },
      ])
    expect([...(await at(9))]).toEqual([])
    expect([...(await at(11))]).toEqual([[sent?.id, '验证码已过有效期']])
  })

  it('has a class whose text names it, and nothing of a push', async () => {
    const administrator = await server().as('administrator')
    const add = (changes: object) => administrator.call(smsClassCalls.add, { ...codeClass, name: '另一个', ...changes })
    expect(await add({ text: '请在{{有效分钟}}分钟内填写' })).toMatchObject({
      data: { fields: [{ field: 'text', message: '短信内容须有 {{验证码}}' }] },
    })
    expect(await add({ sendTime: '09:00', isAdvert: true })).toMatchObject({
      data: { fields: [{ field: 'isAdvert' }, { field: 'purpose' }] },
    })
  })
})
