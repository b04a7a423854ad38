// Bounces over a real SMTP connection: the state of the messages, and that nothing goes to a mailbox marked as invalid.
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { eq } from 'drizzle-orm'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clearBounces, listMessages } from '#contract/outbox/messages.ts'
import { messageBounces, messages } from '#server/db/schema/core/outbox.ts'
import { makeRole } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { bounceReport, type MailServer, openMailServer } from '#test/mail-server.ts'
import { createOutbound } from '../http/outbound.ts'
import { bounceAddress } from './bounces.rules.ts'
import { type BounceServer, beginningOf, listenForBounces } from './bounces.ts'
import { cause } from './causes.ts'
import { mailProvider } from './providers/mail.ts'
import { type NewMessage, queueMessages } from './queue.ts'
import { type Sender, startSender } from './sender.ts'

const server = testServer()
const db = () => server().database.db
const box = { address: 'bounce@example.com', key: 'a key' }
const plain = cause({ name: 'test.bounce', label: '测试' })
let smtp: MailServer
let bounces: BounceServer
let sender: Sender

beforeAll(async () => {
  smtp = await openMailServer()
  const { core } = server().server
  bounces = await listenForBounces(core, box, { host: '127.0.0.1', port: 0 })
  const settings = {
    server: { host: '127.0.0.1', port: smtp.port, isSecure: false, user: '', password: '' },
    from: 'report@example.com',
    rate: 1_000,
    bounce: box,
    dkim: null,
  }
  const provider = mailProvider(settings, createOutbound(['127.0.0.1']), async () => undefined)
  sender = startSender(core, { providers: [provider], causes: [plain], quiet: null, options: { pollMs: 200 } })
})
afterAll(async () => {
  await sender.stop()
  await Promise.all([smtp.close(), bounces.close()])
})

/** @returns the server's reply code, 250 if accepted */
function deliver(recipient: string, raw: string): Promise<number> {
  const connection = new SMTPConnection({ host: '127.0.0.1', port: bounces.port, ignoreTLS: true })
  return new Promise((resolve) => {
    connection.on('error', () => {})
    connection.connect(() => {
      connection.send({ from: '', to: recipient }, raw, (error) => {
        connection.close()
        resolve(error ? ((error as { responseCode?: number }).responseCode ?? 0) : 250)
      })
    })
  })
}

let count = 0
const queue = async (address = `bounced${++count}@example.com`) => {
  count += 1
  const key = `bounce:${count}`
  const common = { channel: 'mail' as const, recipientKind: 'address' as const, recipientId: null, cause: plain.name }
  const row: NewMessage = { ...common, key, address, subject: '日报', body: '正文' }
  await db().transaction((tx) => queueMessages(tx, [row]))
  return { key, address }
}
const rowOf = async (key: string) => (await db().select().from(messages).where(eq(messages.key, key)))[0]
const becomes = (key: string, state: string) =>
  expect.poll(async () => (await rowOf(key))?.state, { interval: 20 }).toBe(state)
async function sent(address?: string) {
  const queued = await queue(address)
  await becomes(queued.key, 'sent')
  const row = await rowOf(queued.key)
  return { ...queued, id: row?.id ?? '' }
}
const marksOf = (address: string) => db().select().from(messageBounces).where(eq(messageBounces.address, address))

