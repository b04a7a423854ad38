// WeCom and short messages against a provider on loopback that is slow, busy, answers twice, never, or half.
import { randomUUID } from 'node:crypto'
import { eq, like, ne, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { minuteOf } from '#contract/days.ts'
import { messageRates, messages } from '#server/db/schema/core/outbox.ts'
import { testServer } from '#test/http.ts'
import { type Mood, openProviderServer, type ProviderServer } from '#test/provider-server.ts'
import { createOutbound } from '../http/outbound.ts'
import { cause } from './causes.ts'
import { claim, restProvider } from './claims.queries.ts'
import type { Ready } from './compose.ts'
import type { Provider } from './provider.ts'
import { signAliyun, signTencent, smsProvider } from './providers/sms.ts'
import { applicationProvider, markdownOf, robotProvider } from './providers/wecom.ts'
import { type NewMessage, queueMessages } from './queue.ts'
import type { Quiet } from './quiet.rules.ts'
import { type Sender, startSender } from './sender.ts'

const server = testServer()
const db = () => server().database.db
let http: ProviderServer
let sender: Sender | undefined
const notice = cause({ name: 'test.notice', label: '测试', isNotice: true })
const advert = cause({ name: 'test.advert', label: '推广', isCommercial: true })

const outbound = () => createOutbound(['127.0.0.1'], http.patience)
const robot = (name = '审核群', isFirst = true) =>
  robotProvider({ name, url: `${http.url}/robot/${name}`, isFirst }, outbound(), 'https://console.example.com')
const application = () =>
  applicationProvider(
    { corpId: 'corp', secret: 'secret', agentId: '1000002', apiUrl: http.url },
    outbound(),
    'https://console.example.com',
  )
const settings = { keyId: 'key', keySecret: 'secret', signName: '价格中心', rate: 100 }
const sms = (kind: 'aliyun' | 'tencent') =>
  smsProvider({ ...settings, kind, appId: '1400', apiUrl: http.url }, outbound())

/** Without the pauses that real ones need. */
const quick = (provider: Provider): Provider => ({ ...provider, rate: 1_000, spacingMs: 0 })

function send(providers: Provider[], quiet: Quiet | null = null): void {
  const options = { pollMs: 200, leaseMs: 2_000, restMs: 60_000 }
  sender = startSender(server().server.core, { providers, causes: [notice, advert], quiet, options })
}

let count = 0
const message = (overrides: Partial<NewMessage> = {}): NewMessage => ({
  key: `w:${++count}`,
  channel: 'wecomRobot',
  address: '',
  recipientKind: 'user',
  recipientId: null,
  recipientName: '张三',
  subject: '3 条价格待审核',
  body: '李四 提交了螺纹钢的价格',
  link: '/data/priceService/priceReview',
  cause: 'test.notice',
  ...overrides,
})
const queue = async (...rows: NewMessage[]) => {
  await db().transaction((tx) => queueMessages(tx, rows))
  return rows.map(({ key }) => key)
}
const stateOf = async (key = '') => (await db().select().from(messages).where(eq(messages.key, key)))[0]
const becomes = (key: string | undefined, state: string) =>
  expect.poll(async () => (await stateOf(key))?.state, { interval: 20 }).toBe(state)
const contents = () =>
  http.received.flatMap(({ path, body }) =>
    path.endsWith('/gettoken') ? [] : [(JSON.parse(body) as { markdown: { content: string } }).markdown.content],
  )

beforeAll(async () => {
  http = await openProviderServer()
})
afterAll(() => http.close())
afterEach(async () => {
  await sender?.stop()
  sender = undefined
  http.moods.length = 0
  http.received.length = 0
  http.answer = () => ({ errcode: 0, errmsg: 'ok' })
  await db().delete(messages).where(like(messages.key, 'w:%'))
  await db().delete(messageRates)
})

describe('a robot', () => {
  it('gets all due notices as one message, with recipients and links', async () => {
    const keys = await queue(
      message(),
      message({ recipientName: '王五' }),
      message({ subject: '另一件事', body: '说明' }),
    )
    send([robot()])
    for (const key of keys) await becomes(key, 'sent')
    expect(contents()).toHaveLength(1)
    const [content = ''] = contents()
    expect(content).toContain('您有 2 条提醒')
    expect(content).toContain('**3 条价格待审核**（张三、王五）')
    expect(content).toContain('[查看](https://console.example.com/backend/data/priceService/priceReview)')
    expect(content).toContain('另一件事')
  })

  it('of several, each gets its own notices, the first one the rest', async () => {
    const keys = await queue(message(), message({ address: '运营群' }))
    send([robot(), robot('运营群', false)].map(quick))
    for (const key of keys) await becomes(key, 'sent')
    expect(http.received.map(({ path }) => decodeURIComponent(path)).toSorted()).toEqual([
      '/robot/审核群',
      '/robot/运营群',
    ])
  })

  it.each([
    ['tooMany', 'queued', 0],
    [{ json: { errcode: 45009, errmsg: 'api freq out of limit' } }, 'queued', 0],
    [{ json: { errcode: 93000, errmsg: 'invalid webhook url' } }, 'failed', 1],
    ['never', 'unsure', 1],
    ['cut', 'unsure', 1],
    ['half', 'unsure', 1],
    ['broken', 'unsure', 1],
  ] as [Mood, string, number][])('that answers %j: %s', async (mood, state, attempts) => {
    http.moods.push(mood)
    const [key] = await queue(message())
    send([robot()])
    await expect.poll(async () => (await stateOf(key))?.reason).not.toBe('')
    expect(await stateOf(key)).toMatchObject({ state, attempts })
    await sender?.stop()
    expect(http.received).toHaveLength(1)
  })

  it('pauses as long as the 429 reply demands', async () => {
    http.moods.push('tooMany')
    const [key] = await queue(message())
    send([robot()])
    await expect.poll(async () => (await stateOf(key))?.reason).toBe('HTTP 429')
    const [rest] = await db().select().from(messageRates).where(ne(messageRates.reason, ''))
    const handedAt = (await stateOf(key))?.handedAt ?? ''
    expect(Date.parse(rest?.nextAt ?? '') - Date.parse(handedAt)).toBeGreaterThanOrEqual(7_000)
  })

  it('rests after a claim under way, which has read the rate and would claim what is queued again', async () => {
    await queue(message({ cause: 'slow' }))
    const order: string[] = []
    const gate = Promise.withResolvers<Map<string, string>>()
    const slow = { ...notice, name: 'slow', refuse: () => gate.promise }
    const asked = { causes: new Map([['slow', slow]]), bodyOf: async () => undefined, quiet: null, most: 1 }
    const provider = robot()
    const claimed = claim(db(), provider, { ...asked, sender: randomUUID() }).then(() => order.push('claimed'))
    const waiting = (granted: boolean) =>
      db().execute(sql`select 1 from pg_locks where locktype = 'advisory' and granted = ${granted} and database =
        (select oid from pg_database where datname = current_database())`)
    await expect.poll(async () => (await waiting(true)).rows.length).toBe(1)
    const rested = restProvider(db(), provider.name, 60_000, '限流').then(() => order.push('rested'))
    await expect.poll(async () => (await waiting(false)).rows.length).toBe(1)
    gate.resolve(new Map())
    await Promise.all([claimed, rested])
    expect(order).toEqual(['claimed', 'rested'])
  })

  it('gets nothing at night, but one message in the morning', async () => {
    const hour = Number(minuteOf(Date.now()).slice(11, 13))
    const [key] = await queue(message())
    send([robot()], { from: hour * 60, to: ((hour + 2) % 24) * 60 })
    await expect.poll(async () => (await stateOf(key))?.reason).toContain('静默时段')
    const stored = await stateOf(key)
    expect(stored).toMatchObject({ state: 'queued', attempts: 0 })
    expect(Date.parse(stored?.notBefore ?? '')).toBeGreaterThan(Date.now() + 3_600_000)
    expect(http.received).toEqual([])
  })

  it('gets at most 4,096 bytes, cut between characters, with the id that makes texts distinct', () => {
    const ready = (id: number): Ready => ({
      id: String(id),
      address: '',
      recipientName: '张三',
      link: '/home',
      attempts: 0,
      html: '',
      fields: {},
      subject: `事项${id}`,
      text: '很长的说明'.repeat(400),
      attachmentIds: [],
      pictures: {},
      senderName: '',
      replyTo: '',
      unsubscribe: '',
    })
    for (const size of [1, 2, 50]) {
      const text = markdownOf(
        Array.from({ length: size }, (_, n) => ready(n + 7)),
        'https://c.example.com',
        true,
      )
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096)
      expect(text).not.toContain('�')
      expect(text).toContain('编号 7')
    }
    expect(
      markdownOf(
        Array.from({ length: 50 }, (_, n) => ready(n)),
        undefined,
        false,
      ),
    ).toMatch(/还有 \d+ 条/)
  })
})

