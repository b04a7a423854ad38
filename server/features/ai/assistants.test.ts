// Assistants, their versions, saved questions and trial runs over HTTP, with a local AI service.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cancelAnswer, getAnswer } from '#contract/ai/answers.ts'
import {
  addPrompt,
  assistantCalls,
  getAssistant,
  getPrompt,
  launchPrompt,
  queryAnswers,
  rateAnswer,
  readAssistants,
  removePrompt,
  removeQuestion,
  saveQuestion,
  takeDownPrompt,
  tryPrompts,
} from '#contract/ai/assistants.ts'
import { API_KEY_HEADER, type BodyOf, type DataOf } from '#contract/endpoint.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { manners, openAiServer } from '#test/ai-server.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const service = await openAiServer()
afterAll(() => service.close())
const server = testServer(service.config)
let keeper: Person
let launcher: Person
let reader: Person
let nobody: Person

beforeAll(async () => {
  const { db } = server().database
  const all = ['view', 'add', 'edit', 'delete', 'disable', 'open', 'details', 'copy', 'launch', 'takeDown']
  const { code } = await makeRole(db, ...all.map((alias) => `aiWeb.assistants.${alias}`))
  keeper = await server().as(code)
  launcher = await server().as(code)
  reader = await server().as((await makeRole(db, 'aiWeb.assistants.view')).code)
  nobody = await server().as((await makeRole(db)).code)
})

let made = 0
const parts = { prompt: '请回答：{{问题}}', model: '', temperature: '0.30', maxTokens: 500, note: '' }

async function add(purpose: 'summary' | 'hint' | 'chat' = 'chat'): Promise<string> {
  const number = ++made
  const form = { name: `助手${number}`, remark: '', code: `assistant-${number}`, purpose, productIds: [], openings: [] }
  return (await keeper.call(assistantCalls.add, form)).data.id
}
const save = async (assistantId: string, changes: Partial<BodyOf<typeof addPrompt>> = {}) =>
  keeper.call(addPrompt, { assistantId, baseId: null, ...parts, ...changes })
const details = async (id: string) => (await keeper.call(getAssistant, { id })).data
const launch = async (id: string, promptId: string) =>
  launcher.call(launchPrompt, { id, version: (await details(id)).version, promptId })

const trialsOf = (promptIds: readonly string[]) => promptIds.map((promptId) => ({ promptId }))

/** Reads an answer until it has ended. */
const readWhole = (person: Person, id: string) =>
  vi.waitFor(async () => {
    const { data } = await person.call(getAnswer, { id })
    expect(data.state).not.toBe('running')
    return data
  }, 30_000)

