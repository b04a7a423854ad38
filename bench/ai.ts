// Answers of assistants: what we add until the first sentence is there, forty figures against their bare queries, two hundred
// streams, a long answer on the page.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pLimit from 'p-limit'
import pg from 'pg'
import { usualLookup } from '#contract/ai/answer-labels.ts'
import { askOpenSession, startOpenSession } from '#contract/ai/open-calls.ts'
import { API_KEY_HEADER } from '#contract/endpoint.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import type { Db } from '#server/db/connection.ts'
import { createHandles } from '#server/features/ai/answering/figures.ts'
import { release } from '#server/features/ai/answering/release.rules.ts'
import { runTool, type Turn } from '#server/features/ai/answering/tools.ts'
import { measureAiAnswers } from './ai-answers.ts'
import { type Bench, startContender } from './contenders.ts'
import { factor, median, memoryOf, type Row } from './harness.ts'
import { sized } from './sized.ts'
import { took } from './timed.ts'

/** ai.md, "Speed". */
const ADDED_MS = 30
const FIGURES = 40
const FIGURES_RATIO = 2
const STREAMS = sized(200, 6)
const STREAM_KB = 100
const ASKED_AT_ONCE = 20
const ROUNDS = sized(40, 1)
/** Codes that one call of a tool takes, and answers that an account may have at once. */
const CODES = 10
const PER_ACCOUNT = 3
const WARM_UP = sized(600, 1)
const SETTLE_MS = sized(3_000, 0)

const ACCOUNTS = Math.ceil(STREAMS / PER_ACCOUNT) + 1

/** Each of characters of its own: as in a catalogue, a question has parts of the names of few products. SQL of the n-th. */
const productNameOf = (n: string) => `chr(20000 + 13 * ${n}) || chr(24000 + 17 * ${n})`
const NAMED = String.fromCodePoint(20_000 + 13 * 7, 24_000 + 17 * 7)

const fill: readonly string[] = [
  "insert into enterprises (name, owner_id) select '客户', min(id) from users",
  `insert into members (enterprise_id, login_name, real_name, mobile, owner_id)
    select e.id, 'asks' || n, '会员' || n, (15000000000 + n)::text, e.owner_id from enterprises e, generate_series(1, ${ACCOUNTS}) n`,
  `insert into member_accounts (member_id, sub_product, starts_on, ends_on, grant_kind)
    select id, 'aiWeb', current_date - 1, current_date + 100, 'formal' from members`,
  "insert into grants (account_id, kind, starts_on, ends_on) select id, 'formal', current_date - 1, current_date + 100 from member_accounts",
  `insert into products (name) select ${productNameOf('n')} from generate_series(1, 100) n`,
  `insert into quote_items (product_id, name, market, unit) select p.id, p.name || k, '上海', '元/吨'
    from products p, generate_series(1, 10) k order by 1, k`,
  "insert into price_publications (number, by_name, entries) values (1, 'bench', 1)",
  `insert into price_revisions (price_id, quote_item_id, day, number, act, low, high, average, origin, publication, by_name)
    select i.id, i.id, current_date - d, 3, 'verify', 3500, 3560, 3530 + d, 'grid', 1, 'bench'
      from quote_items i, generate_series(0, 250) d`,
  "insert into ai_assistants (code, name, purpose) values ('price', '价格问答', 'chat')",
  `insert into ai_prompts (assistant_id, number, prompt, temperature, max_tokens, author_id)
    select id, 1, '你是价格助手。{{问题}}', 0.3, 500, (select min(id) from users) from ai_assistants`,
  'update ai_assistants set published_id = (select id from ai_prompts)',
  'vacuum (analyze) members, member_accounts, grants, products, quote_items, price_revisions',
]

