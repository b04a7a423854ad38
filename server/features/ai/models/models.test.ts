// Models that administrators keep, over HTTP with a local AI service.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aiService } from '#contract/ai/answers.ts'
import { addPrompt, assistantCalls, getAssistant, saveQuestion, tryPrompts } from '#contract/ai/assistants.ts'
import { addModel, addModelPrice, editModel, queryModels, switchModel, tryModel } from '#contract/ai/models.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { manners, openAiServer } from '#test/ai-server.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { judge } from '../evaluation/judge.ts'
import { promptOf } from '../evaluation/runs.queries.ts'

const service = await openAiServer()
afterAll(() => service.close())
const server = testServer(service.config)
let admin: Person
let operator: Person
const { baseUrl } = service.config.ai

beforeAll(async () => {
  admin = await server().as('administrator')
  operator = await server().as(
    (await makeRole(server().database.db, 'aiWeb.assistants.view', 'aiWeb.assistants.edit')).code,
  )
})

let made = 0
const form = (changes: Partial<BodyOf<typeof addModel>> = {}): BodyOf<typeof addModel> => ({
  name: `模型${++made}`,
  baseUrl,
  model: 'deep-chat',
  form: 'deepseek',
  apiKey: 'sk-very-secret',
  isStandIn: false,
  ...changes,
})
const find = async (id: string) => (await admin.call(queryModels, {})).data.models.find((model) => model.id === id)

describe('areas/ai.md "ai_models" without a service of the environment', () => {
  const bare = testServer()

  it('a kept model is enough to try and to ask; a version that names none, or one that is off, is told so', async () => {
    const keeper = await bare().as('administrator')
    const assistant = {
      name: '自有模型的助手',
      remark: '',
      code: 'own-model',
      purpose: 'chat' as const,
      productIds: [],
      openings: [],
    }
    const assistantId = (await keeper.call(assistantCalls.add, assistant)).data.id
    const version = { prompt: '请回答：{{问题}}', model: '', temperature: '0.30', maxTokens: 500, note: '' }
    const promptId = (await keeper.call(addPrompt, { assistantId, baseId: null, ...version })).data.id
    const question = { assistantId, id: null, title: '一问', fields: { 问题: '今天多少钱' } }
    const questionId = (await keeper.call(saveQuestion, question)).data.id
    const isSet = async () => [
      (await keeper.call(aiService, {})).data.isSet,
      (await keeper.call(getAssistant, { id: assistantId })).data.isServiceSet,
    ]
    const tryWith = (model?: string) =>
      keeper.call(tryPrompts, { questionId, trials: [{ promptId, ...(model !== undefined && { model }) }] })

    expect(await isSet()).toEqual([false, false])
    const { id } = (await keeper.call(addModel, form({ name: '自有' }))).data
    expect(await isSet()).toEqual([true, true])
    expect(await tryWith()).toMatchObject({ code: 409, msg: expect.stringContaining('这一版没有指定模型') })
    expect(await tryWith('别的')).toMatchObject({ code: 409, msg: '模型“别的”不存在或已禁用' })
    expect(await tryWith('自有')).toMatchObject({ code: 200 })
    const named = { assistantId, baseId: promptId, ...version, model: '自有' }
    const { data: second } = await keeper.call(addPrompt, named)
    // without a usual model an answer is judged by its version's own
    service.become(manners.streams('4'))
    const { config, ...rest } = bare().server.core
    const core = { ...rest, config: { ...config, outboundAllow: service.config.outboundAllow } }
    const judged = { question: '今天多少钱', text: '没有查到', version: orNotFound(await promptOf(core.db, second.id)) }
    const { signal } = new AbortController()
    expect(await judge(core, judged, { runId: '1', userId: keeper.id }, signal)).toBe(4)
    await keeper.call(switchModel, { id, isEnabled: false })
    expect(await isSet()).toEqual([false, false])
  })
})

