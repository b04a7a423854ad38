// The page 消息发送 over HTTP: lists, decisions, rights.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  decideMessages,
  getOutboxHealth,
  getOutboxMessage,
  listMessages,
  resendMessages,
  withholdMessages,
} from '#contract/outbox/messages.ts'
import { queueMessages } from '#server/core/outbox/queue.ts'
import { messageBodies, messageRates, messages } from '#server/db/schema/core/outbox.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer({ mail: undefined })
const person = async (...rights: string[]) => server().as((await makeRole(server().database.db, ...rights)).code)
let keeper: Person
let reader: Person

type State = typeof messages.$inferInsert.state
let count = 0
async function make(overrides: Partial<typeof messages.$inferInsert> = {}): Promise<string> {
  const [row] = await server()
    .database.db.insert(messages)
    .values({
      key: `t:${++count}`,
      channel: 'mail',
      address: `reader${count}@example.com`,
      recipientKind: 'address',
      recipientName: `读者${count}`,
      subject: '钢材日报',
      body: '正文',
      cause: 'notice.monitoring',
      ...overrides,
    })
    .returning({ id: messages.id })
  return row?.id ?? ''
}
const stored = async (id: string) => (await server().database.db.select().from(messages).where(eq(messages.id, id)))[0]
const inState = (state: NonNullable<State>, overrides = {}) =>
  make({ state, attempts: 2, reason: '原因', endedAt: new Date().toISOString(), ...overrides })

beforeAll(async () => {
  keeper = await person('messages.view', 'messages.details', 'messages.open', 'messages.disable', 'messages.verify')
  reader = await person('messages.view')
})

describe('the list', () => {
  it('filters by state, channel, cause and recipient, newest first, with the label of the cause', async () => {
    const sms = { channel: 'sms', subject: 'SMS_1001', body: `今日报价：${'螺纹钢3500；'.repeat(9)}` }
    const id = await inState('failed', { ...sms, address: '13800138000', recipientName: '赵六' })
    const { data } = await reader.call(listMessages, { state: 'failed', channel: 'sms', recipient: '赵' })
    expect(data.records).toMatchObject([
      { id, address: '138****8000', causeName: '数据更新监控', state: 'failed', reason: '原因' },
    ])
    expect(data.records[0]?.subject).toMatch(/^今日报价：螺纹钢3500；.{27}…$/)
    expect((await reader.call(listMessages, { recipient: '%' })).data.records).toEqual([])
    // by the key of texts, as names are found everywhere
    await inState('failed', { address: 'Lily@example.com', recipientName: '刘 丽华' })
    for (const typed of ['劉麗', '刘丽', 'ｌｉｌｙ＠', 'LILY@'])
      expect((await reader.call(listMessages, { recipient: typed })).data.total, typed).toBe(1)
    expect((await reader.call(listMessages, { cause: 'notice.monitoring' })).data.total).toBeGreaterThan(0)
    expect((await reader.call(listMessages, { cause: 'notice.expiring' })).data.total).toBe(0)
  })

  it('refuses days in the wrong order', async () => {
    const reply = await reader.call(listMessages, { from: '2026-02-01', to: '2026-01-01' })
    expect(reply).toMatchObject({ status: 400, data: { fields: [{ field: 'from' }] } })
  })

  it('fills the text of a push with the fields of its recipient', async () => {
    const [body] = await server()
      .database.db.insert(messageBodies)
      .values({ subject: '{{产品}}日报', text: '{{姓名}}，您好' })
      .returning()
    const id = await make({ bodyId: body?.id ?? null, fields: { 产品: '螺纹钢', 姓名: '张三' } })
    const { data } = await keeper.call(getOutboxMessage, { id })
    expect(data).toMatchObject({ id, subject: '螺纹钢日报', text: '张三，您好', attachments: [] })
    expect(await keeper.call(getOutboxMessage, { id: '999999' })).toMatchObject({ status: 404, code: 20404 })
  })
})

