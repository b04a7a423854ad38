// What a version lets its model look up, over HTTP: in trial runs, as members are answered, and in an evaluation.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { toolNames, usualLookup } from '#contract/ai/answer-labels.ts'
import { getAnswer } from '#contract/ai/answers.ts'
import { addPrompt, assistantCalls, getPrompt, saveQuestion, tryPrompts } from '#contract/ai/assistants.ts'
import { askOpenSession, type OpenAnswer, readOpenAnswer, startOpenSession } from '#contract/ai/open-calls.ts'
import { API_KEY_HEADER, type BodyOf } from '#contract/endpoint.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { aiAssistants } from '#server/db/schema/ai.ts'
import { aiSteps } from '#server/db/schema/ai-figures.ts'
import { articles, articleTexts } from '#server/db/schema/articles/articles.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { answer } from '#server/features/ai/evaluation/answerer.ts'
import { manners, openAiServer } from '#test/ai-server.ts'
import { makeAccount, makeRole } from '#test/factories.ts'
import { type Person, type Reply, testServer } from '#test/http.ts'
import { giveProduct, makeQuoteItem } from '#test/price-factories.ts'
import { publishArticle } from '#test/share-factories.ts'
import { promptsFor } from '../assistants.queries.ts'

const service = await openAiServer()
afterAll(() => service.close())
const server = testServer(service.config)
const db = () => server().database.db
let keeper: Person
let assistantId: string
let questionId: string
let key: string
let accountId: string
const QUESTION = '为什么工具甲醇这么贵'
const look = [{ name: 'articles', arguments: JSON.stringify({ words: '港口库存' }) }]

/** Six passages that match: of today, of ten days ago, and so on. */
async function addArticles(productId: string) {
  for (const [at, ago] of [0, 10, 20, 30, 40, 50].entries()) {
    const text = '港口库存下降。'
    const id = await publishArticle(db(), { title: `港口库存第 ${at + 1} 篇`, text, productId })
    await db()
      .update(articles)
      .set({ publishedAt: sql`now() - ${ago}::int * interval '1 day'` })
      .where(eq(articles.id, id))
    await db().insert(articleTexts).values({ articleId: id, text })
  }
}

beforeAll(async () => {
  const rights = ['view', 'add', 'edit', 'details'].map((alias) => `aiWeb.assistants.${alias}`)
  keeper = await server().as((await makeRole(db(), ...rights)).code)
  const { productId } = await makeQuoteItem(db(), { code: 'Q900021', productName: '工具甲醇', name: '' })
  await giveProduct(db(), [keeper], productId)
  await addArticles(productId)
  const form = { name: '工具', remark: '', code: 'tools', purpose: 'chat' as const, productIds: [], openings: [] }
  assistantId = (await keeper.call(assistantCalls.add, form)).data.id
  const question = { assistantId, id: null, title: '问', fields: { 问题: QUESTION } }
  questionId = (await keeper.call(saveQuestion, question)).data.id
  accountId = (await makeAccount(db(), 'aiWeb', {})).id
  await db()
    .insert(grants)
    .values({ accountId, productId, kind: 'formal', startsOn: '2000-01-01', endsOn: '2100-01-01' })
  const scopes = { name: '提问', scopes: ['aiSessions' as const], subProduct: 'aiWeb' as const, dailyQuota: 1_000 }
  key = (await db().transaction((tx) => createApiKey(tx, scopes))).key
})
beforeEach(() => {
  service.requests.length = 0
})

const parts = { prompt: '回答：{{问题}}', model: '', temperature: '0', maxTokens: 500, note: '' }
let newest: string | null = null
async function addVersion(lookup: Partial<BodyOf<typeof addPrompt>>): Promise<string> {
  newest = (await keeper.call(addPrompt, { assistantId, baseId: newest, ...parts, ...lookup })).data.id
  return newest
}

async function tryOn(promptId: string) {
  const { data } = await keeper.call(tryPrompts, { questionId, trials: [{ promptId }] })
  await vi.waitFor(async () => {
    expect((await keeper.call(getAnswer, { id: data[0]?.id ?? '' })).data.state).not.toBe('running')
  }, 30_000)
}
const offered = () => service.requests.map(({ body }) => (body.tools ?? []).map((each) => each.function.name))
const given = () => service.requests.at(-1)?.body.messages.find(({ role }) => role === 'tool')?.content ?? ''
const passages = () => (JSON.parse(given()) as unknown[]).length

