// Senders in real processes, killed at each step of a handover: asserts what the mail server and the provider received.
import { once } from 'node:events'
import { eq, like, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openClient } from '#server/db/connection.ts'
import { messageRates, messages } from '#server/db/schema/core/outbox.ts'
import { testServer } from '#test/http.ts'
import { type MailServer, openMailServer } from '#test/mail-server.ts'
import {
  endSender as end,
  processCause,
  type SenderProcess,
  startSenderProcess,
  type Through,
} from '#test/outbox-process.ts'
import { openProviderServer, type ProviderServer } from '#test/provider-server.ts'
import { type NewMessage, queueMessages } from './queue.ts'

const server = testServer()
const db = () => server().database.db
const children: SenderProcess[] = []
let smtp: MailServer
let http: ProviderServer

async function start(through: Through): Promise<SenderProcess> {
  const child = await startSenderProcess(server().database.connection, through)
  children.push(child)
  return child
}

let count = 0
const message = (overrides: Partial<NewMessage> = {}): NewMessage => ({
  key: `p:${++count}`,
  channel: 'mail',
  address: `reader${count}@example.com`,
  recipientKind: 'address',
  recipientId: null,
  subject: '日报',
  body: '正文',
  cause: processCause.name,
  ...overrides,
})
const queue = (rows: NewMessage[]) => db().transaction((tx) => queueMessages(tx, rows))
const stateOf = async (key: string) => (await db().select().from(messages).where(eq(messages.key, key)))[0]
const becomes = (key: string, state: string) =>
  expect.poll(async () => (await stateOf(key))?.state, { interval: 20 }).toBe(state)
