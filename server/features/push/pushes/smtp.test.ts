// A push to 2,000 recipients over a real SMTP server: stopped half-way, resumed, every recipient at most once.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pushCalls } from '../../../../contract/push/push-calls.ts'
import { testServer } from '../../../../test/http.ts'
import { type MailServer, openMailServer } from '../../../../test/mail-server.ts'
import { pusherOn, pushForm } from '../../../../test/push-factories.ts'
import { createOutbound } from '../../../core/http/outbound.ts'
import { mailProvider } from '../../../core/outbox/providers/mail.ts'
import { type Sender, startSender } from '../../../core/outbox/sender.ts'
import { grants } from '../../../db/schema/grants.ts'
import { messages } from '../../../db/schema/outbox.ts'
import { pushCause } from './pushes.cause.ts'

const RECIPIENTS = 2_000
const server = testServer()
const db = () => server().database.db
const calls = pushCalls.report
let smtp: MailServer
let sender: Sender | undefined
beforeAll(async () => {
  smtp = await openMailServer()
})
afterAll(async () => {
  await sender?.stop()
  await smtp.close()
})

function startSending(): void {
  const settings = {
    server: { host: '127.0.0.1', port: smtp.port, isSecure: false, user: '', password: '' },
    from: '价格中心 <report@example.com>',
    rate: 10_000,
    bounce: null,
    dkim: null,
  }
  const provider = mailProvider(settings, createOutbound(['127.0.0.1']), async () => undefined)
  sender = startSender(server().server.core, { providers: [provider], causes: [pushCause], quiet: null })
}

async function makeReaders(ownerId: string): Promise<void> {
  await db().execute(sql`
    with firm as (insert into enterprises (name, owner_id) values ('两千人公司', ${ownerId}::bigint) returning id),
      people as (insert into members (enterprise_id, login_name, real_name, mobile, email, owner_id)
        select firm.id, 'many' || n, '读者' || n, '166' || lpad(n::text, 8, '0'), 'many' || n || '@example.com', ${ownerId}::bigint
        from firm, generate_series(1, ${RECIPIENTS}::int) n returning id),
      accounts as (insert into member_accounts (member_id, sub_product) select id, 'bigData' from people returning id)
    insert into grants (account_id, kind, starts_on, ends_on) select id, 'formal', '2026-01-01', '2036-01-01' from accounts`)
}

it('§2 2,000 recipients: stopped half-way, resumed, each gets it once, counts equal what the server has', async () => {
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

  const halfWay = new Promise<void>((resolve) => {
    smtp.onBody = () => {
      if (smtp.mails.length >= 300) resolve()
    }
  })
  startSending()
  await halfWay
  expect((await pusher.call(calls.stop, { id: push.id })).code).toBe(200)
  const open = async () => (await get(push.id)).counts
  await expect.poll(async () => (await open())?.sending, { timeout: 20_000 }).toBe(0)
  const stopped = await open()
  expect(stopped).toMatchObject({ sent: smtp.mails.length, queued: 0, withheld: RECIPIENTS - smtp.mails.length })
  expect(smtp.mails.length).toBeLessThan(RECIPIENTS)

  expect((await pusher.call(calls.resume, { id: push.id })).code).toBe(200)
  await expect.poll(async () => (await get(push.id)).state, { timeout: 90_000, interval: 200 }).toBe('finished')
  expect(await open()).toMatchObject({ sent: RECIPIENTS - 1, withheld: 1, failed: 0, unsure: 0, queued: 0 })
  const addresses = smtp.mails.map(({ to }) => to)
  expect(addresses).toHaveLength(RECIPIENTS - 1)
  expect(new Set(addresses).size).toBe(RECIPIENTS - 1)
  const { data } = await pusher.call(calls.recipients, { pushId: push.id, state: 'withheld' })
  expect(data.records.map(({ address, reason }) => [address, reason])).toEqual([
    [`many${RECIPIENTS}@example.com`, '没有有效授权'],
  ])
  const [mail] = smtp.mails
  expect(mail?.body).toMatch(/^List-Unsubscribe: <http/m)
  expect(mail?.body).toMatch(/^From: =\?UTF-8\?/m)
}, 180_000)
