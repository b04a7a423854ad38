// The ledger of AI calls, in the database.
import { describe, expect, it } from 'vitest'
import { aiCalls, aiModelPrices, aiModels } from '#server/db/schema/ai-calls.ts'
import { testServer } from '#test/http.ts'
import { type EndedCall, recordCall } from './ledger.acts.ts'

const server = testServer()

const call = (changes: Partial<EndedCall> = {}): EndedCall => ({
  purpose: 'trial',
  userId: '7',
  modelId: null,
  model: 'steel-chat',
  tokens: { input: 1_000, cached: 400, output: 500, reasoning: 100, isEstimated: false },
  usualPrice: { input: '2', cached: '0.5', output: '8' },
  requestId: 'req-1',
  outcome: 'done',
  failure: null,
  retries: 0,
  startedAt: new Date('2026-11-20T10:00:00+08:00'),
  firstAt: new Date('2026-11-20T10:00:01+08:00'),
  endedAt: new Date('2026-11-20T10:00:05+08:00'),
  ...changes,
})

describe('ai.md "Data": ai_calls has each request with its exact cost and the version of its price', () => {
  it('cached input costs its own price, and AI_PRICE counts for the model of the environment', async () => {
    const { db } = server().database
    // 600 × 2 + 400 × 0.5 + 500 × 8 = 5,400 millionths
    const { id, cost } = await recordCall(db, call())
    expect(cost).toBe('0.005400')
    const [row] = (await db.select().from(aiCalls)).filter((each) => each.id === id)
    expect(row).toMatchObject({ model: 'steel-chat', modelId: null, priceId: null, cost, userId: '7', answerId: null })
  })

  it('the price counts that was valid when the call began', async () => {
    const { db } = server().database
    const [model] = await db
      .insert(aiModels)
      .values({ name: '备用', baseUrl: 'https://ai.example.com/v1', model: 'other', form: 'qwen' })
      .returning({ id: aiModels.id })
    const modelId = model?.id ?? ''
    const prices = [
      { validFrom: '2026-11-01T00:00:00+08:00', input: '1', cached: '1', output: '1' },
      { validFrom: '2026-11-20T10:00:03+08:00', input: '9', cached: '9', output: '9' },
    ]
    const added = await db
      .insert(aiModelPrices)
      .values(prices.map((price) => ({ ...price, modelId })))
      .returning({ id: aiModelPrices.id })
    const { id, cost } = await recordCall(db, call({ modelId }))
    expect(cost).toBe('0.001500')
    const [row] = (await db.select().from(aiCalls)).filter((each) => each.id === id)
    expect(row?.priceId).toBe(added[0]?.id)
  })

  it('a call without a price is there without a cost, and a failed one has its word', async () => {
    const { db } = server().database
    const failed = call({ usualPrice: null, outcome: 'failed', failure: 'balance', firstAt: null })
    expect(await recordCall(db, failed)).toMatchObject({ cost: null })
    await expect(recordCall(db, call({ outcome: 'failed' }))).rejects.toThrow()
  })
})