async function counts(): Promise<Partial<Record<string, number>>> {
  const rows = await db()
    .select({ state: messages.state, n: sql<number>`count(*)::int` })
    .from(messages)
    .groupBy(messages.state)
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

beforeAll(async () => {
  smtp = await openMailServer()
  http = await openProviderServer()
  http.answer = ({ path, headers }) => {
    if (path.endsWith('/gettoken')) return { errcode: 0, access_token: 'token', expires_in: 7_200 }
    if (headers['x-acs-action'] === 'SendSms') return { Code: 'OK', BizId: 'biz' }
    return { errcode: 0, errmsg: 'ok', msgid: 'msg' }
  }
})
afterEach(async () => {
  await Promise.all(children.splice(0).map((each) => end(each)))
  smtp.moods.length = 0
  smtp.mails.length = 0
  smtp.onBody = () => {}
  http.moods.length = 0
  http.received.length = 0
  await db().delete(messages).where(like(messages.key, 'p:%'))
  await db().delete(messageRates)
})
afterAll(() => Promise.all([smtp.close(), http.close()]))

it('killed while it claims: nothing was handed over, another process sends it', async () => {
  const holder = openClient(server().database.owner)
  await holder.connect()
  await holder.query('begin; lock table message_rates in exclusive mode')
  const one = message()
  await queue([one])
  const first = await start({ smtpPort: smtp.port })
  const waits = "select count(*)::int as n from pg_locks where not granted and relation = 'message_rates'::regclass"
  await expect.poll(async () => (await holder.query(waits)).rows[0].n).toBeGreaterThan(0)
  await end(first)
  await holder.query('rollback')
  await holder.end()
  await start({ smtpPort: smtp.port })
  await becomes(one.key, 'sent')
  expect(smtp.mails.map(({ to }) => to)).toEqual([one.address])
})

it.each(['claimed', 'answered'] as const)(
  'killed when it has %s: set aside for a person, and not sent by another process',
  async (dies) => {
    const [one, two] = [message(), message()]
    await queue([one])
    const first = await start({ smtpPort: smtp.port, dies })
    await expect.poll(() => first.signalCode).toBe('SIGKILL')
    expect((await stateOf(one.key))?.state).toBe('sending')
    await start({ smtpPort: smtp.port })
    await becomes(one.key, 'unsure')
    await queue([two])
    await becomes(two.key, 'sent')
    expect(smtp.mails.filter(({ to }) => to === one.address)).toHaveLength(dies === 'answered' ? 1 : 0)
    expect((await stateOf(one.key))?.reason).toContain('进程中断')
  },
)

it('killed while the server has the body: set aside, received once', async () => {
  const one = message()
  let child: SenderProcess | undefined
  smtp.onBody = async () => {
    if (child) await end(child)
  }
  child = await start({ smtpPort: smtp.port })
  await queue([one])
  await expect.poll(() => smtp.mails.length).toBe(1)
  smtp.onBody = () => {}
  await start({ smtpPort: smtp.port })
  await becomes(one.key, 'unsure')
  expect(smtp.mails.map(({ to }) => to)).toEqual([one.address])
})

it('after a kill, a short message is queried from the provider by our message id', async () => {
  const sms = (mobile: string) => message({ channel: 'sms', address: mobile, subject: 'SMS_1', fields: { code: '1' } })
  const [arrived, refused, nowhere] = [sms('13800138001'), sms('13800138002'), sms('13800138003')]
  const plain = http.answer
  http.answer = (received) => {
    if (received.headers['x-acs-action'] !== 'QuerySendDetails') return plain(received)
    const outIdOf = (mobile: string) =>
      http.received.map(({ body }) => new URLSearchParams(body)).find((sent) => sent.get('PhoneNumbers') === mobile)
    const mobile = new URLSearchParams(received.body).get('PhoneNumber') ?? ''
    const status = mobile === arrived.address ? 3 : 2
    const OutId = outIdOf(mobile)?.get('OutId')
    const details = mobile === nowhere.address ? [] : [{ OutId, SendStatus: status, ErrCode: 'DELIVERED' }]
    return { Code: 'OK', SmsSendDetailDTOs: { SmsSendDetailDTO: details } }
  }
  await queue([arrived, refused, nowhere])
  for (const _ of [arrived, refused, nowhere]) {
    const dying = await start({ url: http.url, dies: 'answered' })
    await expect.poll(() => dying.signalCode).toBe('SIGKILL')
    if (!Object.hasOwn(await counts(), 'queued')) break
  }
  await start({ url: http.url })
  await becomes(arrived.key, 'sent')
  await becomes(refused.key, 'undelivered')
  await becomes(nowhere.key, 'unsure')
  const sent = http.received.filter(({ headers }) => headers['x-acs-action'] === 'SendSms')
  expect(sent).toHaveLength(3)
  http.answer = plain
})

it('after a kill, a WeCom message is repeated unchanged, so that WeCom drops the duplicate', async () => {
  const to = (body: string) => message({ channel: 'wecomApplication', address: 'zhangsan', body })
  const pair = [to('一'), to('二')]
  await queue(pair)
  const first = await start({ url: http.url, dies: 'answered' })
  await expect.poll(() => first.signalCode).toBe('SIGKILL')
  const later = to('三')
  await queue([later])
  await start({ url: http.url })
  await becomes(later.key, 'sent')
  for (const { key } of pair) expect((await stateOf(key))?.state).toBe('sent')
  const bodies = http.received.filter(({ path }) => path.endsWith('/send')).map(({ body }) => body)
  expect(bodies).toHaveLength(3)
  expect(bodies[1]).toBe(bodies[0])
  expect(bodies[2]).toContain('三')
  expect(bodies[2]).not.toContain('一')
})

it('500 recipients, two processes, one killed twice in the middle: each at most once, all accounted for', async () => {
  const rows = Array.from({ length: 500 }, () => message())
  await queue(rows)
  const through = { smtpPort: smtp.port, rate: 1_000 }
  const first = await start(through)
  await expect.poll(() => smtp.mails.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(60)
  await end(first)
  const second = await start(through)
  await expect.poll(() => smtp.mails.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(250)
  await end(second)
  await Promise.all([start(through), start(through)])
  const rest = async () => {
    const { queued = 0, sending = 0 } = await counts()
    return queued + sending
  }
  await expect.poll(rest, { timeout: 60_000, interval: 50 }).toBe(0)
  const { sent = 0, unsure = 0 } = await counts()
  expect(sent + unsure).toBe(500)
  const received = smtp.mails.map(({ to }) => to)
  expect(new Set(received).size).toBe(received.length)
  const stored = await db().select({ address: messages.address, state: messages.state }).from(messages)
  const stateAt = new Map(stored.map(({ address, state }) => [address, state]))
  for (const address of received) expect(['sent', 'unsure']).toContain(stateAt.get(address))
  expect(stored.filter(({ state }) => state === 'sent').every(({ address }) => received.includes(address))).toBe(true)
})

it('SIGTERM lets handovers in progress finish', async () => {
  const one = message()
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let isThere = false
  smtp.onBody = async () => {
    isThere = true
    await held
  }
  const child = await start({ smtpPort: smtp.port })
  await queue([one])
  await expect.poll(() => isThere).toBe(true)
  child.kill('SIGTERM')
  goOn()
  await once(child, 'exit')
  expect(child.exitCode).toBe(0)
  expect((await stateOf(one.key))?.state).toBe('sent')
})
