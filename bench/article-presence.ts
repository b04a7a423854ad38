// Two people with one article open, each connected to a process of their own: from the one's frame until the other is told.
import { once } from 'node:events'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { beginSession } from '#server/features/identity/sessions.queries.ts'
import { type Connected, connect } from '#test/socket.ts'
import { type Bench, startContender } from './contenders.ts'
import { factor, median, type Row } from './harness.ts'
import { sized } from './sized.ts'

/** Two frames each: the channel takes 30 in ten seconds. */
const ROUNDS = sized(12, 1)
const TOLD_WITHIN_MS = 1_000

async function signInTwo(pool: pg.Pool): Promise<{ id: string; token: string }[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into users (user_name, real_name, mobile, password_hash, dept_id, role_id)
      select 'present' || n, '编辑' || n, '4' || lpad(n::text, 10, '0'), 'none', (select min(id) from departments),
        (select id from roles where code = 'administrator') from generate_series(1, 2) n returning id::text`,
  )
  const begin = (userId: string) =>
    drizzle(pool).transaction((tx) => beginSession(tx, { userId, address: '127.0.0.1', userAgent: 'bench' }))
  const people: { id: string; token: string }[] = []
  for (const { id } of rows) people.push({ id, token: (await begin(id)).accessToken })
  return people
}

/** How long until the other is told of so many people, ms. */
async function toldOf(people: number, other: Connected, say: () => void): Promise<number> {
  const since = performance.now()
  say()
  while (other.of('presence').at(-1)?.data.people.length !== people) await once(other.socket, 'message')
  return performance.now() - since
}

export async function measurePresence(
  { cluster }: Bench,
  database: Parameters<typeof startContender>[1],
  pool: pg.Pool,
  articleId: string,
): Promise<Row> {
  const servers = []
  const captcha = { method: 'GET', path: '/api/adminauth/login/captcha' } as const
  for (const name of ['presence-1', 'presence-2'])
    servers.push(await startContender('server', database, cluster.folder, name, captcha))
  try {
    const [own, others] = await signInTwo(pool)
    if (!own || !others) throw new Error('nobody signed in')
    const here = await connect(servers[0]?.url ?? '', own)
    const there = await connect(servers[1]?.url ?? '', others)
    await toldOf(1, here, () => here.say({ type: 'present', articleId, tab: 'here1', mode: 'edit' }))
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const tab = `there${round}`
      times.push(await toldOf(2, here, () => there.say({ type: 'present', articleId, tab, mode: 'edit' })))
      times.push(await toldOf(1, here, () => there.say({ type: 'absent', articleId, tab })))
    }
    const usual = median(times)
    for (const { socket } of [here, there]) socket.terminate()
    return {
      what: '两人打开同一篇资讯、连在两个进程上，一人打开或离开到另一人得知',
      figure: `${usual.toFixed(1)} ms`,
      against: `${times.length} 次，最慢 ${Math.round(Math.max(...times))} ms`,
      ratio: factor(usual / TOLD_WITHIN_MS),
      toReach: `≤ ${TOLD_WITHIN_MS} ms`,
      isReached: usual <= TOLD_WITHIN_MS,
      why: '时间是绝对值，机器繁忙时变慢',
    }
  } finally {
    for (const server of servers) await server.stop()
  }
}
