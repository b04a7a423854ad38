// Members' sessions over HTTP: sent by a sub-product, read, rated, counted and deleted by staff in sales scope.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  CONTENT_MAX,
  MESSAGE_BATCH,
  queryAiMessages,
  rateAiMessage,
  type SentMessage,
  sendAiSessions,
} from '#contract/ai/messages.ts'
import {
  exportAiSessions,
  getAiSession,
  getAiSessionFigures,
  queryAiSessions,
  removeAiSessions,
} from '#contract/ai/sessions.ts'
import { addDays, dayOf } from '#contract/days.ts'
import { API_KEY_HEADER, IDEMPOTENCY_HEADER } from '#contract/endpoint.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { aiAssistants, aiMessages, aiSessions } from '#server/db/schema/ai.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeAccount, makeMember, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'

const server = testServer()
const db = () => server().database.db
let seller: Person
let stranger: Person
let reader: Person
let key: string

const keyOf = async (name: string, ...scopes: ('ai' | 'orders')[]) =>
  (await db().transaction((tx) => createApiKey(tx, { name, scopes, dailyQuota: 1_000 }))).key

beforeAll(async () => {
  const aliases = ['view', 'details', 'delete', 'count', 'exportBtn'].map((alias) => `aiWeb.sessions.${alias}`)
  const role = await makeRole(db(), ...aliases)
  seller = await server().as(role.code, { realName: '会话销售' })
  stranger = await server().as(role.code)
  reader = await server().as((await makeRole(db(), 'aiWeb.sessions.view')).code, { saleParentId: null })
  for (const loginName of ['ai.buyer', 'ai.other']) {
    const { id } = await makeMember(db(), { ownerId: seller.id, loginName, realName: '问价人' })
    await makeAccount(db(), 'aiWeb', { memberId: id })
  }
  const { id } = await makeMember(db(), { ownerId: seller.id, loginName: 'ai.none' })
  await makeAccount(db(), 'bigData', { memberId: id })
  await db()
    .insert(aiAssistants)
    .values([
      { code: 'price', name: '价格问答', purpose: 'chat' },
      { code: 'market', name: '行情解读', purpose: 'chat' },
    ])
  key = await keyOf('AI 问答', 'ai')
})

const at = new Date(Date.now() - 60_000).toISOString()
const question = (number: number, more: Partial<SentMessage> = {}): SentMessage => ({
  number,
  role: 'user',
  content: '今天上海螺纹钢多少钱？',
  at,
  ...more,
})
const reply = (number: number, more: Partial<SentMessage> = {}): SentMessage => ({
  number,
  role: 'assistant',
  content: '**3,420** 元/吨',
  at,
  model: 'qwen-plus',
  promptNumber: 2,
  ms: 1_800,
  tokens: 300,
  cost: '0.0012',
  sources: [{ title: '日报', link: 'https://example.com/1', excerpt: '3420' }],
  ...more,
})
const session = (externalId: string, messages: SentMessage[], more: object = {}) => ({
  externalId,
  loginName: 'AI.buyer',
  assistant: 'PRICE',
  title: `标题 ${externalId}`,
  messages,
  ...more,
})
type Sent = { stored: number; changed: number; refused: { externalId: string; number: number; reason: string }[] }
const sendRaw = (body: object, headers: Record<string, string> = {}) =>
  server().send('POST', sendAiSessions.path, body, { headers: { [API_KEY_HEADER]: key, ...headers } })
const send = async (...sessions: object[]) => (await sendRaw({ sessions })).data as unknown as Sent
const idOf = async (externalId: string) =>
  (await db().select().from(aiSessions).where(eq(aiSessions.externalId, externalId)))[0]?.id ?? ''
const make = async (externalId: string, messages = [question(1), reply(2)], more: object = {}) => {
  await send(session(externalId, messages, more))
  return idOf(externalId)
}
const found = async (query: object, by = seller) =>
  (await by.call(queryAiSessions, { size: 100, ...query })).data.records.map(({ title }) => title)

