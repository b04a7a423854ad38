// Sets, cases, runs and what they mean for launching, over HTTP with a local AI service.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPrompt, assistantCalls, getAssistant, launchPrompt, removePrompt } from '#contract/ai/assistants.ts'
import { caseCalls, queryResults, queryRuns, rateResult, setCalls, startRun } from '#contract/ai/evaluation.ts'
import { addDays, dayOf } from '#contract/days.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { getJob } from '#contract/system/jobs.ts'
import { startWorker } from '#server/core/jobs/jobs-worker.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { type AiRequest, manners, openAiServer } from '#test/ai-server.ts'
import { confirm } from '#test/confirm.ts'
import { makeAccount, makeMember, makeRole, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'
import { publishPrice } from '#test/push-factories.ts'
import { evaluationJob } from './runs.job.ts'

const service = await openAiServer()
afterAll(() => service.close())
/** Yuan that an assistant may cost a month. */
const MONTH_COST = 10
const server = testServer({ ...service.config, aiMonthCost: MONTH_COST })
let author: Person
let launcher: Person
let reader: Person
let item: Item
let other: Item
const today = dayOf(Date.now())
const yesterday = addDays(today, -1)
/** Answered from the database alone. */
const plainQuestion = '上海评测螺纹昨天多少？'
/** Needs a model. */
const openQuestion = '上海评测螺纹为什么变了，昨天多少？'
/** A model that looks items up and says this. */
const looksUp = (text: string, ...codes: string[]) =>
  manners.callsTools([{ name: 'prices', arguments: JSON.stringify({ codes, day: yesterday }) }], text)
const handle = (code: string) => `⟦${code} ${yesterday} average⟧`

beforeAll(async () => {
  const { db } = server().database
  const rights = ['view', 'add', 'edit', 'delete', 'details', 'launch'].map((alias) => `aiWeb.assistants.${alias}`)
  const { code } = await makeRole(db, ...rights)
  author = await server().as(code)
  launcher = await server().as(code)
  reader = await server().as((await makeRole(db, 'aiWeb.assistants.view')).code)
  item = await makeQuoteItem(db, { code: 'Q800001', productName: '评测螺纹', name: '', market: '上海' })
  other = await makeQuoteItem(db, { code: 'Q800002', productName: '评测线材', name: '', market: '上海' })
  for (const { productId } of [item, other]) await giveProduct(db, [author, launcher], productId)
  await publishPrice(db, item, yesterday, '3900')
  await publishPrice(db, other, yesterday, '3090')
  const worker = startWorker(server().server.core, [evaluationJob], { pollMs: 50 })
  return () => worker.stop()
})

let made = 0
async function assistantWithPrompt() {
  const number = ++made
  const form = { name: `评测助手${number}`, code: `evaluated-${number}`, purpose: 'chat', remark: '' } as const
  const { id } = (await author.call(assistantCalls.add, { ...form, productIds: [], openings: [] })).data
  const parts = { prompt: '请回答：{{问题}}', model: '', temperature: '0', maxTokens: 500, note: '' }
  const promptId = (await author.call(addPrompt, { assistantId: id, baseId: null, ...parts })).data.id
  return { id, promptId }
}

type CaseForm = BodyOf<typeof caseCalls.add>
const plain: Omit<CaseForm, 'setId'> = {
  question: plainQuestion,
  loginName: '',
  asKnownAt: null,
  quoteItemId: null,
  relativeDay: null,
  part: null,
  mustCite: '',
  mustRefuse: false,
  mustContain: [],
  mustNotContain: [],
}
const priced = () => ({ quoteItemId: item.quoteItemId, relativeDay: 'yesterday', part: 'average' }) as const

async function setWith(assistantId: string, ...cases: Partial<CaseForm>[]) {
  const { id: setId } = (await author.call(setCalls.add, { assistantId, name: '报价', isGate: true, remark: '' })).data
  for (const each of cases) {
    expect((await author.call(caseCalls.add, { setId, ...plain, ...each })).code).toBe(200)
  }
  return setId
}

async function run(setId: string, promptId: string, isJudged = false) {
  const { data } = await author.call(startRun, { setId, promptId, isJudged })
  await expect
    .poll(async () => (await author.call(getJob, { id: data.jobId })).data.state, { timeout: 30_000 })
    .toBe('done')
  return data.id
}
const runsOf = async (assistantId: string) => (await author.call(queryRuns, { assistantId })).data.records
const launch = async (person: Person, id: string, promptId: string) => {
  const { version } = (await person.call(getAssistant, { id })).data
  return { id, version, promptId }
}
/** What the version's button says of it before it is tried. */
const obstacleOf = async (person: Person, id: string, promptId: string) =>
  (await person.call(getAssistant, { id })).data.prompts.find((prompt) => prompt.id === promptId)?.obstacle

describe('areas/ai.md "assistant": launching', () => {
  it('publishes only what somebody else wrote; what was published before comes back at once', async () => {
    const { id, promptId } = await assistantWithPrompt()
    expect(await author.call(launchPrompt, await launch(author, id, promptId))).toMatchObject({
      status: 409,
      msg: '不能发布自己写的版本，请由他人发布',
    })
    expect((await launcher.call(launchPrompt, await launch(launcher, id, promptId))).code).toBe(200)
    const parts = { prompt: '第二版：{{问题}}', model: '', temperature: '0', maxTokens: 500, note: '' }
    const second = (await author.call(addPrompt, { assistantId: id, baseId: promptId, ...parts })).data.id
    expect((await launcher.call(launchPrompt, await launch(launcher, id, second))).code).toBe(200)
    expect((await author.call(launchPrompt, await launch(author, id, promptId))).code, 'rolled back').toBe(200)
    const { prompts } = (await author.call(getAssistant, { id })).data
    expect(prompts.map(({ number, state }) => [number, state])).toEqual([
      [2, 'retired'],
      [1, 'published'],
    ])
    expect(await author.call(removePrompt, { id: second })).toMatchObject({ status: 409, msg: '发布过的版本不能删除' })
    const third = (await author.call(addPrompt, { assistantId: id, baseId: second, ...parts })).data.id
    // said before it is tried, and to whom: somebody else may
    expect(await obstacleOf(author, id, third)).toBe('不能发布自己写的版本，请由他人发布')
    expect(await obstacleOf(launcher, id, third)).toBe('')
    expect(await obstacleOf(author, id, second), 'was published before').toBe('')
    expect((await author.call(removePrompt, { id: third })).code, 'a draft').toBe(200)
  })

  it('waits for a whole run of that version since the set was changed last', async () => {
    const asked = service.requests.length
    const { id, promptId } = await assistantWithPrompt()
    const setId = await setWith(id, priced())
    const untested = { status: 409, msg: '评测集“报价”还没有用这一版完整运行过，或运行后又有改动' }
    expect(await launcher.call(launchPrompt, await launch(launcher, id, promptId))).toMatchObject(untested)
    expect(await obstacleOf(launcher, id, promptId)).toBe(untested.msg)
    await run(setId, promptId)
    await author.call(caseCalls.add, { setId, ...plain, ...priced(), question: '昨天评测螺纹？' })
    expect((await author.call(setCalls.list, { assistantId: id })).data.records).toMatchObject([{ cases: 2 }])
    expect((await runsOf(id))[0]).toMatchObject({ isOutdated: true, score: 100 })
    expect(await launcher.call(launchPrompt, await launch(launcher, id, promptId))).toMatchObject(untested)
    await run(setId, promptId)
    expect(await obstacleOf(launcher, id, promptId)).toBe('')
    expect((await launcher.call(launchPrompt, await launch(launcher, id, promptId))).code).toBe(200)
    expect(service.requests.length, 'plain questions ask no model, here as for members').toBe(asked)
  })

  it('is refused where a price was wrong, and asks to confirm where something else was', async () => {
    service.become(looksUp(`评测线材昨天 ${handle('Q800002')}。`, 'Q800001', 'Q800002'))
    const { id, promptId } = await assistantWithPrompt()
    const setId = await setWith(id, { ...priced(), question: openQuestion })
    await run(setId, promptId)
    const msg = '评测集“报价”有 1 道题的价格不对：上海评测螺纹为什么变了，昨天多少？'
    expect(await launcher.call(launchPrompt, await launch(launcher, id, promptId))).toMatchObject({ status: 409, msg })
    expect(await obstacleOf(launcher, id, promptId)).toBe(msg)
    service.become(looksUp(`评测螺纹昨天 ${handle('Q800001')}。`, 'Q800001'))
    await author.call(caseCalls.add, { setId, ...plain, mustContain: ['华东'] })
    await run(setId, promptId)
    const body = await launch(launcher, id, promptId)
    expect(await launcher.call(launchPrompt, body)).toMatchObject({
      code: 600,
      data: { preview: { groups: [{ names: ['评测集“报价”有 3 个回答不符合期望'] }] } },
    })
    expect((await confirm(server(), launcher, launchPrompt, body)).done.code).toBe(200)
  })
})

describe('areas/ai.md "Evaluation"', () => {
  it('looks the expected price up at each run, and answers with what was known then', async () => {
    const { db } = server().database
    const productId = item.productId
    const own = await makeQuoteItem(db, { productId, code: 'Q800003', name: '', market: '广州' })
    const first = await publishPrice(db, own, yesterday, '4100')
    const { id, promptId } = await assistantWithPrompt()
    const asked = { ...priced(), quoteItemId: own.quoteItemId, question: '广州评测螺纹昨天多少？' }
    const setId = await setWith(id, asked, {
      ...asked,
      asKnownAt: String(first),
      question: '请问广州评测螺纹昨天多少钱？',
    })
    await run(setId, promptId)
    expect((await runsOf(id))[0]).toMatchObject({ passed: 6, failed: 0, score: 100, answers: 6, isOutdated: false })
    await publishPrice(db, own, yesterday, '4120')
    const second = await run(setId, promptId)
    expect((await runsOf(id))[0]).toMatchObject({ passed: 6, failed: 0, priceFailed: 0, score: 100 })
    const { records } = (await author.call(queryResults, { runId: second })).data
    expect(records.map(({ expected, repeat, text }) => [expected, repeat, /均价 ([\d.]+)/u.exec(text)?.[1]])).toEqual([
      ['4120', 1, '4120.00'],
      ['4120', 2, '4120.00'],
      ['4120', 3, '4120.00'],
      ['4100', 1, '4100.00'],
      ['4100', 2, '4100.00'],
      ['4100', 3, '4100.00'],
    ])
  })

  it('shows a gate what members would see: an altered figure is withheld, the database answers', async () => {
    service.become(looksUp('评测螺纹昨天 3,090 元/吨。', 'Q800001'))
    const { id, promptId } = await assistantWithPrompt()
    const setId = await setWith(id, { ...priced(), question: openQuestion, mustNotContain: ['3,090', '3090'] })
    const runId = await run(setId, promptId)
    expect((await runsOf(id))[0]).toMatchObject({ passed: 3, failed: 0 })
    const [result] = (await author.call(queryResults, { runId })).data.records
    expect(result?.text).toContain('均价 3900.00 元/吨')
  })

  it('asks with the member’s grants; a refusal counts by its kind, not by its wording', async () => {
    const { db } = server().database
    const member = await makeMember(db, { ownerId: author.id })
    const { loginName } = member
    const account = await makeAccount(db, 'aiWeb', { memberId: member.id })
    const without = await makeMember(db, { ownerId: author.id })
    const term = { startsOn: '2000-01-01', endsOn: '2100-01-01' }
    await db.insert(grants).values({ accountId: account.id, productId: item.productId, kind: 'formal', ...term })
    service.become(manners.streams('我不能提供投资建议。'))
    const { id, promptId } = await assistantWithPrompt()
    const setId = await setWith(
      id,
      { ...priced(), loginName },
      { loginName, question: '上海评测线材昨天多少？', mustRefuse: true, mustContain: ['没有开通', '评测线材'] },
      { loginName, question: '评测螺纹后市怎么看？', mustRefuse: true },
      { loginName, question: '怎样签合同？', mustRefuse: true },
      { loginName: without.loginName, question: '怎样付款？', mustRefuse: true },
    )
    const runId = await run(setId, promptId)
    const { records } = (await author.call(queryResults, { runId, size: 50 })).data
    const verdictsOf = (question: string) =>
      records.filter((each) => each.question === question).map(({ verdict, reasons }) => [verdict, ...reasons])
    expect(verdictsOf(plainQuestion)).toEqual([['passed'], ['passed'], ['passed']])
    expect(verdictsOf('上海评测线材昨天多少？')).toEqual([['passed'], ['passed'], ['passed']])
    expect(verdictsOf('评测螺纹后市怎么看？')).toEqual([['passed'], ['passed'], ['passed']])
    expect(verdictsOf('怎样签合同？')[0], 'words alone are no refusal').toEqual(['failed', '应当拒答'])
    expect(verdictsOf('怎样付款？')[0]).toEqual(['error', '该会员没有可用的 AI 问答账号'])
  })

  it('takes newest and previous from the published days; a day without a price does not count', async () => {
    const { db } = server().database
    const productId = item.productId
    const own = await makeQuoteItem(db, { productId, code: 'Q800004', name: '', market: '天津' })
    await publishPrice(db, own, addDays(today, -9), '5000')
    await publishPrice(db, own, addDays(today, -3), '5030')
    const { id, promptId } = await assistantWithPrompt()
    const asked = { ...priced(), quoteItemId: own.quoteItemId }
    const setId = await setWith(
      id,
      { ...asked, relativeDay: 'newest', question: '天津评测螺纹最新多少？' },
      { ...asked, relativeDay: 'previous', question: `天津评测螺纹${addDays(today, -9)}多少？` },
      { ...asked, relativeDay: 'today', question: '天津评测螺纹今天？' },
    )
    const runId = await run(setId, promptId)
    expect((await runsOf(id))[0]).toMatchObject({ passed: 6, failed: 0, score: 100, answers: 9 })
    const { records } = (await author.call(queryResults, { runId, verdict: 'void' })).data
    expect(records.map(({ question }) => question)).toEqual(Array(3).fill('天津评测螺纹今天？'))
  })

  it('costs what the ledger says; a model’s score stands apart, people rate what expects nothing', async () => {
    service.become((reply, request) => manners.streams(isJudging(request) ? '4' : '近期平稳。')(reply, request))
    const { id, promptId } = await assistantWithPrompt()
    const setId = await setWith(id, { question: '近期供应怎么样？' })
    const runId = await run(setId, promptId, true)
    const [found] = await runsOf(id)
    expect(found).toMatchObject({ score: null, passed: 0, failed: 0, judged: 4, answers: 3 })
    const { rows } = await server().database.pool.query(
      'select sum(cost)::text as cost, count(*)::int as calls from ai_calls where run_id = $1',
      [runId],
    )
    expect(rows).toEqual([{ cost: found?.cost, calls: 6 }])
    const [result] = (await author.call(queryResults, { runId })).data.records
    expect((await author.call(rateResult, { id: result?.id ?? '', rating: 5 })).code).toBe(200)
    expect((await runsOf(id))[0]).toMatchObject({ rating: 5, judged: 4 })
    expect((await launcher.call(launchPrompt, await launch(launcher, id, promptId))).code, 'neither gates').toBe(200)
  })

  it('a service that refuses leaves its reason beside the case', async () => {
    service.become(manners.refuses(401))
    const { id, promptId } = await assistantWithPrompt()
    const setId = await setWith(id, { ...priced(), question: openQuestion })
    const runId = await run(setId, promptId)
    expect((await runsOf(id))[0]).toMatchObject({ errors: 3, score: 0, state: 'done' })
    expect((await author.call(queryResults, { runId })).data.records[0]).toMatchObject({
      verdict: 'error',
      reasons: ['AI 服务拒绝了密钥，请联系系统管理员'],
    })
  })

  it('areas/ai.md "money per assistant and month": a run and its judge take their share of it, and say where it is used up', async () => {
    service.become((reply, request) => manners.streams(isJudging(request) ? '4' : '近期平稳。')(reply, request))
    const { id, promptId } = await assistantWithPrompt()
    const setId = await setWith(id, { question: '近期供应怎么样？' })
    const runId = await run(setId, promptId, true)
    expect((await runsOf(id))[0]).toMatchObject({ judged: 4, answers: 3 })
    const { rows } = await server().database.pool.query(
      `select used, (select sum(cost) from ai_calls where run_id = $2) as cost from ai_limit_days
        where subject = 'assistantCost' and subject_id = $1`,
      [id, runId],
    )
    expect(Number(rows[0]?.used)).toBeGreaterThan(0)
    expect(Number(rows[0]?.used)).toBeCloseTo(Number(rows[0]?.cost), 9)
    await server().database.pool.query('update ai_limit_days set used = $1 where subject_id = $2', [MONTH_COST, id])
    const asked = service.requests.length
    const refusedId = await run(setId, promptId)
    expect((await author.call(queryResults, { runId: refusedId })).data.records[0]).toMatchObject({
      verdict: 'error',
      reasons: ['该助手本月的 AI 费用已到上限，请联系系统管理员'],
    })
    expect(service.requests).toHaveLength(asked)
  })

  it('cases are complete, of items and members in scope, and hide members out of it', async () => {
    const { db } = server().database
    const { id } = await assistantWithPrompt()
    const setId = await setWith(id)
    const put = (changes: Partial<CaseForm>) => author.call(caseCalls.add, { setId, ...plain, ...changes })
    const field = (name: string, message: string) => ({ status: 400, data: { fields: [{ field: name, message }] } })
    expect(await put({ ...priced(), part: null })).toMatchObject(field('part', '请选择价格'))
    expect(await put({ asKnownAt: '999999' })).toMatchObject(field('asKnownAt', '发布序号不存在'))
    const foreign = await makeQuoteItem(db)
    expect(await put({ ...priced(), quoteItemId: foreign.quoteItemId })).toMatchObject(
      field('quoteItemId', '报价项不存在'),
    )
    const { loginName } = await makeMember(db, { ownerId: author.id })
    const stranger = await makeMember(db, { ownerId: (await makeUser(db)).id })
    expect(await put({ loginName: stranger.loginName })).toMatchObject(
      field('loginName', '没有这个会员，或不在您的范围内'),
    )
    const added = (await put({ loginName })).data
    expect((await author.call(caseCalls.list, { setId })).data.records).toMatchObject([{ loginName, isForeign: false }])
    const [hidden] = (await launcher.call(caseCalls.list, { setId })).data.records
    expect(hidden).toMatchObject({ loginName: '', isForeign: true })
    const changed = { id: added.id, version: added.version, ...plain, question: '改过的问题' }
    expect((await launcher.call(caseCalls.edit, changed)).code, 'the member stays').toBe(200)
    expect((await author.call(caseCalls.list, { setId })).data.records).toMatchObject([
      { loginName, question: '改过的问题' },
    ])
  })

  it('runs one at a time, of versions of its assistant, with at least one case', async () => {
    const { manner, release } = manners.stalls('昨天')
    service.become(manner)
    const [{ id, promptId }, foreign] = [await assistantWithPrompt(), await assistantWithPrompt()]
    const setId = await setWith(id)
    const start = (of: string) => author.call(startRun, { setId, promptId: of, isJudged: false })
    expect(await start(promptId)).toMatchObject({ status: 409, msg: '评测集里还没有题' })
    await author.call(caseCalls.add, { setId, ...plain, question: openQuestion })
    expect(await start(foreign.promptId)).toMatchObject({ code: 20404 })
    expect((await start(promptId)).code).toBe(200)
    expect(await start(promptId)).toMatchObject({ status: 409, msg: '这个评测集正在运行，请等它完成' })
    expect((await runsOf(id))[0]).toMatchObject({ state: 'running' })
    release()
    await expect.poll(async () => (await runsOf(id))[0]?.state, { timeout: 30_000 }).toBe('done')
  })

  it('§6 each call needs its own button', async () => {
    const { id, promptId } = await assistantWithPrompt()
    const setId = await setWith(id)
    const asked = [
      [setCalls.add, { assistantId: id, name: '其他', isGate: true, remark: '' }],
      [caseCalls.add, { setId, ...plain }],
      [startRun, { setId, promptId, isJudged: false }],
      [queryRuns, { assistantId: id }],
      [queryResults, { runId: '1' }],
      [rateResult, { id: '1', rating: 3 }],
      [setCalls.remove, { ids: [setId] }],
    ] as const
    for (const [call, input] of asked) {
      expect(await server().send('POST', call.path, input, { token: reader.token }), call.path).toMatchObject({
        status: 403,
      })
    }
  })
})

describe('areas/ai.md "No endpoint"', () => {
  const bare = testServer()

  it('a run is refused and says what to set; sets and cases work', async () => {
    const rights = ['view', 'add', 'edit', 'details'].map((alias) => `aiWeb.assistants.${alias}`)
    const person = await bare().as((await makeRole(bare().database.db, ...rights)).code)
    const form = { name: '助手', code: 'bare', purpose: 'chat', remark: '' } as const
    const { id } = (await person.call(assistantCalls.add, { ...form, productIds: [], openings: [] })).data
    const parts = { prompt: '{{问题}}', model: '', temperature: '0', maxTokens: 500, note: '' }
    const promptId = (await person.call(addPrompt, { assistantId: id, baseId: null, ...parts })).data.id
    const setId = (await person.call(setCalls.add, { assistantId: id, name: '报价', isGate: true, remark: '' })).data.id
    expect((await person.call(caseCalls.add, { setId, ...plain })).code).toBe(200)
    expect(await person.call(startRun, { setId, promptId, isJudged: false })).toMatchObject({
      status: 409,
      msg: '尚未配置 AI 服务（AI_BASE_URL、AI_API_KEY、AI_MODEL），请联系系统管理员',
    })
  })
})

const isJudging = ({ body }: AiRequest) => body.messages[0]?.content.includes('打 1 到 5 分') === true