describe('an application', () => {
  const answer = (): void => {
    http.answer = ({ path }) =>
      path.endsWith('/gettoken')
        ? { errcode: 0, access_token: 'token', expires_in: 7_200 }
        : { errcode: 0, errmsg: 'ok', msgid: 'm1' }
  }
  const to = (userId: string, overrides: Partial<NewMessage> = {}) =>
    message({ channel: 'wecomApplication', address: userId, ...overrides })

  it('writes to each member once, with a new token after the old one expired', async () => {
    answer()
    http.moods.push({ json: { errcode: 42001, errmsg: 'access_token expired' } })
    const [first, second] = await queue(to('zhangsan'), to('lisi'))
    send([{ ...application(), atOnce: 1 }])
    await becomes(first, 'sent')
    await becomes(second, 'sent')
    expect(await stateOf(first)).toMatchObject({ providerRef: 'm1', attempts: 1 })
    const sent = http.received.filter(({ path }) => path.endsWith('/send')).map(({ body }) => JSON.parse(body))
    expect(sent.map(({ touser }) => touser)).toEqual(['zhangsan', 'zhangsan', 'lisi'])
    expect(sent[0]).toMatchObject({ enable_duplicate_check: 1, duplicate_check_interval: 1_800, agentid: 1_000_002 })
    expect(http.received.filter(({ path }) => path.endsWith('/gettoken'))).toHaveLength(2)
  })

  it('repeats what was not answered, word for word', async () => {
    answer()
    http.moods.push('cut')
    const [key] = await queue(to('zhangsan'))
    send([quick(application())])
    await expect.poll(async () => (await stateOf(key))?.attempts).toBe(1)
    await expect.poll(async () => (await stateOf(key))?.state).toBe('queued')
    await queue(to('zhangsan', { body: '后来的' }))
    await db()
      .update(messages)
      .set({ notBefore: '2020-01-01T00:00:00+08:00' })
      .where(eq(messages.key, key ?? ''))
    await becomes(key, 'sent')
    const [one, two] = http.received.filter(({ path }) => path.endsWith('/send')).map(({ body }) => body)
    expect(two).toBe(one)
  })

  it('a message too old for WeCom to recognise as a duplicate is not repeated', async () => {
    answer()
    http.moods.push('cut')
    const [key] = await queue(to('zhangsan'))
    send([quick(application())])
    await expect.poll(async () => (await stateOf(key))?.attempts).toBe(1)
    await expect.poll(async () => (await stateOf(key))?.state).toBe('queued')
    const long = '2020-01-01T00:00:00+08:00'
    await db()
      .update(messages)
      .set({ notBefore: long, handedAt: long })
      .where(eq(messages.key, key ?? ''))
    await becomes(key, 'unsure')
    expect(http.received.filter(({ path }) => path.endsWith('/send'))).toHaveLength(1)
  })

  it('a member that the application may not write to is undelivered', async () => {
    http.answer = ({ path }) =>
      path.endsWith('/gettoken')
        ? { errcode: 0, access_token: 'token', expires_in: 7_200 }
        : { errcode: 0, errmsg: 'ok', invaliduser: 'zhangsan' }
    const [key] = await queue(to('zhangsan'))
    send([application()])
    await becomes(key, 'undelivered')
  })
})

