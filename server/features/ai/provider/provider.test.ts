// Models over the port: streams in all moods of a service, retries, the ledger and limits.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { failureLabels, modelFormLabels } from '#contract/ai/call-labels.ts'
import { seal } from '#server/core/access/sealed-text.ts'
import type { Core } from '#server/core/core.ts'
import { aiCalls, aiModels } from '#server/db/schema/ai-calls.ts'
import { manners, openAiServer } from '#test/ai-server.ts'
import { testServer } from '#test/http.ts'
import { AiFailure, failureOf, retryAfterOf } from './failures.rules.ts'
import { reserve, settle, usedOf } from './limits.queries.ts'
import { type Model, modelKeyAbout, modelNamed } from './models.queries.ts'
import { callModel, type ModelAsk, type Patience } from './provider.acts.ts'

const service = await openAiServer()
afterAll(() => service.close())
const server = testServer(service.config)

const secretKey = 'a secret key for this test, at least 32'
const coreOf = ({ allowed = true } = {}) => ({
  db: server().database.db,
  config: {
    ai: service.config.ai,
    aiTimeout: service.config.aiTimeout,
    outboundAllow: allowed ? service.config.outboundAllow : [],
    secretKey,
  } as Core['config'],
})
const ask: ModelAsk = { messages: [{ role: 'user', content: '概括：持平。' }], temperature: 1.5, maxTokens: 500 }
const { signal: never } = new AbortController()

type Options = { form?: Model['form']; allowed?: boolean; signal?: AbortSignal; patience?: Patience; ask?: ModelAsk }
async function answer({ form = 'openai', allowed = true, signal = never, patience, ask: own = ask }: Options = {}) {
  const core = coreOf({ allowed })
  const model = { ...(await modelNamed(core.db, core.config, '')), form }
  let text = ''
  const onText = (piece: string) => {
    text += piece
  }
  const calling = { core, model, subject: { purpose: 'trial' as const }, onText, signal }
  const ended = await callModel(patience ? { ...calling, patience } : calling, own).catch((error: Error) => error)
  return { text, ended, failure: ended instanceof AiFailure ? ended.kind : null }
}
const callsOf = async () =>
  (await server().database.db.select().from(aiCalls)).toSorted((a, b) => Number(a.id) - Number(b.id))
const lastCall = async () => (await callsOf()).at(-1)

beforeEach(() => {
  service.requests.length = 0
})