describe('operations-service-ai.md "AI": versions of a prompt', () => {
  it('each save adds a version; saving over a newer one is refused with it', async () => {
    const id = await add()
    const first = (await save(id)).data
    expect(first.number).toBe(1)
    const second = await save(id, { baseId: first.id, prompt: '简短回答：{{问题}}', note: '更短' })
    expect(second.data.number).toBe(2)
    expect(await save(id, { baseId: first.id })).toMatchObject({
      code: 601,
      data: { number: 2, prompt: '简短回答：{{问题}}' },
    })
    expect((await details(id)).prompts.map(({ number, note }) => [number, note])).toEqual([
      [2, '更短'],
      [1, ''],
    ])
    expect((await keeper.call(getPrompt, { id: first.id })).data).toMatchObject({ prompt: '请回答：{{问题}}' })
  })

  it('two people who save at once: one of them is told', async () => {
    const id = await add()
    const baseId = (await save(id)).data.id
    const replies = await Promise.all([save(id, { baseId }), save(id, { baseId })])
    expect(replies.map(({ code }) => code).toSorted()).toEqual([200, 601])
  })

  it.each([
    [{ prompt: '你好' }, 'prompt', '提示词里需要 {{问题}}'],
    [{ prompt: '{{问题}}{{constructor}}' }, 'prompt', '没有字段“constructor”，可用的是问题、日期'],
    [{ prompt: '  ' }, 'prompt', '请输入提示词'],
    [{ prompt: `{{问题}}${'长'.repeat(20_000)}` }, 'prompt', '提示词最多20000个字符'],
    [{ temperature: '2.5' }, 'temperature', '随机性为 0 到 2，最多两位小数'],
    [{ model: 'a b' }, 'model', '没有名为“a b”的模型'],
    [{ maxTokens: 0 }, 'maxTokens', '最长回答不能小于16'],
  ])('refuses %j', async (changes, field, message) => {
    const id = await add()
    expect(await save(id, changes)).toMatchObject({ status: 400, data: { fields: [{ field, message }] } })
  })

  it('is published, replaced by an older version, and taken down; sub-products read what is published', async () => {
    const id = await add()
    const first = (await save(id)).data
    const second = (await save(id, { baseId: first.id, prompt: '第二版：{{问题}}' })).data
    const { key } = await server().database.db.transaction((tx) =>
      createApiKey(tx, { name: '问答站点', scopes: ['ai'], dailyQuota: 1_000, createdBy: null }),
    )
    const published = async () => {
      const { data } = await server().send('GET', readAssistants.path, undefined, {
        headers: { [API_KEY_HEADER]: key },
      })
      return (data as DataOf<typeof readAssistants>).map(({ promptNumber, prompt }) => [promptNumber, prompt])
    }
    expect(await published()).toEqual([])
    expect((await launch(id, second.id)).code).toBe(200)
    expect(await published()).toEqual([[2, '第二版：{{问题}}']])
    expect((await launch(id, first.id)).code).toBe(200)
    expect(await published()).toEqual([[1, '请回答：{{问题}}']])
    await keeper.call(assistantCalls.disable, { ids: [id] })
    expect(await published(), 'a disabled one').toEqual([])
    await keeper.call(assistantCalls.open, { ids: [id] })
    expect(await keeper.call(assistantCalls.remove, { ids: [id] }), 'while it is published').toMatchObject({
      code: 603,
    })
    const stale = { id, version: (await details(id)).version - 1 }
    expect(await keeper.call(takeDownPrompt, stale)).toMatchObject({ code: 601 })
    expect((await keeper.call(takeDownPrompt, { id, version: stale.version + 1 })).code).toBe(200)
    expect(await published()).toEqual([])
    expect((await keeper.call(assistantCalls.remove, { ids: [id] })).code).toBe(200)
  })

  it('a version of another assistant, and a second assistant for one button, are not published', async () => {
    const [chat, one, other] = [await add(), await add('hint'), await add('hint')]
    const foreign = (await save(chat)).data.id
    expect(await launch(one, foreign)).toMatchObject({ code: 20404 })
    const [own, rival] = await Promise.all([one, other].map((id) => save(id, { prompt: '提示：{{正文}}' })))
    expect((await launch(one, own?.data.id ?? '')).code).toBe(200)
    const refused = await launch(other, rival?.data.id ?? '')
    expect(refused).toMatchObject({
      status: 409,
      msg: expect.stringMatching(/^同一用途的“助手\d+”已发布，请先下线它$/),
    })
  })

  it('a copy has the newest version as its first, and is not published', async () => {
    const id = await add()
    const first = (await save(id)).data
    await save(id, { baseId: first.id, prompt: '第二版：{{问题}}' })
    const copy = (await keeper.call(assistantCalls.copy, { id })).data
    const copied = await details(copy.id)
    expect(copied).toMatchObject({ name: expect.stringContaining('副本1'), publishedId: null, purpose: 'chat' })
    expect(copied.prompts).toMatchObject([{ number: 1, note: expect.stringContaining('第 2 版') }])
    expect((await keeper.call(assistantCalls.copy, { id })).data.id, 'again').not.toBe(copy.id)
  })
})

