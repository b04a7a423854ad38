// Receipts of short messages, queried from a provider on loopback that is slow, busy, answers twice, never, or half; and the
// counts of finished pushes after later changes of their messages.
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decideMessages, resendMessages } from '#contract/outbox/messages.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { pushes } from '#server/db/schema/push.ts'
import { settlePushes } from '#server/features/push/pushes/pushes.queries.ts'
import { makeRole } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { openProviderServer, type ProviderServer } from '#test/provider-server.ts'
import { pushForm } from '#test/push-factories.ts'
import { createOutbound } from '../http/outbound.ts'
import { settleBounce } from './bounces.queries.ts'
import { smsProvider } from './providers/sms.ts'
import { pollReceipts } from './receipts.ts'

const server = testServer()
const db = () => server().database.db
const settings = { keyId: 'key', keySecret: 'secret', signName: '价格中心', rate: 100, appId: '1400' }
type Kind = 'aliyun' | 'tencent'
let http: ProviderServer
let authorId = ''

beforeAll(async () => {
  http = await openProviderServer()
  authorId = (await server().as('administrator')).id
})
afterAll(() => http.close())
beforeEach(() => {
  http.moods.length = 0
  http.received.length = 0
})
afterEach(() => db().delete(messages))

type Bounds = { batch?: number; most?: number; sideBySide?: number }
const poll = (kind: Kind = 'aliyun', overrides: Bounds = {}) =>
  pollReceipts(
    db(),
    smsProvider({ ...settings, kind, apiUrl: http.url }, createOutbound(['127.0.0.1'], http.patience)),
    {
      signal: new AbortController().signal,
      ...overrides,
    },
  )

let count = 0
type Overrides = Partial<typeof messages.$inferInsert> & { minutesAgo?: number }
async function handedOver({ minutesAgo = 5, ...overrides }: Overrides = {}) {
  const handedAt = new Date(Date.now() - minutesAgo * 60_000).toISOString()
  const [row] = await db()
    .insert(messages)
    .values({
      key: `r:${++count}`,
      channel: 'sms',
      address: '13800138000',
      recipientKind: 'address',
      cause: 'push.sms',
      state: 'sent',
      providerRef: `biz-${count}`,
      attempts: 1,
      handedAt,
      endedAt: handedAt,
      receiptAt: handedAt,
      ...overrides,
    })
    .returning()
  if (!row) throw new Error('no message')
  return row
}
const stored = async (id: string) => {
  const [row] = await db()
    .select({ row: messages, next: sql<number | null>`extract(epoch from receipt_at - now())::float8` })
    .from(messages)
    .where(eq(messages.id, id))
  if (!row) throw new Error('no message')
  return { ...row.row, nextS: row.next }
}
const aliyun = (...details: object[]) => ({ Code: 'OK', SmsSendDetailDTOs: { SmsSendDetailDTO: details } })
const tencent = (...rows: object[]) => ({ Response: { PullSmsSendStatusSet: rows } })

/** A push that has finished with these messages. */
async function finished(...rows: Overrides[]) {
  const { title, subject, text, audience } = pushForm([])
  const form = { title, subject, text, audience, kind: 'sms' as const, authorId, state: 'sending' as const }
  const [push] = await db().insert(pushes).values(form).returning({ id: pushes.id })
  const pushId = push?.id ?? ''
  const made = []
  for (const row of rows) made.push(await handedOver({ ...row, pushId }))
  expect(await db().transaction(settlePushes)).toBe(1)
  const counts = async () => (await db().select().from(pushes).where(eq(pushes.id, pushId)))[0]
  return { pushId, made, push: counts }
}