describe('a person', () => {
  it.each(['failed', 'undelivered', 'withheld'] as const)('can retry a message that is %s', async (state) => {
    const id = await inState(state)
    expect((await keeper.call(resendMessages, { ids: [id] })).code).toBe(200)
    expect(await stored(id)).toMatchObject({ state: 'queued', attempts: 0, reason: '', endedAt: null })
  })

  it.each(['queued', 'sending', 'sent', 'unsure'] as const)('cannot retry a message that is %s', async (state) => {
    const [id, right] = [await inState(state), await inState('failed')]
    const reply = await keeper.call(resendMessages, { ids: [id, right] })
    expect(reply.code).toBe(602)
    expect(reply.data as unknown).toMatchObject([
      { id, ok: false },
      { id: right, ok: true },
    ])
    expect(await stored(id)).toMatchObject({ state, attempts: 2 })
    expect(await stored(right)).toMatchObject({ state: 'queued' })
  })

  it('decides whether an unsure message has arrived', async () => {
    const [arrived, lost, sent] = [await inState('unsure'), await inState('unsure'), await inState('sent')]
    expect((await keeper.call(decideMessages, { ids: [arrived], hasArrived: true })).code).toBe(200)
    expect((await keeper.call(decideMessages, { ids: [lost], hasArrived: false })).code).toBe(200)
    expect((await keeper.call(decideMessages, { ids: [sent], hasArrived: false })).code).toBe(602)
    expect((await stored(arrived))?.state).toBe('sent')
    expect((await stored(arrived))?.reason).toContain('核实已送达')
    expect(await stored(lost)).toMatchObject({ state: 'queued', attempts: 0 })
    expect((await stored(sent))?.state).toBe('sent')
  })

  it('cancels a queued message', async () => {
    const [queued, sending] = [await make(), await inState('sending')]
    expect((await keeper.call(withholdMessages, { ids: [queued] })).code).toBe(200)
    expect((await keeper.call(withholdMessages, { ids: [sending] })).code).toBe(602)
    expect((await stored(queued))?.state).toBe('withheld')
    expect((await stored(queued))?.reason).toMatch(/^由 .+ 取消$/)
    expect((await stored(sending))?.state).toBe('sending')
  })

  it('decides once, also in two concurrent requests', async () => {
    const id = await inState('unsure')
    const replies = await Promise.all([
      keeper.call(decideMessages, { ids: [id], hasArrived: false }),
      keeper.call(decideMessages, { ids: [id], hasArrived: false }),
    ])
    expect(replies.map(({ code }) => code).toSorted()).toEqual([200, 602])
  })

  it('leaves a row in the audit log', async () => {
    const id = await inState('unsure')
    await keeper.call(decideMessages, { ids: [id], hasArrived: true })
    const rows = await server().database.db.select().from(auditLog).where(eq(auditLog.targetId, id))
    expect(rows).toMatchObject([{ action: 'message.decide', after: { rows: 1, hasArrived: true } }])
  })

  it('§6 needs the right of each act', async () => {
    const ids = [await inState('failed')]
    const refused = { status: 403, code: 403 }
    expect(await reader.call(resendMessages, { ids })).toMatchObject(refused)
    expect(await reader.call(withholdMessages, { ids })).toMatchObject(refused)
    expect(await reader.call(decideMessages, { ids, hasArrived: true })).toMatchObject(refused)
    expect(await reader.call(getOutboxMessage, { id: ids[0] ?? '' })).toMatchObject(refused)
    const nobody = await person('userList.view')
    expect(await nobody.call(listMessages, {})).toMatchObject(refused)
    expect(await nobody.call(getOutboxHealth)).toMatchObject(refused)
  })
})

describe('the health of the channels', () => {
  it('shows missing settings, waiting messages and since when, sent ones, and paused providers', async () => {
    const { db } = server().database
    await db.transaction((tx) =>
      queueMessages(tx, [
        {
          key: 'h:1',
          channel: 'sms' as const,
          address: '13800138000',
          recipientKind: 'address' as const,
          recipientId: null,
          cause: 'notice.monitoring',
          notBefore: '2026-01-01T00:00:00+08:00',
        },
        {
          key: 'h:2',
          channel: 'sms' as const,
          address: '13800138001',
          recipientKind: 'address' as const,
          recipientId: null,
          cause: 'notice.monitoring',
          notBefore: '2099-01-01T00:00:00+08:00',
        },
      ]),
    )
    await db
      .insert(messageRates)
      .values({ provider: 'wecomRobot:审核群', nextAt: '2099-01-01T00:00:00+08:00', reason: '45009 太频繁' })
    const { data } = await reader.call(getOutboxHealth)
    const of = (channel: string) => data.channels.find((each) => each.channel === channel)
    expect(of('sms')).toMatchObject({ isSetUp: false, queued: 1, later: 1, rate: null })
    expect(of('sms')?.settings).toContain('SMS_PROVIDER')
    expect(of('sms')?.oldestS).toBeGreaterThan(3_600)
    expect(of('wecomRobot')?.resting).toMatchObject({ reason: '45009 太频繁' })
    expect(of('mail')?.settings).toEqual(['SMTP_URL', 'MAIL_FROM'])
    expect(of('bell')).toMatchObject({ isSetUp: true, settings: [] })
    expect(data.causes).toContainEqual({ value: 'notice.priceReview', label: '价格审核' })
  })

  it('is part of the metrics', async () => {
    const text = await (await fetch(`${server().base}/metrics`)).text()
    expect(text).toMatch(/outbox_messages\{channel="sms",state="queued"\} \d+/)
    expect(text).toMatch(/outbox_oldest_seconds\{channel="sms"\} \d+/)
    expect(text).toMatch(/outbox_messages\{channel="mail",state="unsure"\} \d+/)
  })
})