describe('POST /api/open/ai/records', () => {
  it('operations-service-ai.md "AI" stores sessions and their sums once; the same again changes nothing', async () => {
    const batch = session('once', [question(1), reply(2, { feedback: 'down', isUnanswered: true }), reply(3)])
    expect(await send(batch)).toEqual({ stored: 3, changed: 0, refused: [] })
    const stored = { messages: 3, tokens: 600, cost: '0.002400', ups: 0, downs: 1, unanswered: 1, sensitive: 0 }
    const { data } = await seller.call(getAiSession, { id: await idOf('once') })
    const names = { loginName: 'ai.buyer', assistantName: '价格问答', senderName: 'AI 问答', ownerName: '会话销售' }
    expect(data).toMatchObject({ ...stored, ...names, title: '标题 once' })
    expect(await send(batch)).toEqual({ stored: 0, changed: 0, refused: [] })
    expect(await send(session('once', [question(1), question(4)], { title: '新标题' }))).toMatchObject({ stored: 1 })
    const later = (await seller.call(getAiSession, { id: await idOf('once') })).data
    expect(later).toMatchObject({ ...stored, messages: 4, title: '新标题' })
    expect(await send(batch)).toEqual({ stored: 0, changed: 0, refused: [] })
    expect((await seller.call(getAiSession, { id: await idOf('once') })).data).toMatchObject({ title: '新标题' })
  })

  it('operations-service-ai.md "AI" takes a later feedback, which changes no version; other content is refused', async () => {
    const id = await make('later')
    const messagesOf = async () => (await seller.call(queryAiMessages, { sessionId: id })).data.records
    const [, before] = await messagesOf()
    expect(await send(session('later', [reply(2, { feedback: 'up' })]))).toMatchObject({ stored: 0, changed: 1 })
    expect(await send(session('later', [reply(2, { feedback: 'down' })]))).toMatchObject({ changed: 1 })
    expect((await seller.call(getAiSession, { id })).data).toMatchObject({ ups: 0, downs: 1 })
    expect(await send(session('later', [reply(2)]))).toMatchObject({ changed: 0 })
    expect((await messagesOf())[1]).toMatchObject({ feedback: 'down', version: before?.version })
    expect(await send(session('later', [reply(2, { feedback: null })]))).toMatchObject({ changed: 1 })
    const mixed = session('later', [reply(2, { content: '改写' }), reply(3)])
    const refused = [{ externalId: 'later', number: 2, reason: '该序号已有内容不同的消息' }]
    expect(await send(mixed)).toEqual({ stored: 1, changed: 0, refused })
    expect((await messagesOf()).map(({ content }) => content)).not.toContain('改写')
  })

  it('operations-service-ai.md "AI" refuses by row: members without an account, unknown assistants, the future', async () => {
    const future = new Date(Date.now() + 3_600_000).toISOString()
    const { stored, refused } = await send(
      session('r1', [question(1)], { loginName: 'nobody' }),
      session('r2', [question(1)], { loginName: 'ai.none' }),
      session('r3', [question(1)], { assistant: 'none' }),
      session('r4', [question(1, { at: future })]),
      session('r5', [question(1), question(2, { at: future })]),
    )
    expect(stored).toBe(1)
    const unknown = '登录名不存在，或该会员没有开通 AI 问答'
    expect(refused.map(({ externalId, number, reason }) => [externalId, number, reason])).toEqual([
      ['r1', 1, unknown],
      ['r2', 1, unknown],
      ['r3', 1, '没有这个编码的助手'],
      ['r4', 1, '时间晚于当前时间'],
      ['r5', 2, '时间晚于当前时间'],
    ])
    // no session without messages is left
    expect(await Promise.all(['r1', 'r2', 'r3', 'r4'].map(idOf))).toEqual(['', '', '', ''])
  })

  it('operations-service-ai.md "AI" keeps a session with its member, its assistant and its key', async () => {
    await make('mine')
    const other = await send(session('mine', [question(3)], { loginName: 'ai.other', title: '占用' }))
    expect(other.refused).toMatchObject([{ reason: '该会话属于其他会员' }])
    const assistant = await send(session('mine', [question(3)], { assistant: 'market', title: '占用' }))
    expect(assistant.refused).toMatchObject([{ reason: '该会话属于其他助手' }])
    expect((await seller.call(getAiSession, { id: await idOf('mine') })).data).toMatchObject({ title: '标题 mine' })
    const second = await keyOf('另一系统', 'ai')
    const own = await sendRaw({ sessions: [session('mine', [question(1)])] }, { [API_KEY_HEADER]: second })
    expect(own).toMatchObject({ data: { stored: 1 } })
  })

  it('operations-service-ai.md "AI" stores once what arrives twice at the same time', async () => {
    const batch = [session('twin-b', [question(1), reply(2)]), session('twin-a', [question(1)])]
    const replies = await Promise.all([send(...batch), send(...batch.toReversed())])
    expect(replies.map(({ stored }) => stored).toSorted()).toEqual([0, 3])
    const body = { sessions: [session('keyed', [question(1)])] }
    const once = { [IDEMPOTENCY_HEADER]: 'ai-batch-1' }
    expect((await sendRaw(body, once)).data).toEqual((await sendRaw(body, once)).data)
  })

  it('operations-service-ai.md "AI" limits what it takes, in Chinese', async () => {
    const refusalOf = async (message: object) =>
      (await sendRaw({ sessions: [session('limits', [message as SentMessage])] })) as { status: number; msg: string }
    const source = (link: string) => reply(2, { sources: [{ title: '来源', link }] })
    const badInput = [
      question(1, { content: '价'.repeat(CONTENT_MAX + 1) }),
      question(10_001),
      reply(2, { cost: '-1' }),
      reply(2, { tokens: 200_001 }),
      source('javascript:alert(1)'),
      source('data:text/html,x'),
      reply(2, { sources: Array.from({ length: 21 }, () => ({ title: '来源', link: 'https://a.cn' })) }),
      { ...question(1), unknown: true },
    ]
    for (const message of badInput) {
      const { status, msg } = await refusalOf(message)
      expect([status, /\p{Script=Han}/u.test(msg)], JSON.stringify(message).slice(0, 200)).toEqual([400, true])
    }
    const half = Array.from({ length: MESSAGE_BATCH / 2 + 1 }, (_, place) => question(place + 1))
    const many = await sendRaw({ sessions: [session('many-1', half), session('many-2', half)] })
    expect(many).toMatchObject({ status: 400, msg: '一次最多提交 200 条消息' })
    expect(await send(session('long', [question(1, { content: '价'.repeat(CONTENT_MAX) })]))).toMatchObject({
      stored: 1,
    })
  })

  it('§6 needs a key with the scope', async () => {
    const weak = { [API_KEY_HEADER]: await keyOf('订单', 'orders') }
    expect(await sendRaw({ sessions: [session('weak', [question(1)])] }, weak)).toMatchObject({ status: 403 })
  })
})