describe('pushes.md: reconciled by receipts', () => {
  it('of Aliyun are found by our message id: delivered, waiting, undelivered', async () => {
    const [got, waits, lost] = [await handedOver(), await handedOver(), await handedOver()]
    http.answer = () =>
      aliyun(
        { OutId: got.id, BizId: got.providerRef, SendStatus: 3, ReceiveDate: '2026-11-20 09:30:05' },
        { OutId: waits.id, BizId: waits.providerRef, SendStatus: 1 },
        { OutId: lost.id, BizId: lost.providerRef, SendStatus: 2, ErrCode: 'MK:0001' },
      )
    expect(await poll()).toEqual({ polled: 3, changed: 1 })
    const [one, two, three] = [await stored(got.id), await stored(waits.id), await stored(lost.id)]
    expect(one).toMatchObject({ state: 'sent', receiptAt: null })
    expect(Date.parse(one.deliveredAt ?? '')).toBe(Date.parse('2026-11-20T09:30:05+08:00'))
    expect(two).toMatchObject({ state: 'sent', deliveredAt: null })
    expect(three).toMatchObject({ state: 'undelivered', reason: '回执：MK:0001', receiptAt: null })
    expect(Object.fromEntries(new URLSearchParams(http.received[0]?.body))).toMatchObject({
      PhoneNumber: '13800138000',
    })
    expect(http.received[0]?.headers['x-acs-action']).toBe('QuerySendDetails')
  })

  it('of Tencent are found by our message id', async () => {
    const [got, lost, silent] = [await handedOver(), await handedOver(), await handedOver()]
    http.answer = () =>
      tencent(
        { SessionContext: got.id, SerialNo: got.providerRef, ReportStatus: 'SUCCESS', UserReceiveTime: 1_795_000_000 },
        { SessionContext: lost.id, SerialNo: lost.providerRef, ReportStatus: 'FAIL', Description: '空号' },
      )
    expect(await poll('tencent')).toEqual({ polled: 3, changed: 1 })
    expect((await stored(got.id)).deliveredAt).not.toBeNull()
    expect(await stored(lost.id)).toMatchObject({ state: 'undelivered', reason: '回执：空号' })
    expect(await stored(silent.id)).toMatchObject({ state: 'sent', deliveredAt: null })
    const polled = JSON.parse(http.received[0]?.body ?? '') as Record<string, unknown>
    expect(polled).toMatchObject({ PhoneNumber: '+8613800138000', SmsSdkAppId: '1400' })
    expect(Math.abs(Number(polled.BeginTime) - (Date.now() / 1_000 - 360))).toBeLessThan(120)
  })

  it('back off: twice the time each, until three days are over', async () => {
    http.answer = () => aliyun()
    const [young, older, last] = [
      await handedOver({ minutesAgo: 1 }),
      await handedOver({ minutesAgo: 40 }),
      await handedOver({ minutesAgo: 73 * 60 }),
    ]
    expect(await poll()).toEqual({ polled: 3, changed: 0 })
    expect(Math.round(((await stored(young.id)).nextS ?? 0) / 60)).toBe(1)
    expect(Math.round(((await stored(older.id)).nextS ?? 0) / 60)).toBe(40)
    expect((await stored(last.id)).receiptAt).toBeNull()
    expect(await poll()).toEqual({ polled: 0, changed: 0 })
  })

  it('settle messages set aside; those unknown to the provider stay for a person to decide', async () => {
    const overrides = { state: 'unsure' as const, providerRef: '', reason: '没有得到答复' }
    const [arrived, waits, nobody] = [
      await handedOver(overrides),
      await handedOver(overrides),
      await handedOver(overrides),
    ]
    http.answer = () =>
      aliyun({ OutId: arrived.id, BizId: 'b-9', SendStatus: 3 }, { OutId: waits.id, BizId: 'b-8', SendStatus: 1 })
    expect(await poll()).toEqual({ polled: 3, changed: 2 })
    expect(await stored(arrived.id)).toMatchObject({ state: 'sent', reason: '', providerRef: 'b-9' })
    const found = await stored(waits.id)
    expect(found).toMatchObject({ state: 'sent', providerRef: 'b-8', deliveredAt: null })
    expect(found.receiptAt).not.toBeNull()
    expect(await stored(nobody.id)).toMatchObject({ state: 'unsure', reason: '没有得到答复' })
  })

  it('queried before a message was sent again do not apply to the new one', async () => {
    const message = await handedOver({ providerRef: 'old' })
    http.answer = () => aliyun({ OutId: message.id, BizId: 'old', SendStatus: 2, ErrCode: 'E' })
    const again = new Date().toISOString()
    await db().update(messages).set({ providerRef: 'new', handedAt: again }).where(eq(messages.id, message.id))
    expect(await poll()).toEqual({ polled: 1, changed: 0 })
    expect(await stored(message.id)).toMatchObject({ state: 'sent' })
  })

  it.each(['never', 'cut', 'half', 'broken'] as const)('an answer that is %s changes nothing', async (mood) => {
    const message = await handedOver()
    http.moods.push(mood)
    expect((await poll()).changed).toBe(0)
    const found = await stored(message.id)
    expect(found).toMatchObject({ state: 'sent', reason: '' })
    expect(found.receiptAt).not.toBeNull()
  })

  it('429: querying pauses, and continues with the rest after the pause', async () => {
    const rows = [await handedOver(), await handedOver(), await handedOver()]
    http.moods.push('tooMany')
    expect(await poll('aliyun', { sideBySide: 1 })).toEqual({ polled: 1, changed: 0 })
    expect(http.received).toHaveLength(1)
    for (const { id } of rows) expect(Math.round((await stored(id)).nextS ?? 0)).toBe(7)
  })

  it('are queried in batches, a bounded number a run; two senders query each once', async () => {
    http.answer = () => aliyun()
    for (let n = 0; n < 12; n++) await handedOver()
    expect(await poll('aliyun', { batch: 3, most: 5 })).toEqual({ polled: 6, changed: 0 })
    const both = await Promise.all([poll('aliyun', { batch: 2 }), poll('aliyun', { batch: 2 })])
    expect(both.reduce((sum, { polled }) => sum + polled, 0)).toBe(6)
    expect(http.received).toHaveLength(12)
  })
})

