// Mail to a real SMTP server: what arrives, and the state of a message after an error at each step.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, like, ne } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { messageBodies, messageOptOuts, messageRates, messages } from '#server/db/schema/core/outbox.ts'
import { testServer } from '#test/http.ts'
import { type MailServer, openMailServer } from '#test/mail-server.ts'
import { createOutbound } from '../http/outbound.ts'
import { cause, type Withheld } from './causes.ts'
import { type MailFile, mailProvider } from './providers/mail.ts'
import { type NewMessage, queueMessages } from './queue.ts'
import { type Sender, startSender } from './sender.ts'

const server = testServer()
const db = () => server().database.db
let smtp: MailServer
let sender: Sender | undefined
const stops: (() => void)[] = []
/** What the test's cause withholds, with the reasons. */
let withheld: Withheld = new Map()
const claimedKeys: string[] = []

const plain = cause({
  name: 'test.mail',
  label: '测试',
  refuse: async (_tx, claimed) => {
    claimedKeys.push(...claimed.map(({ key }) => key))
    return new Map(claimed.flatMap(({ id, key }) => (withheld.has(key) ? [[id, withheld.get(key) ?? '']] : [])))
  },
})
const commercial = cause({ name: 'test.ad', label: '推广', isCommercial: true })

const file: MailFile = { name: '日报 2026.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.7 内容') }

type Overrides = {
  rate?: number
  dkim?: { domain: string; selector: string; keyFile: string }
  allowed?: string[]
  port?: number
  file?: MailFile
  timeoutMs?: number
}

function send({
  rate = 1_000,
  dkim,
  allowed = ['127.0.0.1'],
  port = smtp.port,
  file: attached = file,
  timeoutMs,
}: Overrides = {}): void {
  const settings = {
    server: { host: '127.0.0.1', port, isSecure: false, user: '', password: '' },
    from: '价格中心 <report@example.com>',
    rate,
    bounce: { address: 'bounce@example.com', key: 'a key' },
    dkim: dkim ?? null,
  }
  const provider = mailProvider(settings, createOutbound(allowed), async () => attached, timeoutMs)
  const { core } = server().server
  const options = { pollMs: 200, leaseMs: 1_000, restMs: 60_000 }
  sender = startSender(core, { providers: [provider], causes: [plain, commercial], quiet: null, options })
}

let count = 0
const message = (overrides: Partial<NewMessage> = {}): NewMessage => ({
  key: `m:${++count}`,
  channel: 'mail',
  address: `reader${count}@example.com`,
  recipientKind: 'address',
  recipientId: null,
  recipientName: '张三',
  subject: '钢材日报',
  body: '今日价格上涨。',
  cause: 'test.mail',
  ...overrides,
})
const queue = async (...rows: NewMessage[]) => {
  await db().transaction((tx) => queueMessages(tx, rows))
  return rows.map(({ key }) => key)
}
const stateOf = async (key = '') => (await db().select().from(messages).where(eq(messages.key, key)))[0]
const becomes = (key: string | undefined, state: string) =>
  expect.poll(async () => (await stateOf(key))?.state, { interval: 20 }).toBe(state)

beforeAll(async () => {
  smtp = await openMailServer()
})
afterAll(() => smtp.close())
beforeEach(() => {
  withheld = new Map()
})
afterEach(async () => {
  await sender?.stop()
  sender = undefined
  for (const stop of stops.splice(0)) stop()
  smtp.moods.length = 0
  smtp.mails.length = 0
  smtp.onBody = () => {}
  claimedKeys.length = 0
  await db().delete(messages).where(like(messages.key, 'm:%'))
  await db().delete(messageRates)
})