describe('pushes.md: bounces', () => {
  it('mark their message and the mailbox, which gets nothing until a person clears it', async () => {
    const { key, address, id } = await sent('Gone@example.com')
    const envelope = smtp.mails.find(({ to }) => to === address)?.from ?? ''
    expect(envelope).toBe(bounceAddress(box, id))
    expect(await deliver(envelope, bounceReport({ status: '5.1.1', diagnostic: '550 5.1.1 User unknown' }))).toBe(250)
    expect(await rowOf(key)).toMatchObject({ state: 'undelivered', reason: '退信：5.1.1 550 5.1.1 User unknown' })
    const again = await queue('gone@EXAMPLE.com')
    await becomes(again.key, 'withheld')
    expect(await rowOf(again.key)).toMatchObject({ reason: '邮箱退过信，恢复后才能发送', attempts: 0 })

    const { code } = await makeRole(db(), 'messages.view', 'messages.verify')
    const keeper = await server().as(code)
    const reader = await server().as((await makeRole(db(), 'messages.view')).code)
    const { data } = await keeper.call(listMessages, { recipient: 'gone@example.com' })
    expect(data.records.map(({ isBounced }) => isBounced)).toEqual([true, true])
    expect(await reader.call(clearBounces, { ids: [id] })).toMatchObject({ status: 403, code: 403 })
    expect((await keeper.call(clearBounces, { ids: [id] })).code).toBe(200)
    expect(await keeper.call(clearBounces, { ids: [id] })).toMatchObject({
      code: 602,
      data: [{ id, ok: false, msg: '这个邮箱没有退信记录' }],
    })
    await sent('gone@example.com')
  })

  it('a mailbox that is refused at once is marked as well', async () => {
    smtp.moods.push('unknownRecipient')
    const { key, address } = await queue()
    await becomes(key, 'undelivered')
    expect(await marksOf(address)).toMatchObject([{ reason: expect.stringContaining('no such user') }])
  })

  it('of a full mailbox mark the message, but not the mailbox', async () => {
    const { key, address, id } = await sent()
    await deliver(bounceAddress(box, id), bounceReport({ status: '5.2.2', diagnostic: '552 5.2.2 over quota' }))
    expect(await rowOf(key)).toMatchObject({ state: 'undelivered' })
    expect(await marksOf(address)).toEqual([])
  })

  it('that are delays or automatic answers change nothing', async () => {
    const { key, id } = await sent()
    const to = bounceAddress(box, id)
    expect(await deliver(to, bounceReport({ action: 'delayed', status: '4.4.1', diagnostic: 'timed out' }))).toBe(250)
    expect(await deliver(to, 'Subject: 休假\r\n\r\nStatus: 5.1.1\r\nAction: failed\r\n')).toBe(250)
    expect(await rowOf(key)).toMatchObject({ state: 'sent', reason: '' })
  })

  it('to forged or unknown addresses are refused', async () => {
    const { key, id } = await sent()
    const report = bounceReport({ status: '5.1.1', diagnostic: '550 5.1.1' })
    expect(await deliver(`bounce+${id}.000000000000@example.com`, report)).toBe(550)
    expect(await deliver('anybody@example.com', report)).toBe(550)
    expect(await rowOf(key)).toMatchObject({ state: 'sent' })
  })

  it('for an address already marked change nothing, and a decided message stays', async () => {
    const { key, id } = await sent()
    await db().update(messages).set({ state: 'withheld' }).where(eq(messages.id, id))
    await deliver(bounceAddress(box, id), bounceReport({ status: '5.1.1', diagnostic: '550' }))
    expect(await rowOf(key)).toMatchObject({ state: 'withheld' })
  })

  it('§38 keep at most the first 1 MB of a mail, and take all of it from the wire', async () => {
    let taken = 0
    async function* mail() {
      for (; taken < 100; taken++) yield Buffer.alloc(100_000, 'x')
    }
    expect((await beginningOf(mail())).length).toBe(1_048_576)
    expect(taken).toBe(100)
  })

  it('§38 that are too large are drained and refused, whatever was said of their size, and what follows is served', async () => {
    const { key, id } = await sent()
    const to = bounceAddress(box, id)
    // nodemailer says the size in advance: a sender that does not is a raw connection
    const socket = connect(bounces.port, '127.0.0.1')
    const replies = createInterface({ input: socket })[Symbol.asyncIterator]()
    const reply = async (): Promise<number> => {
      for (;;) {
        const { value } = await replies.next()
        if (/^\d{3} /.test(String(value))) return Number(String(value).slice(0, 3))
      }
    }
    const say = (line: string) => {
      socket.write(`${line}\r\n`)
      return reply()
    }
    await reply()
    await say('EHLO example.com')
    await say('MAIL FROM:<>')
    expect(await say(`RCPT TO:<${to}>`)).toBe(250)
    expect(await say('DATA')).toBe(354)
    const line = Buffer.from(`${'x'.repeat(998)}\r\n`.repeat(1_000))
    for (let sentMb = 0; sentMb < 60; sentMb++) {
      if (!socket.write(line)) await once(socket, 'drain')
    }
    expect(await say('.')).toBe(552)
    expect(await say('QUIT')).toBe(221)
    socket.destroy()
    expect(await rowOf(key)).toMatchObject({ state: 'sent' })
    expect(await deliver(to, bounceReport({ status: '5.1.1', diagnostic: '550' }))).toBe(250)
    await becomes(key, 'undelivered')
  })
})

it('cuts a client off that says nothing, and serves the next one', async () => {
  const short = await listenForBounces(server().server.core, box, { host: '127.0.0.1', port: 0, idleMs: 300 })
  for (const begins of ['', 'EHLO somebody\r\n']) {
    const client = connect(short.port, '127.0.0.1')
    let said = ''
    client.on('data', (part) => {
      said += part
    })
    await expect.poll(() => said, { interval: 10 }).toMatch(/^220 /)
    if (begins) client.write(begins)
    await once(client, 'close')
    expect(said).toMatch(/^421 /m)
  }
  await short.close()
})