describe('the counts of a push that has finished', () => {
  it('follow a receipt', async () => {
    const { made, push } = await finished({}, {})
    expect((await push())?.counts).toMatchObject({ sent: 2, undelivered: 0 })
    const [lost] = made
    http.answer = () => aliyun({ OutId: lost?.id, BizId: lost?.providerRef, SendStatus: 2, ErrCode: 'E' })
    await poll()
    expect(await push()).toMatchObject({ state: 'finished', counts: { sent: 1, undelivered: 1 } })
  })

  it('follow bounces, many at once', async () => {
    const { made, push } = await finished(...Array.from({ length: 8 }, () => ({ channel: 'mail' as const })))
    const report = { isFailed: true, status: '5.2.2', reason: '5.2.2 full' }
    await Promise.all(made.slice(0, 6).map(({ id }) => settleBounce(db(), id, report)))
    expect((await push())?.counts).toMatchObject({ sent: 2, undelivered: 6 })
  })

  it('follow what a person decides; one that is sent again opens its push', async () => {
    const unsure = { state: 'unsure' as const, receiptAt: null }
    const { made, push } = await finished(unsure, { state: 'failed', receiptAt: null })
    const keeper = await server().as((await makeRole(db(), 'messages.view', 'messages.open', 'messages.verify')).code)
    const [one, two] = made.map(({ id }) => id)
    if (!one || !two) throw new Error('no messages')
    expect((await keeper.call(decideMessages, { ids: [one], hasArrived: true })).code).toBe(200)
    expect(await push()).toMatchObject({ state: 'finished', counts: { sent: 1, failed: 1, unsure: 0 } })
    expect((await keeper.call(resendMessages, { ids: [two] })).code).toBe(200)
    expect(await push()).toMatchObject({ state: 'sending', counts: null })
    await db().update(messages).set({ state: 'sent' }).where(eq(messages.id, two))
    await db().transaction(settlePushes)
    expect(await push()).toMatchObject({ state: 'finished', counts: { sent: 2, failed: 0 } })
  })

  it('a bounce that arrives while they are computed is counted', async () => {
    const { made, pushId, push } = await finished({ channel: 'mail' }, { channel: 'mail' })
    await db().update(pushes).set({ state: 'sending', counts: null }).where(eq(pushes.id, pushId))
    const [first] = made
    let settling: Promise<unknown> = Promise.resolve()
    await db().transaction(async (tx) => {
      await settleBounce(tx as never, first?.id ?? '', { isFailed: true, status: '5.2.2', reason: '5.2.2' })
      settling = db().transaction(settlePushes)
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    await settling
    await db().transaction(settlePushes)
    expect(await push()).toMatchObject({ state: 'finished', counts: { sent: 1, undelivered: 1 } })
  })
})