describe('a mail', () => {
  it('arrives with Chinese subject, names, text and HTML, files and pictures, and its own envelope sender', async () => {
    const [body] = await db()
      .insert(messageBodies)
      .values({
        subject: '{{产品}}日报',
        text: '{{姓名}}，您好',
        html: '<p>{{姓名}}，您好</p><img src="cid:chart">',
        attachmentIds: ['1'],
        pictures: { chart: '2' },
      })
      .returning()
    const unsubscribe = 'https://console.example.com/u/1'
    const fields = { 产品: '螺纹钢', 姓名: '<b>张三</b>', unsubscribe }
    const [key] = await queue(message({ bodyId: body?.id ?? '', fields, address: 'a@example.com' }))
    send()
    await becomes(key, 'sent')
    const [mail] = smtp.mails
    const { id, providerRef } = (await stateOf(key)) ?? {}
    expect(mail).toMatchObject({
      from: expect.stringMatching(`^bounce\\+${id}\\.[0-9a-f]{12}@example\\.com$`),
      to: 'a@example.com',
    })
    expect(providerRef).toContain('250')
    const raw = mail?.body ?? ''
    expect(raw).toContain(`Message-ID: <message-${id}@example.com>`)
    expect(raw).toContain(`List-Unsubscribe: <${unsubscribe}>`)
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const decoded = [...raw.matchAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi)].map(([, how, text = '']) =>
      how === 'B'
        ? Buffer.from(text, 'base64').toString()
        : decodeURIComponent(text.replaceAll('_', '%20').replaceAll('=', '%')),
    )
    expect(decoded.join('')).toContain('螺纹钢日报')
    expect(raw).toContain(`Content-ID: <chart>`)
    expect(raw.replace(/\s/g, '')).toContain(file.content.toString('base64'))
    const parts = [...raw.matchAll(/base64\r\n\r\n([A-Za-z0-9+/=\r\n]+)/g)].map(([, text = '']) =>
      Buffer.from(text, 'base64').toString(),
    )
    const texts = [raw, ...parts].join('\n')
    expect(texts.includes('&lt;b&gt;张三&lt;/b&gt;') || texts.includes('&lt;b&gt;=E5')).toBe(true)
  })

  it('with files of more than 20 MB fails without being handed over', async () => {
    const [body] = await db()
      .insert(messageBodies)
      .values({ subject: '日报', text: '正文', attachmentIds: ['1', '2'] })
      .returning()
    const [key] = await queue(message({ bodyId: body?.id ?? '', fields: {} }))
    send({ file: { ...file, content: Buffer.alloc(10.5 * 1_048_576) } })
    await becomes(key, 'failed')
    expect(await stateOf(key)).toMatchObject({ reason: '附件共 21 MB，超过 20 MB' })
    expect(smtp.mails).toEqual([])
  })

  it('is signed where a key is set', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dkim-'))
    stops.push(() => rmSync(folder, { recursive: true }))
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 })
    writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const unsubscribe = 'https://example.com/unsubscribe'
    const [key] = await queue(message({ fields: { unsubscribe } }))
    send({ dkim: { domain: 'example.com', selector: 's1', keyFile: join(folder, 'key.pem') } })
    await becomes(key, 'sent')
    const raw = smtp.mails[0]?.body ?? ''
    expect(raw).toMatch(/DKIM-Signature: v=1; a=rsa-sha256;[\s\S]*d=example.com/)
    // one-click unsubscribing counts only where both of its headers are signed
    const signed = /h=([a-z:\s-]+);/.exec(raw)?.[1]?.replace(/\s/g, '').split(':')
    expect(signed).toEqual(expect.arrayContaining(['from', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']))
  })

  it('cannot be given further headers by a subject or a name, nor a second recipient by an address', async () => {
    const [first, second] = await queue(
      message({ subject: '日报\r\nBcc: other@example.com', recipientName: '张三\r\nX-Evil: 1' }),
      message({ address: 'a@example.com, b@example.com' }),
    )
    send()
    await becomes(first, 'sent')
    await becomes(second, 'failed')
    expect(smtp.mails).toHaveLength(1)
    expect(smtp.mails[0]?.body).not.toMatch(/^(?:Bcc|X-Evil):/m)
    expect((await stateOf(second))?.reason).toBe('邮箱地址不正确')
  })

  it.each([
    ...['a@b', 'a b@example.com', '<a@example.com>', 'a@example.com\r\nRCPT TO:<b@example.com>'],
    // which a server without SMTPUTF8 would send back later
    ...['张三@example.com', `a@${'b'.repeat(63)}.${'c'.repeat(60)}.cn`],
  ])('is not handed over to the address %j', async (address) => {
    const [wrong] = await queue(message({ address }))
    send()
    await becomes(wrong, 'failed')
    expect(await stateOf(wrong)).toMatchObject({ reason: '邮箱地址不正确' })
    expect(smtp.mails).toEqual([])
  })
})