describe('operations-service-ai.md "AI": trial runs', () => {
  async function makeTrial() {
    const id = await add()
    const first = (await save(id)).data
    const second = (await save(id, { baseId: first.id, prompt: '简短：{{问题}}', model: 'steel-mini' })).data
    const form = { assistantId: id, id: null, title: '螺纹走势', fields: { 问题: '螺纹钢今天 3,900 还是 3,910？' } }
    const questionId = (await keeper.call(saveQuestion, form)).data.id
    return { id, promptIds: [first.id, second.id], questionId }
  }

  it('asks the same of several versions, streams the answers, counts and prices them, and each gets a score', async () => {
    service.become(manners.streams('今天 3,900，昨天 3,880。🙂'))
    const { id, promptIds, questionId } = await makeTrial()
    const asked = service.requests.length
    const { data: answers } = await keeper.call(tryPrompts, { questionId, trials: trialsOf(promptIds) })
    const whole = await Promise.all(answers.map((each) => readWhole(keeper, each.id)))
    expect(whole).toMatchObject([
      {
        text: '今天 3,900，昨天 3,880【未核实】。🙂',
        state: 'done',
        promptNumber: 1,
        strangeFigures: ['3,900', '3,880'],
        cost: '0.000480',
      },
      {
        text: '今天 3,900，昨天 3,880【未核实】。🙂',
        state: 'done',
        promptNumber: 2,
        model: 'steel-mini',
        answerTokens: 30,
      },
    ])
    const sent = service.requests.slice(asked).map(({ body: { model, messages } }) => ({
      model,
      prompt: messages[0]?.content.split('\n')[0],
      question: messages[1]?.content,
    }))
    const question = expect.stringContaining('螺纹钢今天 3,900 还是 3,910？')
    expect(sent.toSorted((one, other) => one.model.localeCompare(other.model))).toEqual([
      { model: 'steel-chat', prompt: '请回答：螺纹钢今天 3,900 还是 3,910？', question },
      { model: 'steel-mini', prompt: '简短：螺纹钢今天 3,900 还是 3,910？', question },
    ])
    expect(service.requests.at(-1)?.body.tools?.length, 'as members’ questions are asked').toBeGreaterThan(0)
    await keeper.call(rateAnswer, { id: answers[0]?.id ?? '', score: 4 })
    await keeper.call(rateAnswer, { id: answers[1]?.id ?? '', score: 2 })
    expect((await details(id)).prompts).toMatchObject([
      { number: 2, score: 2, rated: 1, answers: 1, failures: 0, averageCost: '0.000480' },
      { number: 1, score: 4, rated: 1 },
    ])
    const { records } = (await keeper.call(queryAnswers, { id, descs: ['score'] })).data
    expect(records.map(({ about, score, tokens }) => [about, score, tokens])).toEqual([
      ['螺纹走势', 4, 150],
      ['螺纹走势', 2, 150],
    ])
  })

  it('is stopped by whoever asked, and keeps what came', async () => {
    const { manner, release } = manners.stalls('今天平稳。还有')
    service.become(manner)
    const { promptIds, questionId } = await makeTrial()
    const [answer] = (await keeper.call(tryPrompts, { questionId, trials: trialsOf(promptIds.slice(0, 1)) })).data
    const id = answer?.id ?? ''
    const grows = async () => {
      expect((await keeper.call(getAnswer, { id })).data).toMatchObject({
        text: '今天平稳。',
        state: 'running',
        sent: '',
      })
    }
    await vi.waitFor(grows, 30_000)
    expect(await reader.call(getAnswer, { id }), 'no right to ask').toMatchObject({ status: 403 })
    const other = await server().as((await makeRole(server().database.db, 'aiWeb.assistants.edit')).code)
    expect(await other.call(getAnswer, { id }), 'not theirs').toMatchObject({ code: 20404 })
    await other.call(cancelAnswer, { id })
    await keeper.call(cancelAnswer, { id })
    expect(await readWhole(keeper, id)).toMatchObject({ state: 'cancelled', text: '今天平稳。' })
    release()
  })

  it('four answers at once and the tokens of a day are the most that one person gets', async () => {
    const { manner, release } = manners.stalls('今天')
    service.become(manner)
    const { promptIds, questionId } = await makeTrial()
    const busy = await server().as((await makeRole(server().database.db, 'aiWeb.assistants.edit')).code)
    const ask = (ids: string[]) => busy.call(tryPrompts, { questionId, trials: trialsOf(ids) })
    const replies = await Promise.all([ask(promptIds), ask(promptIds), ask(promptIds)])
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(2)
    expect(replies.find(({ code }) => code !== 200)?.msg).toMatch(/^已有 \d 个回答在生成，请等它们完成$/)
    release()
    const { pool } = server().database
    const isEnded = async () => {
      const { rows } = await pool.query(`select 1 from ai_answers where user_id = $1 and state = 'running'`, [busy.id])
      expect(rows).toEqual([])
    }
    await vi.waitFor(isEnded, 30_000)
    await pool.query(`update ai_limit_days set used = 199999 where subject = 'userTokens' and subject_id = $1`, [
      busy.id,
    ])
    expect(await ask(promptIds)).toMatchObject({
      status: 429,
      msg: '今天的 AI 用量已到上限（200000 词元），请明天再用',
    })
  })

  it('a failure is said, and an answer whose process was killed does not run for ever', async () => {
    service.become(manners.refuses(429))
    const { promptIds, questionId } = await makeTrial()
    const [answer] = (await keeper.call(tryPrompts, { questionId, trials: trialsOf(promptIds.slice(0, 1)) })).data
    const id = answer?.id ?? ''
    expect(await readWhole(keeper, id)).toMatchObject({ state: 'failed', reason: 'AI 服务限流，请稍后再试' })
    await server().database.pool.query(
      `update ai_answers set state = 'running', updated_at = now() - interval '2 minutes' where id = $1`,
      [id],
    )
    expect(await readWhole(keeper, id)).toMatchObject({ state: 'failed', reason: '回答中途断开' })
  })

  it('questions need their field, take no other, and are replaced and deleted', async () => {
    const { id, questionId } = await makeTrial()
    const put = (fields: Record<string, string>, over: string | null = null) =>
      keeper.call(saveQuestion, { assistantId: id, id: over, title: '库存', fields })
    expect(await put({ 问题: ' ' })).toMatchObject({ status: 400, data: { fields: [{ message: '请输入问题' }] } })
    expect(await put({ 问题: '库存？', 正文: '无' })).toMatchObject({ status: 400 })
    expect(await put({ 问题: '长'.repeat(30_001) })).toMatchObject({ status: 400 })
    expect((await put({ 问题: '库存？' }, questionId)).data.id).toBe(questionId)
    expect((await details(id)).questions).toMatchObject([{ title: '库存', fields: { 问题: '库存？' } }])
    expect((await keeper.call(removeQuestion, { id: questionId })).code).toBe(200)
    expect(await keeper.call(removeQuestion, { id: questionId })).toMatchObject({ code: 20404 })
  })
})

it('§6 each call needs its own button', async () => {
  const id = await add()
  const promptId = (await save(id)).data.id
  const asked = [
    [getAssistant, { id }],
    [getPrompt, { id: promptId }],
    [addPrompt, { assistantId: id, baseId: promptId, ...parts }],
    [launchPrompt, { id, version: 1, promptId }],
    [takeDownPrompt, { id, version: 1 }],
    [saveQuestion, { assistantId: id, id: null, title: '甲', fields: { 问题: '乙' } }],
    [removeQuestion, { id: '1' }],
    [tryPrompts, { questionId: '1', trials: [{ promptId }] }],
    [removePrompt, { id: promptId }],
    [rateAnswer, { id: '1', score: 3 }],
    [queryAnswers, { id }],
  ] as const
  for (const [call, input] of asked) {
    expect(await server().send('POST', call.path, input, { token: reader.token }), call.path).toMatchObject({
      status: 403,
    })
  }
  expect(await nobody.call(assistantCalls.list, {})).toMatchObject({ status: 403 })
  expect((await reader.call(assistantCalls.list, { name: '助手' })).data.total).toBeGreaterThan(0)
})
