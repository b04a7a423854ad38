// The hourly sweep: deletes old rows, keeps needed ones.
import { sql } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { makeMember, makeSession, makeUser } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { sweep } from './sweeps.ts'

const server = testServer()
const pool = () => server().database.pool

const run = () => {
  const context = { core: server().server.core, signal: new AbortController().signal, progress: () => {} }
  return sweep.run(context as unknown as Parameters<typeof sweep.run>[0])
}
const count = async (table: string, where = 'true') =>
  Number((await pool().query<{ n: string }>(`select count(*) n from ${table} where ${where}`)).rows[0]?.n)

afterEach(() => pool().query('delete from client_log; delete from job_runs where title = $$sweep$$'))

it('deletes tokens of ended sessions after a day, and keeps those that can be reused or misused', async () => {
  const { db } = server().database
  const { id } = await makeUser(db)
  const [over, late, live] = [await makeSession(db, id), await makeSession(db, id), await makeSession(db, id)]
  await db.execute(sql`update sessions set ended_at = now() - interval '25 hours' where id = ${over.sessionId}`)
  await db.execute(sql`update sessions set ended_at = now() - interval '1 hour' where id = ${late.sessionId}`)
  await db.execute(
    sql`update session_tokens set rotated_at = now() - interval '3 days' where session_id = ${live.sessionId}`,
  )
  await run()
  const left = await pool().query<{ id: string }>(
    'select session_id::text id from session_tokens where session_id = any($1::bigint[]) order by 1',
    [[over.sessionId, late.sessionId, live.sessionId]],
  )
  expect(left.rows.map((row) => row.id)).toEqual([late.sessionId, live.sessionId])
})

it('deletes old sessions with their impersonations, and keeps the newest from each address for half a year', async () => {
  const { db } = server().database
  const { id } = await makeUser(db)
  const sessions: string[] = []
  for (const [address, days] of [
    ['10.0.0.1', 60],
    ['10.0.0.1', 40],
    ['10.0.0.2', 181],
    ['10.0.0.3', 5],
  ] as const) {
    const { sessionId } = await makeSession(db, id)
    sessions.push(sessionId)
    await db.execute(sql`update sessions set address = ${address}, created_at = now() - make_interval(days => ${days + 1}),
      ended_at = now() - make_interval(days => ${days}) where id = ${sessionId}`)
    await db.execute(sql`insert into looks (session_id, user_id, expires_at) values (${sessionId}, ${id}, now())`)
  }
  await run()
  const left = await pool().query<{ id: string }>('select id::text from sessions where user_id = $1 order by id', [id])
  expect(left.rows.map((row) => row.id)).toEqual([sessions[1], sessions[3]])
  expect(await count('looks', `user_id = ${id}`)).toBe(2)
})

it.each([
  [
    'captchas',
    "(key, answer_hash, expires_at) values ('old', '', now() - interval '1 min'), ('new', '', now() + interval '1 min')",
  ],
  [
    'sign_in_failures',
    "(user_name, address, reason, at) values ('a', '', 'expired', now() - interval '181 days'), ('a', '', 'expired', now() - interval '179 days')",
  ],
  ['sign_in_locks', "(user_name, address, until) values ('a', '1', now() - interval '25 hours'), ('a', '2', now())"],
  [
    'sign_in_tickets',
    "(hash, user_id, address, expires_at) select h, min(id), '', now() + (h || ' min')::interval from users, unnest(array['-1', '1']) h group by h",
  ],
  [
    'oauth_states',
    "(hash, provider, expires_at) values ('o', 'wecom', now() - interval '1 min'), ('n', 'wecom', now() + interval '1 min')",
  ],
  [
    'bind_tickets',
    "(hash, provider, subject, address, expires_at) values ('o', 'wecom', '', '', now() - interval '1 min'), ('n', 'wecom', '', '', now() + interval '1 min')",
  ],
  [
    'client_log',
    "(address, type, message, time, received_at) values ('', 'error', '', now(), now() - interval '31 days'), ('', 'error', '', now(), now() - interval '29 days')",
  ],
  [
    'push_messages',
    "(user_id, type, data, send_time) select min(id), 'notice', '{}', now() - make_interval(days => d) from users, unnest(array[29, 31]) d group by d",
  ],
  [
    'job_runs',
    "(name, title, author, input, tries, tries_left, state, ended_at) select 'x', 'sweep', '{}', '{}', 1, 0, 'done', now() - make_interval(days => d) from unnest(array[29, 31]) d",
  ],
])('deletes old rows of %s', async (table, rows) => {
  const before = await count(table)
  await pool().query(`insert into ${table} ${rows}`)
  expect(await count(table)).toBe(before + 2)
  expect(await run()).toMatchObject({ message: expect.stringMatching(/^清理 [1-9]\d* 行$/) })
  expect(await count(table)).toBe(before + 1)
})

