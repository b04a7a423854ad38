// `npm run test:cluster`: two consoles on a PostgreSQL of three lose the primary under writes. No write that was answered may be lost, and
// whatever is not done is answered 503 with Retry-After.
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { kill, makeDataDir, post, type ServerProcess, signIn, startProcess } from '#test/processes.ts'
import { Missing, type PostgresCluster, startCluster } from './cluster.ts'
import { say } from './run.mjs'

/** Ten ports from here on. */
const FIRST_PORT = Number(process.env.CLUSTER_PORT ?? 15_500)
const WRITERS = 4
const BEFORE_MS = 3_000
const AFTER_MS = 15_000
const BACK_WITHIN_MS = 180_000
const PASSWORD = 'Cluster@2026'

type Reply = { status: number; retryAfter: string | null; code: number | undefined }
type Seen = {
  acknowledged: string[]
  /** Replies by status, and what was no reply. */
  outcomes: Map<string, number>
  /** Refusals that say neither 503 nor when to try again. */
  wrong: number
  killedAt: number
  backAt: number
  worstMs: number
}

async function addUser(base: string, token: string, body: Record<string, unknown>): Promise<Reply> {
  const headers = { 'console-auth': token, 'content-type': 'application/json' }
  const reply = await fetch(`${base}/api/backend/addOrUpdateUser`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const answer = (await reply.json().catch(() => null)) as { code: number } | null
  return { status: reply.status, retryAfter: reply.headers.get('retry-after'), code: answer?.code }
}

/** Adds accounts one after the other until it is told to stop. */
async function write(base: string, token: string, n: number, place: object, seen: Seen, isOn: () => boolean) {
  for (let i = 0; isOn(); i++) {
    const userName = `writer${n}.${i}`
    const mobile = `138${n}${String(i).padStart(7, '0')}`
    const at = Date.now()
    const body = { ...place, userName, realName: '程远行', password: PASSWORD, mobile }
    const { status, retryAfter, code } = await addUser(base, token, body).catch(() => ({
      status: 0,
      retryAfter: null,
      code: undefined,
    }))
    const isDone = status === 200 && code === 200
    if (isDone) {
      seen.acknowledged.push(userName)
      if (seen.killedAt > 0 && seen.backAt === 0 && at > seen.killedAt) seen.backAt = Date.now()
    } else {
      if (status !== 503 || retryAfter === null) seen.wrong++
      await setTimeout(50)
    }
    const key = status === 200 && !isDone ? `200/${code}` : String(status)
    seen.outcomes.set(key, (seen.outcomes.get(key) ?? 0) + 1)
    seen.worstMs = Math.max(seen.worstMs, Date.now() - at)
  }
}

async function onDatabase<T>(cluster: PostgresCluster, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: cluster.urlOf('console_owner') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function failOver(
  cluster: PostgresCluster,
  [one, other]: readonly [ServerProcess, ServerProcess],
): Promise<Seen> {
  // the first password must be changed, which is not what is tested here
  const place = await onDatabase(cluster, async (client) => {
    await client.query('update users set must_change_password = false')
    const { rows } = await client.query<{ deptId: string; roleId: string }>(
      `select (select min(id) from departments)::text as "deptId", (select max(id) from roles)::text as "roleId"`,
    )
    return rows[0] ?? {}
  })
  const token = await signIn(one.base, 'admin', PASSWORD)
  const seen: Seen = { acknowledged: [], outcomes: new Map(), wrong: 0, killedAt: 0, backAt: 0, worstMs: 0 }
  let isOn = true
  const bases = [one.base, other.base]
  const writers = Array.from({ length: WRITERS }, (_, n) =>
    write(bases[n % bases.length] ?? one.base, token, n, place, seen, () => isOn),
  )
  await setTimeout(BEFORE_MS)
  const leader = (await cluster.members()).find(({ role }) => ['leader', 'master', 'primary'].includes(role))
  if (!leader) throw new Error('没有主库')
  say(`写入中结束主库 ${leader.name}（kill -9）……`)
  seen.killedAt = Date.now()
  cluster.killMachine(leader.name)
  while (seen.backAt === 0 && Date.now() - seen.killedAt < BACK_WITHIN_MS) await setTimeout(200)
  await setTimeout(AFTER_MS)
  isOn = false
  await Promise.all(writers)
  return seen
}

async function run(): Promise<boolean> {
  const since = Date.now()
  const seconds = () => `${((Date.now() - since) / 1_000).toFixed(1)} 秒`
  say('正在启动三个 PostgreSQL（Patroni）、etcd 和 HAProxy……')
  const cluster = await startCluster(FIRST_PORT)
  const { dataDir, remove } = makeDataDir()
  const consoles: ServerProcess[] = []
  try {
    say(`数据库就绪，${seconds()}。正在启动两个控制台……`)
    const environment = {
      DATABASE_URL: cluster.urlOf('console_app'),
      MIGRATION_URL: cluster.urlOf('console_owner'),
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: PASSWORD,
    }
    const one = await startProcess(environment)
    consoles.push(one)
    const other = await startProcess(environment)
    consoles.push(other)
    say(`两个控制台就绪，${seconds()}。`)
    const seen = await failOver(cluster, [one, other])
    const stored = await onDatabase(cluster, async (client) => {
      const sql = 'select user_name from users where user_name = any($1::text[])'
      const { rows } = await client.query<{ user_name: string }>(sql, [seen.acknowledged])
      return new Set(rows.map(({ user_name }) => user_name))
    })
    const lost = seen.acknowledged.filter((name) => !stored.has(name)).length
    const { status } = await post(
      other.base,
      '/api/admin/queryUserList',
      { current: 1, size: 20 },
      await signIn(other.base, 'admin', PASSWORD),
    )
    const outcomes = [...seen.outcomes].map(([key, count]) => `${key} × ${count}`).join('、')
    say(
      `已确认的写入 ${seen.acknowledged.length} 条，丢失 ${lost} 条。应答：${outcomes}；其中不是 503 加 Retry-After 的拒绝 ${seen.wrong} 次。`,
    )
    const back = seen.backAt > 0 ? `${((seen.backAt - seen.killedAt) / 1_000).toFixed(1)} 秒恢复写入` : '没有恢复写入'
    say(`主库结束后 ${back}，最慢的一次调用 ${(seen.worstMs / 1_000).toFixed(1)} 秒。`)
    return lost === 0 && seen.wrong === 0 && seen.backAt > 0 && status === 200
  } finally {
    for (const each of consoles) await kill(each, 'SIGTERM')
    await cluster.down()
    remove()
    say(`全部结束，${seconds()}。`)
  }
}

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  if (!(error instanceof Missing)) throw error
  say(error.message)
  process.exitCode = 2
}
