// A process is killed in the middle of an answer: what was said stays, another process says that it was interrupted.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askOpenSession, type OpenAnswer, readOpenAnswer, startOpenSession } from '#contract/ai/open-calls.ts'
import { API_KEY_HEADER } from '#contract/endpoint.ts'
import { hashToken } from '#server/core/access/actors.ts'
import { manners, openAiServer } from './ai-server.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { kill, makeDataDir, type ServerProcess, startProcess, urlOf } from './processes.ts'

const key = `key_${'k'.repeat(43)}`
const service = await openAiServer()
const { dataDir, remove } = makeDataDir()
const servers: ServerProcess[] = []
let database: TestDatabase
let accountId = ''

const start = async () => {
  const { baseUrl, apiKey, model } = service.config.ai
  const server = await startProcess({
    DATABASE_URL: urlOf(database.connection),
    MIGRATION_URL: urlOf(database.owner),
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret key that only tests use, 32+',
    DEMO_DATA: 'off',
    AI_BASE_URL: baseUrl,
    AI_API_KEY: apiKey,
    AI_MODEL: model,
    OUTBOUND_ALLOW: service.config.outboundAllow.join(','),
  })
  servers.push(server)
  return server
}

beforeAll(async () => {
  database = await cloneDatabase()
  const { rows } = await database.pool.query<{ id: string }>(`
    with enterprise as (insert into enterprises (name) values ('东海石化') returning id),
      member as (insert into members (enterprise_id, login_name, real_name, mobile)
        select id, 'killed', '会员', '13900000001' from enterprise returning id)
    insert into member_accounts (member_id, sub_product) select id, 'aiWeb' from member returning id::text as id`)
  accountId = rows[0]?.id ?? ''
  await database.pool.query(
    `insert into api_keys (name, key_hash, hint, scopes, sub_product, daily_quota)
      values ('提问', $1, 'key_kkkkkk', '{aiSessions}', 'aiWeb', 100000)`,
    [hashToken(key)],
  )
  await database.pool.query(`
    with made as (insert into ai_assistants (code, name, purpose) values ('price', '价格问答', 'chat') returning id),
      prompt as (insert into ai_prompts (assistant_id, number, prompt, temperature, max_tokens, author_id)
        select made.id, 1, '{{问题}}', 0.3, 500, (select min(id) from users) from made returning id, assistant_id)
    select 1`)
  await database.pool.query('update ai_assistants set published_id = (select max(id) from ai_prompts)')
}, 120_000)
afterAll(async () => {
  for (const server of servers) await kill(server, 'SIGTERM')
  await service.close()
  await database.close()
  remove()
})

const headers = { 'content-type': 'application/json', [API_KEY_HEADER]: key }
async function send<T>({ base }: ServerProcess, path: string, body?: unknown): Promise<T> {
  const reply = await fetch(`${base}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return ((await reply.json()) as { data: T }).data
}

it('ai.md "Open calls": kill -9 amid a stream leaves what was said, and any process resumes it', async () => {
  const [one, other] = [await start(), await start()]
  const { manner, release } = manners.stalls('供应偏紧。需求一般。还有')
  service.become(manner)
  const { id: sessionId } = await send<{ id: string }>(one, startOpenSession.path, { accountId, assistant: 'price' })
  const path = askOpenSession.path.replace(':id', sessionId)
  const { id } = await send<OpenAnswer>(one, path, { clientId: 'a', text: '供需怎么样' })
  const readBy = (server: ServerProcess, from = 0) =>
    send<OpenAnswer>(server, `${readOpenAnswer.path.replace(':id', id)}?from=${from}`)
  // the page is closed, and goes on at another process while the first one answers
  await expect.poll(async () => (await readBy(other, 5)).text, { timeout: 15_000 }).toBe('需求一般。')
  await kill(one)
  release()
  await database.pool.query(
    `update ai_messages set alive_at = alive_at - interval '1 minute' where state = 'streaming'`,
  )
  expect(await readBy(other)).toMatchObject({ state: 'interrupted', text: '供应偏紧。需求一般。' })
  // the same question again is the same answer, not a second one
  expect(await send<OpenAnswer>(other, path, { clientId: 'a', text: '供需怎么样' })).toMatchObject({
    id,
    state: 'interrupted',
  })
}, 240_000)
