// A crowd of questions over HTTP against a local AI service: far more at once than there are connections.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { askOpenSession, type OpenAnswer, readOpenAnswer, startOpenSession } from '#contract/ai/open-calls.ts'
import { API_KEY_HEADER } from '#contract/endpoint.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { aiMessages } from '#server/db/schema/ai.ts'
import { aiCalls } from '#server/db/schema/ai-calls.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { manners, openAiServer } from '#test/ai-server.ts'
import { makeAccount, makeAssistant, makeMember } from '#test/factories.ts'
import { type Reply, testServer } from '#test/http.ts'
import { giveProduct, makeQuoteItem } from '#test/price-factories.ts'
import { pricePeople } from '#test/price-people.ts'

const service = await openAiServer()
afterAll(() => service.close())
const server = testServer(service.config)
const people = pricePeople(server)
const db = () => server().database.db
const DAY = '2026-03-02'
const CROWD = 40
const WAIT_MS = 60_000

let key: string
/** One of each question: a person asks few at once. */
const accountIds: string[] = []

beforeAll(async () => {
  const made = await db().transaction((tx) =>
    createApiKey(tx, { name: '一群人', scopes: ['aiSessions'], subProduct: 'aiWeb', dailyQuota: 100_000 }),
  )
  key = made.key
  const item = await makeQuoteItem(db(), { code: 'Q910001', productName: '众问甲醇', market: '江苏', name: '' })
  const { productId } = item
  await giveProduct(db(), people.all(), productId)
  const span = { startsOn: '2000-01-01', endsOn: '2100-01-01' }
  for (let at = 0; at < CROWD; at++) {
    const { id: memberId } = await makeMember(db(), { email: `crowd${at}@example.com` })
    accountIds.push((await makeAccount(db(), 'aiWeb', { memberId })).id)
  }
  await db()
    .insert(grants)
    .values(accountIds.map((accountId) => ({ accountId, productId, kind: 'formal' as const, quota: null, ...span })))
  await people.publish(item, DAY, '2300', '2400')
  await makeAssistant(db(), 'crowd')
})

const send = <T>(method: string, path: string, body?: unknown) =>
  server().send(method, path, body, { headers: { [API_KEY_HEADER]: key } }) as unknown as Promise<Reply<T>>

it('areas/ai.md "How an answer is made": questions of a crowd are all answered, none is refused for want of a connection', async () => {
  const calls = [{ name: 'prices', arguments: JSON.stringify({ codes: ['Q910001'], day: DAY }) }]
  service.become(manners.callsTools(calls, `众问甲醇均价 ⟦Q910001 ${DAY} average⟧。供应偏紧。`))
  const crowd = Array.from({ length: CROWD }, (_, at) => ({
    clientId: `crowd-${at}`,
    // each second one is plain: answered by the database alone
    text: at % 2 === 0 ? '为什么众问甲醇这么贵' : `江苏众问甲醇${DAY}多少钱？`,
  }))
  const sessions = await Promise.all(
    accountIds.map((accountId) =>
      send<{ id: string }>('POST', startOpenSession.path, { accountId, assistant: 'crowd' }),
    ),
  )
  expect(sessions.map(({ code }) => code)).toEqual(Array(CROWD).fill(200))
  const asked = await Promise.all(
    crowd.map((question, at) =>
      send<OpenAnswer>('POST', askOpenSession.path.replace(':id', sessions[at]?.data.id ?? ''), question),
    ),
  )
  expect(asked.map(({ code }) => code)).toEqual(Array(CROWD).fill(200))
  const answers = await Promise.all(
    asked.map(({ data: { id } }) =>
      vi.waitFor(async () => {
        const { data } = await send<OpenAnswer>('GET', `${readOpenAnswer.path.replace(':id', id)}?from=0`)
        expect(data.state).not.toBe('streaming')
        return data
      }, WAIT_MS),
    ),
  )
  for (const answer of answers)
    expect(answer).toMatchObject({ state: 'done', refusal: null, text: expect.stringContaining('2350.00') })
  // each question has one answer, and those of the model are in the ledger
  expect(await db().$count(aiMessages, eq(aiMessages.role, 'assistant'))).toBe(CROWD)
  const answeredByModel = await db().selectDistinct({ id: aiCalls.messageId }).from(aiCalls)
  expect(answeredByModel).toHaveLength(CROWD / 2)
}, 120_000)