it('keeps the newest 100,000 browser reports', async () => {
  await pool().query(`insert into client_log (address, type, message, time)
    select '', 'error', n::text, now() from generate_series(1, 100010) n`)
  await run()
  const { rows } = await pool().query('select min(message::int), count(*)::int from client_log')
  expect(rows).toEqual([{ min: 11, count: 100_000 }])
})

it('meetings-visits-sharing.md: rounds positions of arrivals to 0.01° after 180 days', async () => {
  const { rows: sites } = await pool().query<{ id: string }>(
    "insert into visit_enterprises (name, kind, owner_id) select '旧码头', 'port', min(id) from users returning id",
  )
  await pool().query(
    `insert into visits (enterprise_id, owner_id, created_by_id, planned_at, aim, state, arrived_at, longitude, latitude)
      select $1, owner_id, owner_id, at, '看泊位', 'visited', at, 120.153576, 30.287459 from visit_enterprises,
        unnest(array[now() - interval '181 days', now() - interval '179 days']) at where id = $1`,
    [sites[0]?.id],
  )
  expect(await run()).toMatchObject({ message: expect.stringMatching('模糊 1 个到达位置') })
  const { rows } = await pool().query('select longitude, latitude from visits where enterprise_id = $1 order by id', [
    sites[0]?.id,
  ])
  expect(rows).toEqual([
    { longitude: '120.150000', latitude: '30.290000' },
    { longitude: '120.153576', latitude: '30.287459' },
  ])
  expect(await run()).toMatchObject({ message: expect.not.stringMatching('模糊') })
})

it('ai.md "Shown safely": texts of AI sessions go after AI_SESSION_MONTHS, their figures and costs stay', async () => {
  const { id: memberId } = await makeMember(server().database.db)
  await pool().query(
    `with made as (insert into api_keys (name, key_hash, hint, scopes, daily_quota) values ('记录', 'ai sweep', 'key_sweep', '{ai}', 1) returning id),
      kept as (insert into ai_sessions (api_key_id, external_id, member_id, assistant_name, title, started_at, last_at)
        select id, x, $1::bigint, '价格问答', x, now() - i, now() - i from made,
          (values ('old', interval '13 months'), ('new', interval '11 months')) v(x, i) returning id, title, last_at)
    insert into ai_messages (session_id, number, role, content, at, cost) select id, 1, 'assistant', title, last_at, 0.5 from kept`,
    [memberId],
  )
  await run()
  const { rows } = await pool().query('select content, cost::text as cost from ai_messages order by content')
  expect(rows).toEqual([
    { content: '', cost: '0.500000' },
    { content: 'new', cost: '0.500000' },
  ])
  expect(await count('ai_sessions', "title = ''")).toBe(1)
})

it('ai.md "Provider": what models thought goes after 30 days, their answers stay', async () => {
  const { id: memberId } = await makeMember(server().database.db)
  await pool().query(
    `with made as (insert into api_keys (name, key_hash, hint, scopes, daily_quota) values ('思考', 'ai thought', 'key_think', '{ai}', 1) returning id),
      kept as (insert into ai_sessions (api_key_id, external_id, member_id, assistant_name, title, started_at, last_at)
        select id, 'thought', $1::bigint, '价格问答', '思考', now(), now() from made returning id)
    insert into ai_messages (session_id, number, role, content, at, reasoning)
      select id, n, 'assistant', 'thought ' || n, now() - n * interval '20 days', 'because' from kept, generate_series(1, 2) n`,
    [memberId],
  )
  expect(await run()).toMatchObject({ message: expect.stringContaining('1 条 AI 思考过程') })
  const { rows } = await pool().query(
    "select content, reasoning from ai_messages where content like 'thought %' order by content",
  )
  expect(rows).toEqual([
    { content: 'thought 1', reasoning: 'because' },
    { content: 'thought 2', reasoning: '' },
  ])
})
