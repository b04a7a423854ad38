// How an answer came about, for staff in sales scope, over HTTP; that they read it; cases made of it.
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addCaseOfAnswer, caseCalls } from '#contract/ai/evaluation.ts'
import { getAnswerMaking } from '#contract/ai/making.ts'
import { queryAiMessages } from '#contract/ai/messages.ts'
import { getAiSession } from '#contract/ai/sessions.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { aiAssistants, aiMessages, aiSessions } from '#server/db/schema/ai.ts'
import { aiSets } from '#server/db/schema/ai-evaluation.ts'
import { aiSteps } from '#server/db/schema/ai-figures.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeAccount, makeMember, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { makePrice, makeQuoteItem } from '#test/price-factories.ts'
import { publishPrice } from '#test/push-factories.ts'
import { storeFigures } from './figures.queries.ts'
import { recordCall } from './provider/ledger.acts.ts'

const server = testServer()
const db = () => server().database.db
const QUESTION = '江苏甲醇为什么涨了？'
const DAY = '2026-03-02'
let seller: Person
let stranger: Person
let reader: Person
let editor: Person
let loginName: string
let sessionId: string
let assistantId: string
let answerId: string
let publications: [number, number]

const rights = (menu: string, ...aliases: string[]) => aliases.map((alias) => `aiWeb.${menu}.${alias}`)
const one = <T>([row]: readonly T[]): T => {
  if (!row) throw new Error('no row')
  return row
}

beforeAll(async () => {
  const own = await makeRole(db(), ...rights('sessions', 'view', 'details'), ...rights('assistants', 'view', 'add'))
  seller = await server().as(own.code)
  stranger = await server().as(own.code)
  reader = await server().as((await makeRole(db(), ...rights('sessions', 'view'))).code)
  editor = await server().as((await makeRole(db(), ...rights('assistants', 'view', 'add'))).code)
  const member = await makeMember(db(), { ownerId: seller.id })
  loginName = member.loginName
  const key = await db().transaction((tx) => createApiKey(tx, { name: '问答', scopes: ['ai'], dailyQuota: 9 }))
  const chat = { code: 'price', name: '价格问答', purpose: 'chat' } as const
  assistantId = one(await db().insert(aiAssistants).values(chat).returning()).id
  const at = new Date().toISOString()
  const said = {
    memberId: member.id,
    assistantId,
    assistantName: '价格问答',
    title: QUESTION,
    startedAt: at,
    lastAt: at,
  }
  const account = await makeAccount(db(), 'aiWeb', { memberId: member.id })
  const session = { ...said, apiKeyId: key.id, externalId: 'm-1', accountId: account.id }
  sessionId = one(await db().insert(aiSessions).values(session).returning()).id
  const [, answer] = await db()
    .insert(aiMessages)
    .values([
      { sessionId, number: 1, role: 'user', content: QUESTION, at },
      { sessionId, number: 2, role: 'assistant', content: '均价 2350', at, publication: '1', reasoning: '先查价格' },
    ])
    .returning()
  answerId = answer?.id ?? ''
  const item = await makeQuoteItem(db(), { code: 'Q700001', name: '甲醇', market: '江苏' })
  const first = await publishPrice(db(), item, DAY, '2350')
  const second = await publishPrice(db(), item, DAY, '2360')
  publications = [first, second]
  const figures = { low: '2360', high: '2360', average: '2360', publication: String(second) }
  await makePrice(db(), item, DAY, { ...figures, status: 'verified' } as never)
  const price = { quoteItemId: item.quoteItemId, day: DAY, part: 'average', publication: String(first) } as const
  const withheld = { place: null, price: null, madeOf: [], sentence: '均价 2850 元。' }
  await storeFigures(db(), { messageId: answerId, assistantName: '价格问答', keyName: '问答' }, [
    { ...withheld, text: '2850', verdict: 'unbound' },
    { place: 3, text: '2350', verdict: 'bound', price, madeOf: [price], sentence: '' },
    { place: 9, text: '2350.00', verdict: 'computed', price: null, madeOf: [price], sentence: '' },
  ])
  const looked = { arguments: { codes: ['Q700001'] }, found: [{ code: 'Q700001' }], ms: 12 }
  await db()
    .insert(aiSteps)
    .values({ ...looked, messageId: answerId, number: 1, tool: 'prices' })
  await recordCall(db(), {
    purpose: 'chat',
    sessionId,
    messageId: answerId,
    modelId: null,
    model: 'steel-chat',
    tokens: { input: 1_000, cached: 400, output: 500, reasoning: 100, isEstimated: false },
    usualPrice: { input: '2', cached: '0.5', output: '8' },
    requestId: 'req-9',
    outcome: 'done',
    failure: null,
    retries: 0,
    startedAt: new Date(Date.now() - 2_000),
    firstAt: null,
    endedAt: new Date(),
  })
})

