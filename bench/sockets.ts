// A new registration pushed to 5,000 people, each with a WebSocket to one process: the time until the last one has it, and
// the memory of a connection.
import { fork } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { hashAnswer } from '#server/features/identity/captcha.queries.ts'
import { type Bench, startContender } from './contenders.ts'
import { median, memoryOf, type Row } from './harness.ts'
import { sized } from './sized.ts'

const SOCKETS = sized(5_000, 50)
const LAST_WITHIN_MS = 1_000
const BYTES_EACH_KB = 24
/** One address may register ten times a minute. */
const ROUNDS_MOST = 8
const SETTLE_MS = sized(3_000, 0)

export type Holder = { id: string; token: string }
/** Messages to the process of the browsers, and its replies. */
export type Order = { open: Holder[]; url: string } | { apply: { mobile: string; captcha: string }; url: string }
export type Report = { opened: number } | { lastMs: number }

const secretKey = 'a key that only the bench uses, 32 characters'
const ANSWER = 'abcde'

/** Adds people of customer service with a session each; the tokens are stored as the server stores them. */
async function signInMany(client: pg.Client): Promise<Holder[]> {
  const tokens = Array.from({ length: SOCKETS }, () => randomBytes(32).toString('base64url'))
  const { rows } = await client.query<{ id: string; token: string }>(
    `with people as (
      insert into users (user_name, real_name, mobile, password_hash, dept_id, role_id)
      select 'socket' || n, '客服' || n, '2' || lpad(n::text, 10, '0'), 'none',
        (select min(id) from departments), (select id from roles where code = 'customerService')
      from generate_series(1, $1::int) n returning id, substring(user_name from 7)::int as n),
    opened as (
      insert into sessions (user_id, address, expires_at) select id, '127.0.0.1', now() + interval '1 day' from people
      returning id, user_id),
    granted as (
      insert into session_tokens (session_id, access_hash, refresh_hash, expires_at)
      select o.id, t.hash, 'refresh ' || t.hash, now() + interval '1 day'
      from opened o join people p on p.id = o.user_id
      join unnest($2::text[]) with ordinality as t(hash, n) on t.n = p.n)
    select id::text, ($3::text[])[n] as token from people`,
    [SOCKETS, tokens.map((token) => hash('sha256', token, 'hex')), tokens],
  )
  await client.query('analyze users, sessions, session_tokens')
  return rows
}

async function addCaptcha(client: pg.Client): Promise<string> {
  const key = randomBytes(16).toString('base64url')
  await client.query("insert into captchas (key, answer_hash, expires_at) values ($1, $2, now() + interval '5 min')", [
    key,
    hashAnswer(secretKey, key, ANSWER),
  ])
  return key
}

export async function measureSockets({ cluster, database, pace }: Bench): Promise<Row[]> {
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  const server = await startContender('server', database, cluster.folder, 'sockets')
  const browsers = fork(join(import.meta.dirname, 'sockets-client.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ask = async <R extends Report>(order: Order): Promise<R> => {
    const answered = once(browsers, 'message') as Promise<[R]>
    const ended = once(browsers, 'exit').then(([code]) => {
      throw new Error(`the browsers ended with ${code}`)
    })
    browsers.send(order)
    return (await Promise.race([answered, ended]))[0]
  }
  try {
    const holders = await signInMany(client)
    await setTimeout(SETTLE_MS)
    const before = memoryOf(server.pid)
    await ask<{ opened: number }>({ open: holders, url: server.url })
    await setTimeout(SETTLE_MS)
    const eachKb = ((memoryOf(server.pid) - before) * 1_024) / SOCKETS

    const rounds: number[] = []
    for (let round = 0; round <= Math.min(pace.rounds, ROUNDS_MOST); round++) {
      const captcha = await addCaptcha(client)
      const mobile = `1390000${String(round).padStart(4, '0')}`
      const { lastMs } = await ask<{ lastMs: number }>({ apply: { mobile, captcha }, url: server.url })
      if (round > 0) rounds.push(lastMs)
    }
    const lastMs = median(rounds)
    return [
      {
        what: `新注册通知 ${SOCKETS.toLocaleString('en')} 个连接，从提交到最后一个收到`,
        figure: `${Math.round(lastMs)} ms`,
        against: '同机的客户端进程，含写入各人的消息',
        ratio: `最慢一轮 ${Math.round(Math.max(...rounds))} ms`,
        toReach: `≤ ${LAST_WITHIN_MS} ms`,
        isReached: lastMs <= LAST_WITHIN_MS,
        why: '时间是绝对值，机器繁忙时变慢',
      },
      {
        what: '每个连接占用的内存',
        figure: `${eachKb.toFixed(1)} kB`,
        against: `连接前 ${Math.round(before)} MB`,
        ratio: '—',
        toReach: `≤ ${BYTES_EACH_KB} kB`,
        isReached: eachKb <= BYTES_EACH_KB,
      },
    ]
  } finally {
    browsers.kill()
    await server.stop()
    await client.end()
  }
}
