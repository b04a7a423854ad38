// Trial runs of a chat assistant compare what members get: prices of the database, found as whoever tries, over HTTP.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { getAnswer } from '#contract/ai/answers.ts'
import { addPrompt, assistantCalls, saveQuestion, tryPrompts } from '#contract/ai/assistants.ts'
import { manners, openAiServer } from '#test/ai-server.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, makeQuoteItem } from '#test/price-factories.ts'
import { pricePeople } from '#test/price-people.ts'

const service = await openAiServer()
afterAll(() => service.close())
const server = testServer(service.config)
const people = pricePeople(server)
const DAY = '2026-03-02'
let keeper: Person
let stranger: Person
let assistantId: string
let promptId: string

beforeAll(async () => {
  const { db } = server().database
  const rights = ['view', 'add', 'edit', 'details'].map((alias) => `aiWeb.assistants.${alias}`)
  const { code } = await makeRole(db, ...rights)
  keeper = await server().as(code)
  stranger = await server().as(code)
  const item = await makeQuoteItem(db, { code: 'Q900011', productName: '试跑甲醇', market: '江苏', name: '' })
  await giveProduct(db, [keeper, ...people.all()], item.productId)
  await people.publish(item, DAY, '2300', '2400')
  const form = { name: '试跑', remark: '', code: 'trial', purpose: 'chat' as const, productIds: [], openings: [] }
  assistantId = (await keeper.call(assistantCalls.add, form)).data.id
  const parts = { prompt: '你是价格助手。{{问题}}', model: '', temperature: '0', maxTokens: 500, note: '' }
  promptId = (await keeper.call(addPrompt, { assistantId, baseId: null, ...parts })).data.id
})

async function tryOn(person: Person, text: string) {
  const form = { assistantId, id: null, title: '试', fields: { 问题: text } }
  const questionId = (await keeper.call(saveQuestion, form)).data.id
  const { data } = await person.call(tryPrompts, { questionId, trials: [{ promptId }] })
  return vi.waitFor(async () => {
    const answer = (await person.call(getAnswer, { id: data[0]?.id ?? '' })).data
    expect(answer.state).not.toBe('running')
    return answer
  }, 30_000)
}

const plain = `江苏试跑甲醇${DAY}多少`
const complex = '为什么试跑甲醇这么贵'
const lookUp = [{ name: 'prices', arguments: JSON.stringify({ codes: ['Q900011'], day: DAY }) }]

it('areas/ai.md "trial side by side": a plain question is answered by the database, without a model', async () => {
  const answer = await tryOn(keeper, plain)
  expect(answer).toMatchObject({ state: 'done', cost: '0.000000', strangeFigures: [] })
  expect(answer.text).toContain('2350.00 元/吨')
  expect(service.requests).toHaveLength(0)
})

it('areas/ai.md "trial side by side": the model asks tools and writes handles; tokens are those of all its calls', async () => {
  service.become(manners.callsTools(lookUp, `均价 ⟦Q900011 ${DAY} average⟧，另有 2850 元。`))
  const answer = await tryOn(keeper, complex)
  expect(answer).toMatchObject({ state: 'done', strangeFigures: ['2850'], sentTokens: 240 })
  expect(answer.text).toContain('2350.00 元/吨')
  expect(answer.text, 'marked for staff, not withheld').toContain('2850 元')
  expect(answer.text).toContain('未核实')
})

it('areas/ai.md "trial side by side": found with the rights of whoever tries', async () => {
  service.become(manners.callsTools(lookUp, `均价 ⟦Q900011 ${DAY} average⟧。`))
  for (const question of [plain, complex]) {
    expect((await tryOn(stranger, question)).text).not.toContain('2350')
  }
})
