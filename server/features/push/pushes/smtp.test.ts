// A push to 2,000 recipients over a real SMTP server: stopped half-way, resumed, the sending process killed twice, each
// recipient at most once.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pushCalls } from '#contract/push/push-calls.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { testServer } from '#test/http.ts'
import { type Mail, type MailServer, openMailServer } from '#test/mail-server.ts'
import { endSender, type SenderProcess, startSenderProcess } from '#test/outbox-process.ts'
import { pusherOn, pushForm } from '#test/push-factories.ts'

const RECIPIENTS = 2_000
const server = testServer()
const db = () => server().database.db
const calls = pushCalls.report
const senders: SenderProcess[] = []
let smtp: MailServer
beforeAll(async () => {
  smtp = await openMailServer()
})
afterAll(async () => {
  await Promise.all(senders.map((each) => endSender(each)))
  await smtp.close()
})

async function startSending(): Promise<SenderProcess> {
  const started = await startSenderProcess(server().database.connection, { smtpPort: smtp.port, rate: 10_000 })
  senders.push(started)
  return started
}

/** Resolves once the server has received so many messages. */
const received = (count: number) =>
  new Promise<void>((resolve) => {
    smtp.onBody = () => {
      if (smtp.mails.length >= count) resolve()
    }
  })

/** The recipient named in the body, from the accepted message rather than the envelope. */
function readerIn({ body }: Mail): string {
  const part = body.slice(body.indexOf('Content-Type: text/plain'))
  const quoted = part.replaceAll('=\r\n', '').replace(/(?:=[0-9A-F]{2})+/g, decodeQuoted)
  const [, encoded = ''] = /base64\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(part) ?? []
  return /读者\d+/.exec(`${quoted}${Buffer.from(encoded, 'base64')}`)?.[0] ?? ''
}
const decodeQuoted = (found: string) => Buffer.from(found.replaceAll('=', ''), 'hex').toString()

async function makeReaders(ownerId: string): Promise<void> {
  await db().execute(sql`
    with firm as (insert into enterprises (name, owner_id) values ('两千人公司', ${ownerId}::bigint) returning id),
      people as (insert into members (enterprise_id, login_name, real_name, mobile, email, owner_id)
        select firm.id, 'many' || n, '读者' || n, '166' || lpad(n::text, 8, '0'), 'many' || n || '@example.com', ${ownerId}::bigint
        from firm, generate_series(1, ${RECIPIENTS}::int) n returning id),
      accounts as (insert into member_accounts (member_id, sub_product) select id, 'bigData' from people returning id)
    insert into grants (account_id, kind, starts_on, ends_on) select id, 'formal', '2026-01-01', '2036-01-01' from accounts`)
}

it('§2 2,000 recipients: stopped, resumed, killed twice: each at most once, counts equal what the server has', async () => {
  const { pusher, add, launch, sent, get } = await pusherOn(server())
  await makeReaders(pusher.id)
  const rule = { productIds: [], kinds: [], levels: [], ownerIds: [] }
  const audience = { rule, listIds: [], accountIds: [], excludedIds: [] }
  const push = await add(pushForm([], { audience, text: '{{姓名}}，您好' }))
  expect((await launch(push)).preview?.text).toBe(`发送给 ${RECIPIENTS} 人。`)
  await sent(push.id)

  // one has lost the grant meanwhile
  const [last] = await db()
    .select()
    .from(messages)
    .where(eq(messages.address, `many${RECIPIENTS}@example.com`))
  await db()
    .update(grants)
    .set({ revokedAt: new Date().toISOString() })
    .where(eq(grants.accountId, last?.about ?? ''))

  const halfWay = received(300)
  const first = await startSending()
  await halfWay
  expect((await pusher.call(calls.stop, { id: push.id })).code).toBe(200)
  const open = async () => (await get(push.id)).counts
  await expect.poll(async () => (await open())?.sending).toBe(0)
  const stopped = await open()
  expect(stopped).toMatchObject({ sent: smtp.mails.length, queued: 0, withheld: RECIPIENTS - smtp.mails.length })
  expect(smtp.mails.length).toBeLessThan(RECIPIENTS)

  const some = received(700)
  expect((await pusher.call(calls.resume, { id: push.id })).code).toBe(200)
  await some
  await endSender(first)
  const more = received(1_300)
  const second = await startSending()
  await more
  await endSender(second)
  await startSending()
  await expect.poll(async () => (await get(push.id)).state, { timeout: 90_000, interval: 200 }).toBe('finished')
  const { sent: sentCount = 0, unsure = 0, ...others } = (await open()) ?? {}
  // up to four messages in sending at each kill are unsure: a person decides
  expect(unsure).toBeLessThanOrEqual(8)
  expect(sentCount + unsure).toBe(RECIPIENTS - 1)
  expect(others).toEqual({ queued: 0, sending: 0, failed: 0, undelivered: 0, withheld: 1 })
  const rows = await db().select().from(messages).where(eq(messages.pushId, push.id))
  const readers = smtp.mails.map(readerIn)
  expect(new Set(readers).size).toBe(readers.length)
  expect(readers.every((name) => name !== '')).toBe(true)
  const inState = (...states: string[]) =>
    new Set(rows.filter(({ state }) => states.includes(state)).map(({ recipientName }) => recipientName))
  expect([...inState('sent')].filter((name) => !readers.includes(name))).toEqual([])
  const possible = inState('sent', 'unsure')
  expect(readers.filter((name) => !possible.has(name))).toEqual([])
  const { data } = await pusher.call(calls.recipients, { pushId: push.id, state: 'withheld' })
  expect(data.records.map(({ address, reason }) => [address, reason])).toEqual([
    [`many${RECIPIENTS}@example.com`, '没有有效授权'],
  ])
  const [mail] = smtp.mails
  expect(mail?.body).toMatch(/^List-Unsubscribe: <http/m)
  expect(mail?.body).toMatch(/^From: =\?UTF-8\?/m)
})