describe('areas/ai.md "ai_models"', () => {
  it('are added, edited by version, disabled; keys are in no reply, no audit row, and stay where none is typed', async () => {
    const { id, version } = (await admin.call(addModel, form())).data
    expect(JSON.stringify((await admin.call(queryModels, {})).data)).not.toContain('sk-very-secret')
    expect(await find(id)).toMatchObject({ hasKey: true, isEnabled: true, calls: 0 })
    const change = { id, version, ...form({ name: '改名', apiKey: '' }) }
    expect((await admin.call(editModel, change)).code).toBe(200)
    expect(await find(id)).toMatchObject({ name: '改名', hasKey: true })
    const stale = await admin.call(editModel, change)
    expect(stale).toMatchObject({ code: 601, data: { id, version: version + 1, name: '改名', hasKey: true } })
    expect(JSON.stringify(stale)).not.toContain('ealed')
    const { rows } = await server().database.pool.query(
      `select 1 from audit_log a where a.target_type = 'aiModel' and a::text like '%sk-very-secret%'`,
    )
    expect(rows).toEqual([])
    expect((await admin.call(switchModel, { id, isEnabled: false })).code).toBe(200)
    expect(await find(id)).toMatchObject({ isEnabled: false })
  })

  it('a key is not sent to another address than it was given for', async () => {
    const { id, version } = (await admin.call(addModel, form())).data
    const moved = { id, version, ...form({ baseUrl: 'https://elsewhere.example.com/v1', apiKey: '' }) }
    expect(await admin.call(editModel, moved)).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'apiKey', message: '地址改了，请重新输入密钥' }] },
    })
    expect((await admin.call(editModel, { ...moved, apiKey: 'sk-new' })).code).toBe(200)
  })

  it.each([
    [{ baseUrl: 'ftp://x' }, 'baseUrl'],
    [{ baseUrl: 'https://user:pass@host/v1' }, 'baseUrl'],
    [{ model: 'a b' }, 'model'],
    [{ apiKey: '密钥' }, 'apiKey'],
    [{ name: ' ' }, 'name'],
  ])('refuses %j', async (changes, field) => {
    expect(await admin.call(addModel, form(changes))).toMatchObject({ status: 400, data: { fields: [{ field }] } })
  })

  it('one of them is the stand-in', async () => {
    const { id } = (await admin.call(addModel, form({ name: '备用甲', isStandIn: true }))).data
    const second = { field: 'isStandIn', message: '“备用甲”已是备用模型，请先取消它' }
    expect(await admin.call(addModel, form({ isStandIn: true }))).toMatchObject({
      status: 400,
      data: { fields: [second] },
    })
    await admin.call(switchModel, { id, isEnabled: false })
    const other = (await admin.call(addModel, form({ isStandIn: true }))).data.id
    expect(await admin.call(switchModel, { id, isEnabled: true })).toMatchObject({ status: 400 })
    await admin.call(switchModel, { id: other, isEnabled: false })
  })

  it('prices hold from a moment that has not passed, once each; of the model of the environment too', async () => {
    expect((await admin.call(queryModels, {})).data.usual).toMatchObject({
      prices: [],
      setPrice: { input: '2', output: '8' },
    })
    const { id } = (await admin.call(addModel, form())).data
    const price = { input: '1', cached: '0.1', output: '4.5' }
    const validFrom = new Date(Date.now() + 3_600_000).toISOString()
    for (const modelId of [id, null]) {
      expect((await admin.call(addModelPrice, { modelId, validFrom, ...price })).code).toBe(200)
      expect(await admin.call(addModelPrice, { modelId, validFrom, ...price })).toMatchObject({ status: 400 })
    }
    expect((await find(id))?.prices).toMatchObject([{ input: '1.0000', cached: '0.1000', output: '4.5000' }])
    expect((await admin.call(queryModels, {})).data.usual).toMatchObject({ model: 'steel-chat', prices: [{}] })
    const past = { modelId: id, validFrom: new Date(Date.now() - 3_600_000).toISOString(), ...price }
    expect(await admin.call(addModelPrice, past)).toMatchObject({
      data: { fields: [{ field: 'validFrom', message: '生效时间不能早于现在' }] },
    })
  })

  it('are tried with one short question, by their own key; a refusal is said', async () => {
    service.become(manners.streams('好'))
    const { id } = (await admin.call(addModel, form())).data
    expect((await admin.call(tryModel, { id })).data).toMatchObject({ isOk: true, text: '好', model: 'deep-chat' })
    expect(service.requests.at(-1)).toMatchObject({
      authorization: 'Bearer sk-very-secret',
      body: { model: 'deep-chat' },
    })
    expect((await find(id))?.calls).toBe(1)
    service.become(manners.refuses(401))
    expect((await admin.call(tryModel, { id })).data).toMatchObject({
      isOk: false,
      text: 'AI 服务拒绝了密钥，请联系系统管理员',
    })
    await admin.call(switchModel, { id, isEnabled: false })
    expect(await admin.call(tryModel, { id })).toMatchObject({ status: 409, msg: '模型已禁用，请先启用再试用' })
  })

  it('§6 are for administrators alone', async () => {
    const asked = [
      [queryModels, {}],
      [addModel, form()],
      [switchModel, { id: '1', isEnabled: false }],
      [addModelPrice, { modelId: null, validFrom: new Date().toISOString(), input: '1', cached: '1', output: '1' }],
      [tryModel, { id: null }],
    ] as const
    for (const [call, input] of asked) {
      const reply = await server().send('POST', call.path, input, { token: operator.token })
      expect(reply, call.path).toMatchObject({ status: 403 })
    }
  })
})