describe('sessions of members', () => {
  it('operations-service-ai.md "AI" are found by member, assistant, text, days, feedback, flags and tokens', async () => {
    await make('f1', [question(1), reply(2, { feedback: 'up', tokens: 5_000 })], { title: '查 100% 的焦炭' })
    await make('f2', [question(1, { isSensitive: true }), reply(2, { isUnanswered: true, feedback: 'down' })], {
      title: '查焦煤',
      assistant: 'market',
      loginName: 'ai.other',
    })
    const day = dayOf(Date.parse(at))
    const among = async (query: object) => (await found(query)).filter((title) => title.startsWith('查')).toSorted()
    for (const title of ['100%', '１００％的', '100%的焦 炭'])
      expect(await among({ title }), title).toEqual(['查 100% 的焦炭'])
    expect(await among({ loginName: 'other' })).toEqual(['查焦煤'])
    for (const assistant of ['行情', '行 情']) expect(await among({ assistant }), assistant).toEqual(['查焦煤'])
    expect(await among({ feedback: 'up' })).toEqual(['查 100% 的焦炭'])
    expect(await among({ feedback: 'down' })).toEqual(['查焦煤'])
    expect(await among({ flag: 'sensitive' })).toEqual(['查焦煤'])
    expect(await among({ flag: 'unanswered' })).toEqual(['查焦煤'])
    expect(await among({ minTokens: 5_000 })).toEqual(['查 100% 的焦炭'])
    expect(await among({ from: day, to: day })).toHaveLength(2)
    expect(await among({ from: addDays(day, 1) })).toEqual([])
    expect(await among({ descs: ['tokens'] })).toHaveLength(2)
    expect(await seller.call(queryAiSessions, { flag: 'none' as never })).toMatchObject({ status: 400 })
  })

  it('operations-service-ai.md "AI" know their neighbours of the same member', async () => {
    const older = new Date(Date.now() - 86_400_000).toISOString()
    const oldest = new Date(Date.now() - 2 * 86_400_000).toISOString()
    const own = { loginName: 'ai.next' }
    const { id: memberId } = await makeMember(db(), { ownerId: seller.id, ...own })
    await makeAccount(db(), 'aiWeb', { memberId })
    const last = await make('n3', [question(1)], own)
    const middle = await make('n2', [question(1, { at: older })], own)
    const first = await make('n1', [question(1, { at: oldest })], own)
    expect((await seller.call(getAiSession, { id: middle })).data).toMatchObject({ before: first, after: last })
    expect((await seller.call(getAiSession, { id: first })).data).toMatchObject({ before: null, after: middle })
  })

  it('operations-service-ai.md "AI" of many messages are read from the end, 50 at a time', async () => {
    const id = await make(
      'pages',
      Array.from({ length: 100 }, (_, place) => question(place + 1)),
    )
    await send(
      session(
        'pages',
        Array.from({ length: 20 }, (_, place) => question(place + 101)),
      ),
    )
    const page = async (before?: number) =>
      (await seller.call(queryAiMessages, { sessionId: id, ...(before && { before }) })).data
    const numbersOf = ({ records }: { records: { number: number }[] }) => [records[0]?.number, records.at(-1)?.number]
    const last = await page()
    expect([numbersOf(last), last.hasEarlier]).toEqual([[71, 120], true])
    expect(numbersOf(await page(71))).toEqual([21, 70])
    const first = await page(21)
    expect([numbersOf(first), first.hasEarlier]).toEqual([[1, 20], false])
  })

  it('operations-service-ai.md "AI" are rated and corrected by version (601), questions are not', async () => {
    const id = await make('rated')
    const records = async () => (await seller.call(queryAiMessages, { sessionId: id })).data.records
    const [asked, answered] = await records()
    if (!asked || !answered) throw new Error('no messages')
    const rating = { id: answered.id, version: 1, score: 2, correction: ' 应为 3,450 元/吨 ' }
    expect((await seller.call(rateAiMessage, rating)).data).toEqual({ id: answered.id, version: 2 })
    const rated = { score: 2, correction: '应为 3,450 元/吨', raterName: '会话销售' }
    expect((await records())[1]).toMatchObject(rated)
    expect(await seller.call(rateAiMessage, rating)).toMatchObject({ code: 601, data: { version: 2, ...rated } })
    const question = await seller.call(rateAiMessage, { ...rating, id: asked.id })
    expect(question).toMatchObject({ status: 409, msg: '只有回答可以评价' })
    for (const score of [0, 6, 1.5])
      expect(await seller.call(rateAiMessage, { ...rating, score })).toMatchObject({ status: 400 })
    await seller.call(rateAiMessage, { id: answered.id, version: 2, score: null, correction: '' })
    expect((await records())[1]).toMatchObject({ score: null, raterName: null, ratedAt: null })
    const logged = await db().select().from(auditLog).where(eq(auditLog.action, 'aiMessage.rate'))
    expect(logged[0]).toMatchObject({ before: { score: null }, after: { score: 2, correction: '应为 3,450 元/吨' } })
  })

  it('operations-service-ai.md "AI" are counted as the list finds them, by day and by assistant', async () => {
    const day = '2026-03-02'
    const then = `${day}T10:00:00+08:00`
    await make('c1', [question(1, { at: then }), reply(2, { at: then, feedback: 'down' })])
    await make('c2', [reply(1, { at: then, isUnanswered: true })], { assistant: 'market' })
    await make('c3', [question(1, { at: '2026-03-03T00:00:00+08:00' })])
    const days = { from: day, to: day }
    const { data } = await seller.call(getAiSessionFigures, { from: addDays(day, -1), to: day })
    expect(data).toMatchObject({ sessions: 2, messages: 3, tokens: '600', cost: '0.002400' })
    expect(data).toMatchObject({ withDowns: 1, withUnanswered: 1, withSensitive: 0 })
    expect(data.days.map(({ day: each, sessions }) => [each, sessions])).toEqual([
      ['2026-03-01', 0],
      [day, 2],
    ])
    expect(data.assistants.map(({ name, sessions }) => [name, sessions]).toSorted()).toEqual([
      ['价格问答', 1],
      ['行情解读', 1],
    ])
    expect(data.sessions).toBe((await found(days)).length)
    expect(data.withDowns).toBe((await found({ ...days, feedback: 'down' })).length)
    expect((await stranger.call(getAiSessionFigures, days)).data).toMatchObject({ sessions: 0, assistants: [] })
    const wrong = await seller.call(getAiSessionFigures, { from: '2024-01-01', to: day })
    expect(wrong).toMatchObject({ status: 400, msg: '日期范围不能超过 366 天' })
  })

  it('operations-service-ai.md "AI" are exported as they are filtered', async () => {
    await make('x1', [question(1)], { title: '导出的会话' })
    const columns = exportAiSessions.columns.map((each) => each.key)
    const asked = { query: { title: '导出的会话' }, columns, format: 'csv' as const, reason: '核对' }
    const { data } = await seller.call(exportAiSessions, asked as never)
    const { fileUrl } = await endOf(seller, (data as { jobId: string }).jobId)
    const rows = await cellsOf(await download(server(), fileUrl))
    const own = rows.filter((cells) => cells.includes('ai.buyer'))
    expect(own).toEqual([expect.arrayContaining(['价格问答', '导出的会话', '问价人'])])
  })

  it('operations-service-ai.md "AI" are deleted with their messages, which the audit log names', async () => {
    const [one, other] = [await make('d1'), await make('d2')]
    expect((await seller.call(removeAiSessions, { ids: `${one},${other}` })).code).toBe(200)
    expect(await db().select().from(aiMessages).where(eq(aiMessages.sessionId, one))).toEqual([])
    const logged = await db().select().from(auditLog).where(eq(auditLog.action, 'aiSession.delete'))
    expect(logged.map(({ before }) => before)).toMatchObject([{ title: '标题 d1', loginName: 'ai.buyer' }, {}])
    expect((await seller.call(removeAiSessions, { ids: one })).code).toBe(20404)
  })

  it('§6 are unknown out of scope, and need the right to each act', async () => {
    const id = await make('scope')
    const [, answered] = (await seller.call(queryAiMessages, { sessionId: id })).data.records
    const rating = { id: answered?.id ?? '', version: 1, score: 1, correction: '' }
    const attempts = (by: Person) => [
      by.call(getAiSession, { id }),
      by.call(queryAiMessages, { sessionId: id }),
      by.call(rateAiMessage, rating),
      by.call(removeAiSessions, { ids: id }),
    ]
    for (const reply of await Promise.all(attempts(stranger))) expect(reply.code).toBe(20404)
    for (const reply of await Promise.all(attempts(reader))) expect(reply).toMatchObject({ status: 403 })
    expect(await reader.call(getAiSessionFigures, {})).toMatchObject({ status: 403 })
    expect(await found({}, stranger)).toEqual([])
    expect((await reader.call(queryAiSessions, {})).code).toBe(200)
  })
})
