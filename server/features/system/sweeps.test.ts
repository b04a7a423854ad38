// The hourly sweep: deletes old rows, keeps needed ones.
import { sql } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { makeSession, makeUser } from '../../../test/factories.ts'
import { testServer } from '../../../test/http.ts'
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
