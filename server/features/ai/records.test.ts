// Figures of answers that another engine gave, over HTTP: compared with published prices, traced, found by corrections.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { getAnswerMaking } from '#contract/ai/making.ts'
import { queryAiMessages, type SentMessage, sendAiSessions } from '#contract/ai/messages.ts'
import { queryAiSessions } from '#contract/ai/sessions.ts'
import { queryUnanswered } from '#contract/ai/unanswered.ts'
import { API_KEY_HEADER } from '#contract/endpoint.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { aiAssistants, aiSessions } from '#server/db/schema/ai.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { priceUses } from '#server/db/schema/prices/uses.ts'
import { makeAccount, makeMember, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'
import { pricePeople } from '#test/price-people.ts'
import { notifyCorrections } from './corrections.job.ts'
import { checkRecords } from './records.job.ts'

const server = testServer()
const people = pricePeople(server)
const db = () => server().database.db
const core = () => server().server.core
const BEFORE = '2026-03-02'
const DAY = '2026-03-03'
let seller: Person
let reader: Person
let stranger: Person
let key: string
let jiangsu: Item
let priceId: string
let hunanId: string

beforeAll(async () => {
  const rights = ['view', 'details'].map((alias) => `aiWeb.sessions.${alias}`)
  const role = await makeRole(db(), ...rights)
  seller = await server().as(role.code)
  stranger = await server().as(role.code)
  reader = await server().as((await makeRole(db(), 'aiWeb.sessions.view')).code)
  const { id } = await makeMember(db(), { ownerId: seller.id, loginName: 'asks', email: 'asks@example.com' })
  await makeAccount(db(), 'aiWeb', { memberId: id })
  await db().insert(aiAssistants).values({ code: 'price', name: '价格问答', purpose: 'chat' })
  key = (await db().transaction((tx) => createApiKey(tx, { name: '别处', scopes: ['ai'], dailyQuota: 1_000 }))).key
  const product = { productName: '测试甲醇', name: '' }
  jiangsu = await makeQuoteItem(db(), { ...product, code: 'Q910001', market: '江苏' })
  const shandong = await makeQuoteItem(db(), {
    ...product,
    code: 'Q910002',
    market: '山东',
    productId: jiangsu.productId,
  })
  const hunan = await makeQuoteItem(db(), { ...product, code: 'Q910003', market: '湖南', productId: jiangsu.productId })
  await giveProduct(db(), people.all(), jiangsu.productId)
  await people.publish(jiangsu, BEFORE, '2300', '2400')
  priceId = await people.publish(jiangsu, DAY, '2320', '2420')
  await people.publish(shandong, DAY, '2180')
  hunanId = await people.publish(hunan, DAY, '2110')
})

let sent = 0
/** @returns the answer's id; it is checked where `isChecked` is not false */
async function say(content: string, more: Partial<SentMessage> = {}, question = '测试甲醇最近怎么样'): Promise<string> {
  const externalId = `r-${++sent}`
  const at = more.at ?? new Date().toISOString()
  const { data } = (await server().send(
    'POST',
    sendAiSessions.path,
    {
      sessions: [
        {
          externalId,
          loginName: 'asks',
          assistant: 'price',
          title: question,
          messages: [
            { number: 1, role: 'user', content: question, at },
            { number: 2, role: 'assistant', content, at, ...more },
          ],
        },
      ],
    },
    { headers: { [API_KEY_HEADER]: key } },
  )) as unknown as { data: { stored: number } }
  expect(data.stored).toBe(2)
  return externalId
}
const rowOf = async (externalId: string) => {
  const [session] = await db().select().from(aiSessions).where(eq(aiSessions.externalId, externalId))
  const { records } = (await seller.call(queryAiMessages, { sessionId: session?.id ?? '' })).data
  const answer = records.find(({ role }) => role === 'assistant')
  if (!answer) throw new Error('no answer')
  return answer
}
const makingOf = async (externalId: string) =>
  (await seller.call(getAnswerMaking, { id: (await rowOf(externalId)).id })).data
const figuresOf = async (externalId: string) =>
  (await makingOf(externalId)).figures.map(({ text, verdict, code, day, part }) =>
    [text, verdict, code, day, part].filter((each) => each !== null),
  )
async function checked(content: string, more: Partial<SentMessage> = {}, question?: string) {
  const externalId = await say(content, more, question)
  await checkRecords(core())
  return externalId
}
const usesOf = (id: string) => db().select().from(priceUses).where(eq(priceUses.targetId, id))

describe('areas/ai.md "Open calls": records of another engine are checked by a job', () => {
  it('a figure of the item and day that its sentence names is bound, an altered one is none', async () => {
    const id = await checked(
      `江苏测试甲醇${DAY}均价 2,370 元/吨，区间 2320-2420 元/吨；较上期涨 20 元。也有说 2,375 元的。`,
    )
    expect(await figuresOf(id)).toEqual([
      ['2,370', 'bound', 'Q910001', DAY, 'average'],
      ['2320', 'bound', 'Q910001', DAY, 'low'],
      ['-2420', 'bound', 'Q910001', DAY, 'high'],
      ['20', 'bound', 'Q910001', DAY, 'change'],
      ['2,375', 'unbound'],
    ])
    expect(await rowOf(id)).toMatchObject({ isMadeHere: false, isChecked: true, unverified: 1, corrected: 0 })
    const { figures, publication } = await makingOf(id)
    expect(figures.every(({ isShown }) => isShown)).toBe(true)
    expect(figures.at(-1)?.sentence).toBe('也有说 2,375 元的。')
    expect(Number(publication)).toBeGreaterThan(0)
  })

  it('a fall is no rise, another market’s price is not this one’s, another day’s is not today’s', async () => {
    expect(await figuresOf(await checked(`江苏测试甲醇${DAY}跌 20 元`))).toEqual([['20', 'unbound']])
    expect(await figuresOf(await checked(`江苏测试甲醇${DAY}均价 2180`))).toEqual([['2180', 'unbound']])
    expect(await figuresOf(await checked(`江苏测试甲醇${BEFORE}均价 2370`))).toEqual([['2370', 'unbound']])
    expect(await figuresOf(await checked(`江苏测试甲醇${BEFORE}均价 2350，${DAY}均价 2370`))).toEqual([
      ['2350', 'bound', 'Q910001', BEFORE, 'average'],
      ['2370', 'bound', 'Q910001', DAY, 'average'],
    ])
  })

  it('rows of a table name their markets, the question names item and day', async () => {
    const table = '| 地区 | 均价 |\n| --- | ---: |\n| 江苏 | 2370 |\n| 山东 | 2180 |\n| 河北 | 2050 |'
    expect(await figuresOf(await checked(table, {}, `测试甲醇${DAY}多少钱`))).toEqual([
      ['2370', 'bound', 'Q910001', DAY, 'average'],
      ['2180', 'bound', 'Q910002', DAY, 'average'],
      ['2050', 'unbound'],
    ])
  })

  it('a figure of a cited source is the source’s; names and days are no figures; full-width digits are', async () => {
    const sources = [{ title: '日报', link: 'https://example.com/1', excerpt: '港口库存 85.2 万吨' }]
    const id = await checked(`2026年3月3日，江苏测试甲醇（Q910001）库存 85.2 万吨[1]。预计 90 万吨。均价２３７０元。`, {
      sources,
    })
    expect(await figuresOf(id)).toEqual([
      ['85.2', 'source'],
      ['90', 'unbound'],
      ['2370', 'bound', 'Q910001', DAY, 'average'],
    ])
  })

  it('is not read before its time: a price that was published later is none', async () => {
    const id = await checked(`江苏测试甲醇${DAY}均价 2370`, { at: '2026-03-01T08:00:00Z' })
    expect(await figuresOf(id)).toEqual([['2370', 'unbound']])
  })

  it('is done once for each answer, by whichever process', async () => {
    const ids = await Promise.all([say(`江苏测试甲醇${DAY} 2370`), say('没有数字')])
    expect(await rowOf(ids[0] ?? '')).toMatchObject({ isChecked: false, unverified: 0 })
    const done = await Promise.all([checkRecords(core()), checkRecords(core())])
    expect(done[0] + done[1]).toBe(2)
    expect(await checkRecords(core())).toBe(0)
    expect(await figuresOf(ids[0] ?? '')).toHaveLength(1)
    expect(await figuresOf(ids[1] ?? '')).toEqual([])
  })

  it('what was not answered is work of the product that its question names', async () => {
    await checked('没有查到。', { isUnanswered: true }, '测试甲醇出口价是多少')
    await checked('没有查到。', { isUnanswered: true }, '今天天气如何')
    const { records } = (await seller.call(queryUnanswered, { size: 100 })).data
    expect(records.map(({ question, productName }) => [question, productName])).toEqual(
      expect.arrayContaining([
        ['测试甲醇出口价是多少', '测试甲醇'],
        ['今天天气如何', null],
      ]),
    )
  })

  it('"session": sessions are found by verdict, state, version and cost', async () => {
    const externalId = await checked('江苏测试甲醇 1 元', { promptNumber: 7, cost: '12.5' }, '按版本查')
    const found = async (query: object) =>
      (await seller.call(queryAiSessions, { size: 100, title: '按版本查', ...query })).data.records.length
    expect((await rowOf(externalId)).unverified).toBe(1)
    expect(await found({ verdict: 'unverified', state: 'done', promptNumber: 7, minCost: '12.5' })).toBe(1)
    for (const other of [{ verdict: 'corrected' }, { state: 'refused' }, { promptNumber: 8 }, { minCost: '12.51' }])
      expect(await found(other), JSON.stringify(other)).toBe(0)
  })

  it('§6 figures are for staff in scope with the right', async () => {
    const { id } = await rowOf(await checked('2370'))
    expect(await stranger.call(getAnswerMaking, { id })).toMatchObject({ code: 20404 })
    expect(await reader.call(getAnswerMaking, { id })).toMatchObject({ status: 403 })
  })
})

describe('areas/ai.md "How an answer is made" 6: also of another engine’s answers', () => {
  it('a correction finds, marks and tells once; what was outdated when it was said is told too', async () => {
    await notifyCorrections(core())
    const id = await checked(`江苏测试甲醇${DAY}均价 2370`)
    const row = await rowOf(id)
    expect(await usesOf(row.id)).toMatchObject([
      { channel: 'ai', title: `价格问答 ${row.id}`, byName: '别处', publication: await people.publicationOf(priceId) },
    ])
    await people.correct(priceId, '2500')
    for (let n = 0; n < 2; n++) await notifyCorrections(core())
    const mails = async () =>
      (await db().select().from(messages)).filter(({ cause }) => cause === 'ai.corrected').map(({ about }) => about)
    expect(await mails()).toEqual([row.id])
    expect(await rowOf(id)).toMatchObject({ corrected: 1, unverified: 0 })
    const [figure] = (await makingOf(id)).figures
    expect(figure).toMatchObject({ isCorrected: true, publicationNow: await people.publicationOf(priceId) })

    // said with the old price after its correction, of another item: nobody was told yet
    await people.correct(hunanId, '2190')
    await notifyCorrections(core())
    const late = await rowOf(await checked(`湖南测试甲醇${DAY}均价 2110，江苏均价 2500`))
    expect(late).toMatchObject({ corrected: 1, unverified: 0 })
    expect(await mails()).toEqual([row.id, late.id])
    // a use says what was seen up to one publication: the old figure has its own
    const publications = (await usesOf(late.id)).map(({ publication }) => publication)
    expect(publications).toHaveLength(2)
    expect(publications).toContain(await people.publicationOf(priceId))
    expect(publications).not.toContain(await people.publicationOf(hunanId))
  })
  it('tells what the answer quoted, as it stood there, and nothing where just that is the same as before', async () => {
    const { productId } = jiangsu
    const own = { productName: '测试甲醇', name: '', market: '浙江', code: 'Q910004', productId }
    const ownId = await people.publish(await makeQuoteItem(db(), own), DAY, '2000', '2200')
    const id = await checked(`浙江测试甲醇${DAY}最低价 2000`)
    await notifyCorrections(core())
    const told = async () =>
      (
        await db()
          .select()
          .from(messages)
          .where(eq(messages.about, (await rowOf(id)).id))
      ).map(({ body }) => body)
    await people.correct(ownId, '2000', '2300')
    await notifyCorrections(core())
    expect(await told(), 'the low price is what it was').toEqual([])
    await people.correct(ownId, '1990', '2300')
    await people.correct(ownId, '1980', '2300')
    await notifyCorrections(core())
    const texts = (await told()).map((body) => /回答引用了 (.*)$/u.exec(body)?.[1]).toSorted()
    expect(texts).toEqual(
      ['1980.00', '1990.00'].map((now) => `浙江测试甲醇 ${DAY} 的最低价 2000.00，该价格已更正为 ${now}。`),
    )
  })
})