const readings = (by: Person) =>
  db()
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.action, 'aiSession.read'), eq(auditLog.actorId, by.id)))

describe('areas/ai.md "session/details"', () => {
  it('shows tools, figures then and now, what the model thought, and the ledger’s rows', async () => {
    const { data } = await seller.call(getAnswerMaking, { id: answerId })
    const [first, second] = publications.map(String)
    expect(data).toMatchObject({
      reasoning: '先查价格',
      publication: '1',
      steps: [{ tool: 'prices', arguments: '{"codes": ["Q700001"]}', found: '[{"code": "Q700001"}]', ms: 12 }],
      figures: [
        {
          text: '2350',
          isShown: true,
          verdict: 'bound',
          code: 'Q700001',
          day: DAY,
          part: 'average',
          publication: first,
        },
        {
          text: '2350.00',
          isShown: true,
          verdict: 'computed',
          isCorrected: true,
          madeOf: [{ code: 'Q700001', itemName: '甲醇', from: DAY, to: DAY, part: 'average' }],
        },
        {
          text: '2850',
          isShown: false,
          verdict: 'unbound',
          sentence: '均价 2850 元。',
          code: null,
          isCorrected: false,
        },
      ],
      calls: [{ model: 'steel-chat', inputTokens: 1_000, cachedTokens: 400, outputTokens: 500, cost: '0.005400' }],
    })
    expect(data.figures[0]).toMatchObject({ isCorrected: true, publicationNow: second })
    expect(Number(data.figures[0]?.now)).toBe(2360)
    const { records } = (await seller.call(queryAiMessages, { sessionId })).data
    expect(records.map(({ isMadeHere }) => isMadeHere)).toEqual([false, true])
    expect((await seller.call(getAiSession, { id: sessionId })).data).toMatchObject({ assistantId })
  })

  it('records that a member’s session was read, once an hour for each reader', async () => {
    await seller.call(queryAiMessages, { sessionId })
    await seller.call(queryAiMessages, { sessionId })
    await seller.call(getAnswerMaking, { id: answerId })
    expect(await readings(seller)).toMatchObject([{ targetType: 'aiSession', targetId: sessionId }])
  })

  it('§6 is unknown out of scope, and needs the right; who is refused has read nothing', async () => {
    expect(await stranger.call(getAnswerMaking, { id: answerId })).toMatchObject({ code: 20404 })
    expect(await stranger.call(queryAiMessages, { sessionId })).toMatchObject({ code: 20404 })
    expect(await reader.call(getAnswerMaking, { id: answerId })).toMatchObject({ status: 403 })
    expect(await readings(stranger)).toEqual([])
    expect(await readings(reader)).toEqual([])
  })
})

describe('areas/ai.md "one click makes a case"', () => {
  const setOf = async (of: string, name: string) =>
    one(await db().insert(aiSets).values({ assistantId: of, name }).returning()).id

  it('has the question and its member’s rights, once in a set', async () => {
    const setId = await setOf(assistantId, '会话')
    const add = (by: Person) => by.call(addCaseOfAnswer, { messageId: answerId, setId })
    expect((await add(seller)).code).toBe(200)
    expect((await seller.call(caseCalls.list, { setId })).data.records).toMatchObject([
      { question: QUESTION, loginName, isForeign: false, quoteItemId: null, mustRefuse: false },
    ])
    expect(await add(seller)).toMatchObject({ status: 409, msg: '评测集里已有这个问题' })
    const chat = { code: 'other', name: '另一个', purpose: 'chat' } as const
    const foreign = await setOf(one(await db().insert(aiAssistants).values(chat).returning()).id, '别的')
    expect(await seller.call(addCaseOfAnswer, { messageId: answerId, setId: foreign })).toMatchObject({
      status: 409,
      msg: '评测集属于另一个助手',
    })
    const [logged] = await db().select().from(auditLog).where(eq(auditLog.action, 'aiCase.add'))
    expect(logged).toMatchObject({ actorId: seller.id, after: { question: QUESTION } })
  })

  it('§6 needs both rights and the scope', async () => {
    const setId = await setOf(assistantId, '范围')
    const add = (by: Person) => by.call(addCaseOfAnswer, { messageId: answerId, setId })
    expect(await add(stranger)).toMatchObject({ code: 20404 })
    expect(await add(editor), 'may not read sessions').toMatchObject({ status: 403 })
    expect(await add(reader), 'may not add cases').toMatchObject({ status: 403 })
  })
})