const send = async <T>(method: string, path: string, body?: unknown) =>
  (await (server().send(method, path, body, { headers: { [API_KEY_HEADER]: key } }) as unknown as Promise<Reply<T>>))
    .data

/** As a member: the version is published. */
async function askAsMember(promptId: string): Promise<OpenAnswer> {
  await db().update(aiAssistants).set({ publishedId: promptId }).where(eq(aiAssistants.id, assistantId))
  const session = await send<{ id: string }>('POST', startOpenSession.path, { accountId, assistant: 'tools' })
  const question = { clientId: 'q', text: QUESTION }
  const { id } = await send<OpenAnswer>('POST', askOpenSession.path.replace(':id', session.id), question)
  return vi.waitFor(async () => {
    const read = await send<OpenAnswer>('GET', `${readOpenAnswer.path.replace(':id', id)}?from=0`)
    expect(read.state).not.toBe('streaming')
    return read
  }, 15_000)
}

it('areas/ai.md "Data": a version that does not say offers all tools, four passages of any age', async () => {
  const promptId = await addVersion({})
  expect((await keeper.call(getPrompt, { id: promptId })).data).toMatchObject(usualLookup)
  service.become(manners.callsTools(look, '库存下降。'))
  await tryOn(promptId)
  expect(offered()[0]).toEqual(toolNames)
  expect(passages()).toBe(4)
})

it.each([
  [{ passages: 1 }, 1],
  [{ passages: 8 }, 6],
  [{ passages: 8, passageDays: 25 }, 3],
  [{ passages: 2, passageDays: 25 }, 2],
])('areas/ai.md "Data": %o finds %i passages', async (lookup, found) => {
  service.become(manners.callsTools(look, '库存下降。'))
  await tryOn(await addVersion(lookup))
  expect(passages()).toBe(found)
})

it('areas/ai.md "Data": a tool that is not offered is not declared, and a call for it is refused in its step', async () => {
  const promptId = await addVersion({ tools: ['calendar', 'prices'] })
  expect((await keeper.call(getPrompt, { id: promptId })).data.tools, 'in the usual order').toEqual([
    'prices',
    'calendar',
  ])
  service.become(manners.callsTools(look, '没有查到。'))
  const { id } = await askAsMember(promptId)
  expect(offered()).toEqual([
    ['prices', 'calendar'],
    ['prices', 'calendar'],
  ])
  expect(given()).toBe('{"problem":"这一版不提供这个工具"}')
  expect(service.requests[0]?.body.messages[0]?.content).toContain('也不要计算')
  expect(await db().select().from(aiSteps).where(eq(aiSteps.messageId, id))).toMatchObject([
    { tool: 'articles', arguments: { words: '港口库存' }, found: { problem: '这一版不提供这个工具' } },
  ])
})

it('areas/ai.md "Data": an evaluation asks as the version says', async () => {
  const promptId = await addVersion({ tools: ['articles'], passages: 3 })
  service.become(manners.callsTools(look, '库存下降。'))
  const version = (await promptsFor(db(), assistantId)).find(({ id }) => id === promptId)
  if (!version) throw new Error('no version')
  const asking = { memberId: null, asKnownAt: null, now: Date.now(), runId: '0', userId: keeper.id }
  const { core } = server().server
  await answer({ core, question: QUESTION, version, asking, signal: AbortSignal.timeout(20_000) }).catch(
    () => undefined,
  )
  expect(offered()[0]).toEqual(['articles'])
  expect(passages()).toBe(3)
})

it('areas/ai.md "Data": only assistants of members have tools; what no version may say is refused at its field', async () => {
  const form = { name: '摘要', remark: '', code: 'abstract', purpose: 'summary' as const, productIds: [], openings: [] }
  const summaryId = (await keeper.call(assistantCalls.add, form)).data.id
  const prompt = { assistantId: summaryId, baseId: null, ...parts, prompt: '摘要：{{正文}}' }
  expect(await keeper.call(addPrompt, { ...prompt, tools: ['prices'] })).toMatchObject({
    status: 400,
    data: { fields: [{ field: 'tools' }] },
  })
  const { id } = (await keeper.call(addPrompt, prompt)).data
  expect((await keeper.call(getPrompt, { id })).data).toMatchObject({ tools: [] })
  for (const wrong of [{ passages: 0 }, { passages: 9 }, { passageDays: 0 }, { tools: ['prices', 'prices'] as never }])
    expect(await keeper.call(addPrompt, { ...prompt, ...wrong }), JSON.stringify(wrong)).toMatchObject({ status: 400 })
})