describe('the checks when a message is claimed', () => {
  it('withholds what its cause no longer wants, and sends the rest', async () => {
    const [gone, wanted] = await queue(message(), message())
    withheld = new Map([[gone ?? '', '授权已撤销']])
    send()
    await becomes(wanted, 'sent')
    expect(await stateOf(gone)).toMatchObject({ state: 'withheld', reason: '授权已撤销', attempts: 0 })
    expect(smtp.mails).toHaveLength(1)
  })

  it('withholds a message with an empty field, and one without an address', async () => {
    const [body] = await db().insert(messageBodies).values({ subject: '日报', text: '{{姓名}}您好' }).returning()
    const bodyId = body?.id ?? ''
    const [empty, full, nowhere] = await queue(
      message({ bodyId, fields: { 姓名: '' } }),
      message({ bodyId, fields: { 姓名: '李四' } }),
      message({ address: '' }),
    )
    send()
    await becomes(full, 'sent')
    await becomes(empty, 'withheld')
    await becomes(nowhere, 'withheld')
    expect((await stateOf(empty))?.reason).toBe('缺少“姓名”的内容')
    expect((await stateOf(nowhere))?.reason).toBe('没有地址')
  })

  it('withholds commercial mail from who has opted out, and marks the rest as advertising', async () => {
    await db().insert(messageOptOuts).values({ channel: 'mail', address: 'out@example.com' })
    const [out, wanted] = await queue(
      message({ cause: 'test.ad', address: 'Out@example.com' }),
      message({ cause: 'test.ad' }),
    )
    send()
    await becomes(wanted, 'sent')
    expect(await stateOf(out)).toMatchObject({ state: 'withheld', reason: '已退订' })
    expect(
      Buffer.from(/Subject: =\?UTF-8\?B\?([^?]+)/.exec(smtp.mails[0]?.body ?? '')?.[1] ?? '', 'base64').toString(),
    ).toContain('【广告】')
  })

  it('skips messages that are not due, and causes unknown to this release', async () => {
    const [later, unknown, now] = await queue(
      message({ notBefore: '2099-01-01T00:00:00+08:00' }),
      message({ cause: 'of.a.newer.release' }),
      message(),
    )
    send()
    await becomes(now, 'sent')
    for (const key of [later, unknown]) expect(await stateOf(key)).toMatchObject({ state: 'queued', attempts: 0 })
  })
})

describe('after an error', () => {
  it.each([
    ['busy', 'queued', /421/],
    ['laterRecipient', 'queued', /450/],
    ['cutBeforeData', 'queued', /./],
    ['laterBody', 'queued', /451/],
    ['unknownRecipient', 'undelivered', /550/],
    ['refuseBody', 'failed', /554/],
    ['cutAfterBody', 'unsure', /没有得到答复/],
    ['silent', 'unsure', /没有得到答复/],
  ] as const)('%s: %s', async (mood, state, reason) => {
    smtp.moods.push(mood)
    const [key] = await queue(message())
    // of the others none is given up, however slow the machine
    send(mood === 'silent' ? { timeoutMs: 1_500 } : {})
    await expect.poll(async () => (await stateOf(key))?.reason).toMatch(reason)
    const stored = await stateOf(key)
    expect(stored).toMatchObject({ state, attempts: 1 })
    if (state === 'queued') expect(Date.parse(stored?.notBefore ?? '')).toBeGreaterThan(Date.now() + 10_000)
    const [next] = await queue(message())
    await becomes(next, 'sent')
    const accepted = mood === 'cutAfterBody' || mood === 'silent' ? 2 : 1
    expect(smtp.mails).toHaveLength(accepted)
  })

  it('an unreachable server is paused, and the message loses no try', async () => {
    const [key] = await queue(message())
    send({ port: 1 })
    await expect.poll(async () => (await stateOf(key))?.reason).toMatch(/连接不上邮件服务器/)
    expect(await stateOf(key)).toMatchObject({ state: 'queued', attempts: 0 })
    const [rest] = await db().select().from(messageRates).where(ne(messageRates.reason, ''))
    expect(Date.parse(rest?.nextAt ?? '')).toBeGreaterThan(Date.now() + 30_000)
  })

  it('a private address is not connected to unless the configuration allows it', async () => {
    const [key] = await queue(message())
    send({ allowed: [] })
    await expect.poll(async () => (await stateOf(key))?.reason).toMatch(/private address/)
    expect(smtp.mails).toHaveLength(0)
  })

  it('later messages to an address wait for its retries', async () => {
    smtp.moods.push('laterRecipient')
    const address = 'same@example.com'
    const [first] = await queue(message({ address }))
    send()
    await expect.poll(async () => (await stateOf(first))?.attempts).toBe(1)
    const [second, other] = await queue(message({ address }), message())
    await becomes(other, 'sent')
    expect(await stateOf(second)).toMatchObject({ state: 'queued', attempts: 0 })
    await db()
      .update(messages)
      .set({ notBefore: '2020-01-01T00:00:00+08:00' })
      .where(eq(messages.key, first ?? ''))
    await becomes(second, 'sent')
    expect(smtp.mails.map(({ to }) => to).filter((to) => to === address)).toHaveLength(2)
    const ids = smtp.mails.filter(({ to }) => to === address).map(({ from }) => Number(/\+(\d+)@/.exec(from)?.[1]))
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })
})

it('two senders share the rate limit, and send nothing twice', async () => {
  const keys = await queue(...Array.from({ length: 30 }, () => message()))
  const since = performance.now()
  send({ rate: 20 })
  const first = sender
  send({ rate: 20 })
  stops.push(() => void first?.stop())
  await expect.poll(() => smtp.mails.length, { interval: 10 }).toBe(30)
  const took = performance.now() - since
  // 20 go at once, 10 more at 20 a second
  expect(took).toBeGreaterThan(450)
  for (const key of keys) await becomes(key, 'sent')
  expect(new Set(smtp.mails.map(({ to }) => to)).size).toBe(30)
})
