// No transaction takes a second connection: with a pool of two and cold caches, many writes at once all come to their end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiScopes } from '#contract/access.ts'
import { articleActs } from '#contract/articles/article-acts.ts'
import { countArticleReaders } from '#contract/articles/open-articles.ts'
import { API_KEY_HEADER, type Endpoint } from '#contract/endpoint.ts'
import { handOverDues, listDues } from '#contract/monitoring/board.ts'
import { bringPrices } from '#contract/prices/open-prices.ts'
import { routes } from '#server/app.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { openPool } from '#server/db/connection.ts'
import { makeProduct, writeArticle } from './article-factories.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { declaredRows } from './declared-rows.ts'
import { openTestServer, type Person, type TestServer } from './http.ts'
import { sample } from './inputs.ts'
import { makeParents, type Parents } from './row-kinds.ts'
import { openEveryDay } from './workdays.ts'

const CONNECTIONS = 2
const AT_ONCE = 30

let database: TestDatabase
let server: TestServer
let administrator: Person
let colleague: Person
let key: string
let parents: Parents
/** Where code in a transaction took a second connection. */
const seconds: string[] = []
let count = 0

beforeAll(async () => {
  database = await cloneDatabase()
  await openEveryDay(database.db)
  const small = openPool(database.connection, CONNECTIONS, {
    onSecond: ({ stack }) => seconds.push(stack ?? ''),
  })
  server = await openTestServer({ ...database, ...small }, { trustProxy: 1 })
  parents = await makeParents(server)
  administrator = await server.as('administrator')
  colleague = await server.as('administrator')
  const wished = { name: 'second', scopes: apiScopes, subProduct: 'bigData', dailyQuota: 1_000_000 } as const
  // of a person: its calls ask what that person may see
  const made = await database.db.transaction((tx) => createApiKey(tx, { ...wished, createdBy: administrator.id }))
  key = made.key
})
afterAll(async () => {
  await server.server.close()
  await server.database.pool.end()
  await database.close()
})

const all = await declaredRows()

/** Rights are read anew after this. */
const forget = () => server.server.core.bus.apply({ type: 'permissions' })

async function send({ method, path, access, query, body }: Endpoint, input: unknown): Promise<number> {
  count += 1
  // an address of its own for each call, as some calls are limited by address
  const headers = { 'x-forwarded-for': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}` }
  const credentials =
    access.kind === 'apiKey'
      ? { headers: { ...headers, [API_KEY_HEADER]: key } }
      : { headers, token: administrator.token }
  const isInAddress = query !== undefined && (method === 'GET' || body !== undefined)
  const text = isInAddress ? `?${new URLSearchParams(sample(query) as Record<string, string>)}` : ''
  const reply = await server.send(method, path + text, method === 'GET' ? undefined : input, credentials)
  if (reply.status === 401) administrator = await server.as('administrator')
  return reply.status
}

/** Thirty calls at once, each with an input of its own. */
async function sendMany(endpoint: Endpoint, inputs: readonly unknown[]): Promise<Record<number, number>> {
  forget()
  const statuses: Record<number, number> = {}
  for (const status of await Promise.all(inputs.map((input) => send(endpoint, input))))
    statuses[status] = (statuses[status] ?? 0) + 1
  return statuses
}

async function times<T>(make: (at: number) => Promise<T> | T): Promise<T[]> {
  const made: T[] = []
  for (let at = 0; at < AT_ONCE; at++) made.push(await make(at))
  return made
}

const allDone = { 200: AT_ONCE }

describe('thirty calls at once over two connections', () => {
  it('articles: submitted, shared, counted', async () => {
    const productId = await makeProduct(database.db)
    const drafts = await times(() => writeArticle(administrator, productId))
    const { submit, share } = articleActs.zh
    expect(
      await sendMany(
        submit,
        drafts.map(({ id }) => ({ ids: [id] })),
      ),
    ).toEqual(allDone)
    const shared = drafts.map(({ id }) => ({ id, userIds: [colleague.id], message: '请看' }))
    expect(await sendMany(share, shared)).toEqual(allDone)
    const counted = drafts.map(({ id }) => ({
      channel: 'officialWebsite',
      rows: [{ id, day: '2026-01-05', readers: 3 }],
    }))
    expect(await sendMany(countArticleReaders, counted)).toEqual(allDone)
  })

  it('prices brought with a key', async () => {
    const rows = await times((at) => [{ code: parents.code, day: `2026-01-${at + 1}`.replace(/-(.)$/, '-0$1') }])
    const brought = rows.map(([row]) => ({ rows: [{ ...row, low: '10', high: '12' }] }))
    expect(await sendMany(bringPrices, brought)).toEqual(allDone)
  })

  it('due rows of the board, handed over', async () => {
    for (let made = 0; made < AT_ONCE; made++) await parents.newItem()
    const monitoring = all.find(({ path }) => path.endsWith('/monitoring/rule'))
    const rule = {
      ...(await monitoring?.kind.form(parents, 0)),
      level: 'all',
      quoteItemId: null,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
    }
    expect(await send(monitoring?.calls.add as Endpoint, rule)).toBe(200)
    const { records } = (await administrator.call(listDues, { size: 100 })).data
    const moved = records.slice(0, AT_ONCE).map(({ id }) => ({ ids: [id], toId: colleague.id, reason: '外出' }))
    expect(await sendMany(handOverDues, moved)).toEqual(allDone)
  })

  it.each(all)('$noun: added', async ({ calls, kind }) => {
    const forms = await times(() => kind.form(parents, ++count))
    expect(await sendMany(calls.add as Endpoint, forms)).toEqual(allDone)
  })

  it('every writing call that a made-up input gets through', async () => {
    const writing = routes.filter(({ endpoint: { effect, body, query } }) => effect === 'write' && (body ?? query))
    const late: unknown[] = []
    let written = 0
    for (const { endpoint } of writing) {
      const input = sample(endpoint.body ?? endpoint.query ?? {})
      if ((await send(endpoint, input)) !== 200) continue
      written += 1
      const statuses = await sendMany(endpoint, Array<unknown>(AT_ONCE).fill(input))
      if (statuses[500] || statuses[503]) late.push({ path: endpoint.path, statuses })
    }
    expect(late).toEqual([])
    expect(written).toBeGreaterThan(100)
  })

  it('none of which took a second connection', () => {
    expect(seconds).toEqual([])
  })
})