describe('a notice goes through the configured channel', () => {
  it('through the robot, naming its recipient, without an application', async () => {
    const [key] = await queue(message({ channel: 'wecomApplication', address: 'zhangsan' }))
    send([robot()])
    await becomes(key, 'sent')
    expect(contents()[0]).toContain('张三')
  })

  it('with the application alone, a recipient not bound to it is skipped', async () => {
    const [key] = await queue(message())
    send([application()])
    await becomes(key, 'withheld')
    expect((await stateOf(key))?.reason).toBe('没有绑定企业微信')
  })
})

describe('a short message', () => {
  const to = (overrides: Partial<NewMessage> = {}) =>
    message({
      channel: 'sms',
      address: '13800138000',
      subject: 'SMS_1',
      fields: { 1: '螺纹钢', 2: '3500' },
      ...overrides,
    })

  it('goes through Aliyun with our message id and a signature', async () => {
    http.answer = () => ({ Code: 'OK', BizId: 'biz-1' })
    const [key] = await queue(to())
    send([sms('aliyun')])
    await becomes(key, 'sent')
    const stored = await stateOf(key)
    expect(stored?.providerRef).toBe('biz-1')
    const [received] = http.received
    expect(Object.fromEntries(new URLSearchParams(received?.body))).toEqual({
      PhoneNumbers: '13800138000',
      SignName: '价格中心',
      TemplateCode: 'SMS_1',
      TemplateParam: JSON.stringify({ p1: '螺纹钢', p2: '3500' }),
      OutId: stored?.id,
    })
    expect(received?.headers.authorization).toMatch(
      /^ACS3-HMAC-SHA256 Credential=key,SignedHeaders=content-type;host;x-acs-action;.*,Signature=[0-9a-f]{64}$/,
    )
  })

  it('goes through Tencent with its parameters in order', async () => {
    http.answer = () => ({ Response: { SendStatusSet: [{ Code: 'Ok', SerialNo: 's-1' }] } })
    const [key] = await queue(to())
    send([sms('tencent')])
    await becomes(key, 'sent')
    const stored = await stateOf(key)
    expect(stored?.providerRef).toBe('s-1')
    expect(JSON.parse(http.received[0]?.body ?? '')).toMatchObject({
      PhoneNumberSet: ['+8613800138000'],
      TemplateId: 'SMS_1',
      TemplateParamSet: ['螺纹钢', '3500'],
      SessionContext: stored?.id,
    })
  })

  it.each([
    [{ json: { Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: '号码' } }, 'undelivered', 1],
    [{ json: { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '流控' } }, 'queued', 1],
    [{ json: { Code: 'Throttling.User', Message: '限流' } }, 'queued', 0],
    [{ json: { Code: 'isv.AMOUNT_NOT_ENOUGH', Message: '余额' } }, 'failed', 1],
    ['never', 'unsure', 1],
    ['half', 'unsure', 1],
  ] as [Mood, string, number][])('answered %j: %s', async (mood, state, attempts) => {
    http.moods.push(mood)
    const [key] = await queue(to())
    send([sms('aliyun')])
    await expect.poll(async () => (await stateOf(key))?.reason).not.toBe('')
    expect(await stateOf(key)).toMatchObject({ state, attempts })
    expect(http.received).toHaveLength(1)
  })

  it('to an invalid mobile number fails without being sent', async () => {
    const [key] = await queue(to({ address: '0571-88888888' }))
    send([sms('aliyun')])
    await becomes(key, 'failed')
    expect(http.received).toEqual([])
  })

  it('is signed over its body, the act and the moment', () => {
    const now = new Date('2026-01-05T08:00:00Z')
    const aliyun = { ...settings, kind: 'aliyun' as const, appId: '', apiUrl: 'https://dysmsapi.aliyuncs.com' }
    const one = signAliyun(aliyun, 'SendSms', { OutId: '1' }, now, 'nonce')
    expect(one.headers).toMatchObject({ 'x-acs-date': '2026-01-05T08:00:00Z', 'x-acs-signature-nonce': 'nonce' })
    expect(one).toEqual(signAliyun(aliyun, 'SendSms', { OutId: '1' }, now, 'nonce'))
    const signature = (headers: Record<string, string>) => /Signature=(\w+)/.exec(headers.authorization ?? '')?.[1]
    expect(signature(signAliyun(aliyun, 'SendSms', { OutId: '2' }, now, 'nonce').headers)).not.toBe(
      signature(one.headers),
    )
    const tencent = { ...aliyun, kind: 'tencent' as const, apiUrl: 'https://sms.tencentcloudapi.com' }
    const two = signTencent(tencent, 'SendSms', { a: 1 }, now)
    expect(two.headers.authorization).toMatch(
      /^TC3-HMAC-SHA256 Credential=key\/2026-01-05\/sms\/tc3_request, SignedHeaders=content-type;host, Signature=[0-9a-f]{64}$/,
    )
  })
})