const FIRST = '行情平稳，成交一般。'
/** A model's service that says one sentence at once and then, while it is told to hold, nothing. */
async function openModel() {
  const state = { isHolding: false }
  const held = new Set<() => void>()
  const delta = (content: string) =>
    `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: null }] })}\n\n`
  const last = `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`
  const server = createServer((request, reply) => {
    request.resume().on('end', () => {
      reply.writeHead(200, { 'content-type': 'text/event-stream' }).write(delta(FIRST))
      if (state.isHolding) held.add(() => reply.end(last))
      else reply.end(last)
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    hold: () => {
      state.isHolding = true
    },
    release: () => {
      for (const end of held) end()
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Reads until the text holds a sentence. @returns the rest of the stream, to be read or left */
async function firstSentence(reply: Response): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  if (!reply.body || reply.status !== 200) throw new Error(`no stream: ${reply.status} ${await reply.text()}`)
  const reader = reply.body.getReader()
  const decoder = new TextDecoder()
  for (let text = ''; !text.includes(FIRST); ) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`it ended without a sentence: ${text}`)
    text += decoder.decode(value, { stream: true })
  }
  return reader
}

type Asking = { url: string; key: string }

async function ask({ url, key }: Asking, accountId: string, clientId: string) {
  const headers = { [API_KEY_HEADER]: key, 'content-type': 'application/json' }
  const started = await fetch(url + startOpenSession.path, {
    method: 'POST',
    headers,
    body: JSON.stringify({ accountId, assistant: 'price' }),
  })
  const { data } = (await started.json()) as { data: { id: string } }
  return () =>
    fetch(url + askOpenSession.path.replace(':id', data.id), {
      method: 'POST',
      headers: { ...headers, accept: 'text/event-stream' },
      body: JSON.stringify({ clientId, text: `上海${NAMED}为什么这样？` }),
    })
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  for (let done = false; !done; ) done = (await reader.read()).done
}

async function measureFirst(asking: Asking, model: string, accountId: string): Promise<Row> {
  const turns: { ours: number; bare: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const send = await ask(asking, accountId, `first-${round}`)
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
    const ours = await took(async () => {
      reader = await firstSentence(await send())
    })
    if (reader) await drain(reader)
    const bare = await took(async () => {
      reader = await firstSentence(await fetch(`http://${model}/v1/chat/completions`, { method: 'POST', body: '{}' }))
    })
    if (reader) await drain(reader)
    if (round > 0) turns.push({ ours, bare })
  }
  const added = median(turns.map(({ ours, bare }) => ours - bare))
  return {
    what: '问答的第一句，比直接问模型多用',
    figure: `${added.toFixed(1)} ms`,
    against: `直接 ${median(turns.map(({ bare }) => bare)).toFixed(1)} ms`,
    ratio: factor(added / ADDED_MS),
    toReach: `≤ ${ADDED_MS} ms`,
    isReached: added <= ADDED_MS,
    why: '时间是绝对值：识别产品、预留用量、存问题各一次查询',
  }
}

async function measureFigures(pool: pg.Pool): Promise<Row> {
  const db: Db = drizzle(pool)
  const { rows } = await pool.query<{ code: string; day: string }>(
    `select code, current_date::text as day from quote_items order by id * 7919 % 1000 limit ${FIGURES}`,
  )
  const day = rows[0]?.day ?? ''
  const parts = Array.from({ length: FIGURES / CODES }, (_, n) => rows.slice(n * CODES, (n + 1) * CODES))
  const ours = async () => {
    const viewer = { id: '1', isAdministrator: true, roleCodes: ['administrator'] }
    const turn: Turn = {
      db,
      asker: { kind: 'staff', viewer, productIds: [] },
      today: day,
      asKnownAt: '1',
      handles: createHandles(),
      passages: [],
      items: new Map(),
    }
    for (const part of parts)
      await runTool(turn, usualLookup, 'prices', JSON.stringify({ codes: part.map(({ code }) => code), day }))
    const known = { handles: turn.handles.handles, passages: [], names: turn.handles.names() }
    const figures = rows.flatMap(
      ({ code }) => release(`${code} 今日均价 ⟦${code} ${day} average⟧。`, known, 'member').figures,
    )
    if (figures.filter(({ verdict }) => verdict === 'bound').length !== FIGURES)
      throw new Error('a figure is not bound')
  }
  const bare = async () => {
    for (const part of parts) {
      const codes = part.map(({ code }) => code)
      const { rows: items } = await pool.query<{ id: string }>(
        `select i.id::text as id, i.code, p.name, i.name, i.market, i.specification, i.brand, r.name from quote_items i
          join products p on p.id = i.product_id left join regions r on r.id = i.region_id where i.code = any($1)`,
        [codes],
      )
      await pool.query(
        `select distinct on (r.quote_item_id, r.day) r.quote_item_id::text, r.day::text, round(r.low, i.decimals)::text,
            round(r.high, i.decimals)::text, round(r.average, i.decimals)::text, i.unit, r.publication::text
          from price_revisions r join quote_items i on i.id = r.quote_item_id
          where r.quote_item_id = any($1) and r.day between $2::date - 71 and $2 and r.publication <= 1
          order by r.quote_item_id, r.day, r.publication desc`,
        [items.map(({ id }) => id), day],
      )
    }
  }
  const turns: { ours: number; bare: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const turn = { ours: await took(ours), bare: await took(bare) }
    if (round > 0) turns.push(turn)
  }
  const ratio = median(turns.map((turn) => turn.ours / turn.bare))
  return {
    what: `核实一个回答的 ${FIGURES} 个数字`,
    figure: `${median(turns.map((turn) => turn.ours)).toFixed(1)} ms`,
    against: `只查询 ${median(turns.map((turn) => turn.bare)).toFixed(1)} ms`,
    ratio: factor(ratio),
    toReach: `≤ ${FIGURES_RATIO}`,
    isReached: ratio <= FIGURES_RATIO,
    why: '较上期的涨跌、定义和权限也在同一查询里',
  }
}

/** Ordinary answers first: the heap of a server that has just begun grows with whatever it does. */
async function warmUp(asking: Asking, accountId: string): Promise<void> {
  for (let n = 0; n < WARM_UP; n++) {
    const send = await ask(asking, accountId, `warm-${n}`)
    await drain(await firstSentence(await send()))
  }
}

/** Each is answered and waits for the model's next word. */
async function measureStreams(asking: Asking, pid: number, accounts: readonly string[]): Promise<Row> {
  const sends = await Promise.all(
    Array.from({ length: STREAMS }, (_, n) => ask(asking, accounts[Math.floor(n / PER_ACCOUNT)] ?? '', `stream-${n}`)),
  )
  await setTimeout(SETTLE_MS)
  const before = memoryOf(pid)
  // in one instant some of them would be told to come again
  const atOnce = pLimit(ASKED_AT_ONCE)
  const readers = await Promise.all(sends.map((send) => atOnce(async () => firstSentence(await send()))))
  await setTimeout(SETTLE_MS)
  const eachKb = ((memoryOf(pid) - before) * 1_024) / STREAMS
  await Promise.all(readers.map((reader) => reader.cancel()))
  return {
    what: `${STREAMS} 个回答同时流式输出，每个占用的内存`,
    figure: `${eachKb.toFixed(0)} kB`,
    against: '—',
    ratio: factor(eachKb / STREAM_KB),
    toReach: `≤ ${STREAM_KB} kB`,
    isReached: eachKb <= STREAM_KB,
    why: '每个回答有两条连接：会员的和模型的',
  }
}

export async function measureAi({ cluster }: Bench): Promise<Row[]> {
  const database = await cluster.prepare('ai', 0)
  const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1 })
  const model = await openModel()
  try {
    for (const statement of fill) await pool.query(statement)
    const db: Db = drizzle(pool)
    const { key } = await db.transaction((tx) =>
      createApiKey(tx, { name: '问答', scopes: ['aiSessions'], subProduct: 'aiWeb', dailyQuota: 1_000_000 }),
    )
    const { rows } = await pool.query<{ id: string }>('select id::text as id from member_accounts order by id')
    const [first = '', ...accounts] = rows.map(({ id }) => id)
    const figures = await measureFigures(pool)
    const settings = {
      AI_BASE_URL: `http://${model.host}/v1`,
      AI_API_KEY: 'sk-bench',
      AI_MODEL: 'bench-chat',
      AI_DAILY_TOKENS: '1000000000',
      OUTBOUND_ALLOW: model.host,
    }
    const alive = { method: 'GET', path: '/api/adminauth/login/captcha' } as const
    const server = await startContender('server', database, cluster.folder, 'ai', alive, settings)
    try {
      const asking = { url: server.url, key }
      const sentence = await measureFirst(asking, model.host, first)
      await warmUp(asking, first)
      model.hold()
      const streams = await measureStreams(asking, server.pid, accounts)
      model.release()
      return [sentence, figures, streams, await measureAiAnswers()]
    } finally {
      await server.stop()
    }
  } finally {
    model.close()
    await pool.end()
  }
}