describe('ai.md "Provider": streams', () => {
  it('an answer is whole whatever packets split, and costs what the service counts', async () => {
    service.become(manners.streams('今日螺纹钢 3,900 元/吨，持平。🙂'))
    const { text, ended } = await answer()
    expect(text).toBe('今日螺纹钢 3,900 元/吨，持平。🙂')
    // 120 × 2 + 30 × 8 millionths
    expect(ended).toMatchObject({ text, cost: '0.000480', tokens: { input: 120, output: 30, isEstimated: false } })
    expect(service.requests.at(-1)?.authorization).toBe('Bearer sk-of-the-console')
    expect(await lastCall()).toMatchObject({ outcome: 'done', failure: null, model: 'steel-chat', cost: '0.000480' })
  })

  const usage = { prompt_tokens: 100, completion_tokens: 50 }
  const whole = { choices: [{ delta: { content: '好' }, finish_reason: 'stop' }] }
  it.each([
    ['deepseek', { choices: [], usage: { ...usage, prompt_cache_hit_tokens: 64 } }, 64],
    ['qwen', { choices: [], usage: { ...usage, prompt_tokens_details: { cached_tokens: 32 } } }, 32],
    ['kimi', { choices: [{ delta: {}, finish_reason: 'stop', usage: { ...usage, cached_tokens: 16 } }] }, 16],
    ['glm', { choices: [{ delta: {}, finish_reason: 'stop' }], usage }, 0],
  ] as const)('%s counts in its own place, cached input apart', async (form, last, cached) => {
    service.become(manners.chunks(whole, { ...last, id: 'own-1' }))
    expect((await answer({ form })).ended).toMatchObject({ tokens: { input: 100, cached, output: 50 } })
    const body = service.requests.at(-1)?.body
    expect(body?.temperature).toBe(form === 'glm' || form === 'kimi' ? 1 : 1.5)
    expect(body?.stream_options).toEqual(form === 'glm' ? undefined : { include_usage: true })
    expect((await lastCall())?.requestId).toBe('own-1')
  })

  it('each form but the usual one counts in a place of its own', () => {
    expect(Object.keys(modelFormLabels)).toEqual(['openai', 'deepseek', 'qwen', 'glm', 'kimi'])
  })

  it('the last of two usages counts; without any it is estimated', async () => {
    const first = { choices: [{ delta: { content: '好' } }], usage: { prompt_tokens: 1, completion_tokens: 1 } }
    service.become(manners.chunks(first, whole, { choices: [], usage }))
    expect((await answer()).ended).toMatchObject({ tokens: { input: 100, output: 50, isEstimated: false } })
    service.become(manners.chunks(whole))
    expect((await answer()).ended).toMatchObject({ tokens: { output: 1, isEstimated: true } })
    expect((await lastCall())?.isEstimated).toBe(true)
  })

  it('reasoning stands apart, and is sent back only within a turn of tool calls', async () => {
    const last = { choices: [], usage: { ...usage, completion_tokens_details: { reasoning_tokens: 40 } } }
    service.become(manners.thinks('先想想', '持平。', last))
    const thought = await answer({ form: 'deepseek' })
    expect(thought).toMatchObject({ text: '持平。', ended: { reasoning: '先想想', tokens: { reasoning: 40 } } })
    const call = { id: 'call_0', name: 'prices', arguments: '{}' }
    const messages = [
      { role: 'user' as const, content: '多少' },
      { role: 'assistant' as const, content: '', calls: [call], reasoning: '先查' },
      { role: 'tool' as const, callId: 'call_0', content: '无' },
    ]
    for (const form of ['deepseek', 'openai'] as const) {
      await answer({ form, ask: { ...ask, messages } })
      const sent = service.requests.at(-1)?.body.messages[1]
      expect(sent?.reasoning_content).toBe(form === 'deepseek' ? '先查' : undefined)
      expect(sent?.tool_calls).toHaveLength(1)
    }
  })

  it('tool calls come in pieces', async () => {
    const sent = '{"code":"Q000123","day":"2026-11-26"}'
    service.become(manners.callsTools([{ name: 'prices', arguments: sent }], ''))
    const { ended } = await answer()
    expect(ended).toMatchObject({ calls: [{ id: 'call_0', name: 'prices', arguments: sent }], text: '' })
  })
})

describe('ai.md "Provider": errors become nine words', () => {
  it.each([
    [402, {}, 'balance'],
    [400, { code: 'Arrearage' }, 'balance'],
    [429, { error: { code: '1113' } }, 'balance'],
    [429, { error: { code: 1302 } }, 'rate'],
    [429, {}, 'rate'],
    [400, { code: 'data_inspection_failed' }, 'filtered'],
    [400, { error: { code: '1301' } }, 'filtered'],
    [200, { error: { code: '1305' } }, 'rate'],
    [401, {}, 'key'],
    [404, {}, 'request'],
    [503, {}, 'busy'],
    [200, { error: 'server_error' }, 'busy'],
  ])('%i with %j: %s', (status, body, kind) => {
    expect(failureOf(status, body)).toBe(kind)
    expect(Object.keys(failureLabels)).toHaveLength(9)
  })

  it.each([
    ['cut off', manners.cutsOff('今日'), '今日', 'broken'],
    ['ended before it was whole', manners.endsEarly('今日'), '今日', 'broken'],
    ['nonsense', manners.nonsense, '', 'broken'],
    ['a line of 1 MB', manners.hugeLine, '', 'broken'],
    ['402', manners.refuses(402), '', 'balance'],
    ['a redirect inwards', manners.redirects('http://127.0.0.1:1/v1'), '', 'request'],
    ['an error within a 200', manners.chunks({ error: { code: '1301' } }), '', 'filtered'],
    ['an error instead of a stream', manners.reports(200, { code: 'Arrearage' }), '', 'balance'],
    [
      'filtered in the middle',
      manners.chunks({ choices: [{ delta: { content: '一' }, finish_reason: 'content_filter' }] }),
      '一',
      'filtered',
    ],
    ['endless', manners.streams('很'.repeat(100_001), 100_000), '很'.repeat(100_000), 'broken'],
  ])('%s: keeps what came, and the ledger has its word', async (_, manner, text, kind) => {
    service.become(manner)
    const came = await answer()
    expect([came.text, came.failure]).toEqual([text, kind])
    expect(await lastCall()).toMatchObject({ outcome: 'failed', failure: kind })
  })

  it('keep-alive is no content, and a stall ends after its time', async () => {
    const { manner, release } = manners.keepsAlive()
    service.become(manner)
    expect((await answer({ patience: { totalMs: 10_000, contentMs: 250 } })).failure).toBe('timeout')
    release()
    const stall = manners.stalls('今日')
    service.become(stall.manner)
    expect(await answer({ patience: { totalMs: 300 } })).toMatchObject({ text: '今日', failure: 'timeout' })
    stall.release()
  })

  it('an address that leads inwards is not asked', async () => {
    expect((await answer({ allowed: false })).failure).toBe('request')
    expect(service.requests).toHaveLength(0)
  })

  it('nobody waits for an answer that is not wanted any more, and its tokens are in the ledger', async () => {
    const { manner, release } = manners.stalls('今日')
    service.become(manner)
    const stop = new AbortController()
    setTimeout(() => stop.abort(new Error('stopped')), 100)
    expect((await answer({ signal: stop.signal })).ended).toMatchObject({ message: 'stopped' })
    expect(await lastCall()).toMatchObject({ outcome: 'stopped', outputTokens: 2, isEstimated: true })
    release()
  })
})

describe('ai.md "Provider": two retries before the first token, none after it', () => {
  it('asks twice more, and each request is a row', async () => {
    const before = (await callsOf()).length
    service.become(
      manners.inTurn(manners.reports(429, {}, { 'retry-after': '0' }), manners.refuses(503), manners.streams('好')),
    )
    expect((await answer()).text).toBe('好')
    const rows = (await callsOf()).slice(before)
    expect(rows.map(({ failure, retries, cost }) => [failure, retries, cost])).toEqual([
      ['rate', 0, '0.000000'],
      ['busy', 1, '0.000000'],
      [null, 2, '0.000480'],
    ])
  })

  it('gives up after the third, and at once where it should wait longer than 20 s', async () => {
    service.become(manners.reports(429, {}, { 'retry-after': '0' }))
    expect((await answer()).failure).toBe('rate')
    expect(service.requests).toHaveLength(3)
    service.become(manners.reports(429, {}, { 'retry-after': '21' }))
    expect((await answer()).failure).toBe('rate')
    expect(service.requests).toHaveLength(4)
    expect(retryAfterOf('Thu, 26 Nov 2026 02:00:10 GMT', Date.parse('2026-11-26T02:00:00Z'))).toBe(10)
  })

  it('after the first token nothing is asked again', async () => {
    service.become(manners.inTurn(manners.cutsOff('今日'), manners.streams('好')))
    expect((await answer()).failure).toBe('broken')
    expect(service.requests).toHaveLength(1)
  })

  it('the stand-in answers where the model cannot, with its own key', async () => {
    const { db } = server().database
    const row = {
      name: '备用',
      baseUrl: service.config.ai.baseUrl,
      model: 'spare',
      form: 'qwen' as const,
      isStandIn: true,
    }
    const [added] = await db.insert(aiModels).values(row).returning({ id: aiModels.id })
    const id = added?.id ?? ''
    await db.update(aiModels).set({ sealedKey: seal(secretKey, modelKeyAbout(id), 'sk-spare') })
    service.become(manners.inTurn(manners.refuses(402), manners.streams('好')))
    expect((await answer()).ended).toMatchObject({ text: '好', model: 'spare', cost: null })
    expect(service.requests.map(({ authorization }) => authorization)).toEqual([
      'Bearer sk-of-the-console',
      'Bearer sk-spare',
    ])
    expect((await modelNamed(db, coreOf().config, '备用')).apiKey).toBe('sk-spare')
    await db.delete(aiModels)
  })
})

describe('ai.md "Provider": limits reserve before a call and settle after it', () => {
  it('no more is reserved than there is, however many ask at once; 80 % is told once', async () => {
    const { db } = server().database
    const limit = { subject: 'accountTokens' as const, id: '5', most: 100, amount: 30 }
    const all = await Promise.all(Array.from({ length: 5 }, () => reserve(db, limit)))
    expect(all.filter(({ isHeld }) => isHeld)).toHaveLength(3)
    expect(all.filter(({ isNoticeDue }) => isNoticeDue)).toHaveLength(1)
    expect(await usedOf(db, limit)).toBe(90)
    await settle(db, limit, 10, new Date())
    expect(await usedOf(db, limit)).toBe(70)
    expect((await reserve(db, limit)).isHeld).toBe(true)
  })
})
