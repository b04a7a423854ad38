// From the command to the first answer: the server alone, and a second `npm start` with its data in place.
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, startContender, type Who } from './contenders.ts'
import { end, factor, firstAnswer, freePort, median, type Row, root } from './harness.ts'
import { sized } from './sized.ts'

const ALONE_S = 1
const COMMAND_S = 3
/** The first start builds and loads the demo. */
const FIRST_START_MS = 600_000
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`

async function startAlone(who: Who, { cluster, database }: Bench): Promise<number> {
  const running = await startContender(who, database, cluster.folder)
  await running.stop()
  return running.startedInMs
}

/** `npm start` on its own embedded database, until the sign-in page's first call is answered. @returns ms */
async function startByCommand(folder: string, withinMs?: number): Promise<number> {
  const port = await freePort()
  const output = openSync(join(folder, 'npm-start.out'), 'a')
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: join(folder, 'npm-start'),
    NODE_ENV: 'development',
    DEMO_DATA: sized('on', 'off'),
  }
  const since = performance.now()
  const child = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', output, output], detached: true })
  closeSync(output)
  try {
    const call = { method: 'GET', path: '/api/adminauth/login/captcha' } as const
    return await firstAnswer(`http://127.0.0.1:${port}`, call, child, since, withinMs)
  } finally {
    await end(child, true)
  }
}

export async function measureStart(bench: Bench): Promise<Row[]> {
  const { cluster, pace } = bench
  const alone: number[] = []
  const peer: number[] = []
  const command: number[] = []
  // The first start creates the database and fills the compile cache; only later ones count.
  await startByCommand(cluster.folder, FIRST_START_MS)
  await startAlone('server', bench)
  for (let round = 0; round < pace.rounds; round++) {
    alone.push(await startAlone('server', bench))
    peer.push(await startAlone('fastify', bench))
    command.push(await startByCommand(cluster.folder))
  }
  const row = (what: string, ours: number, limit: number): Row => ({
    what,
    figure: seconds(ours),
    against: `裸 Fastify + pg ${seconds(median(peer))}`,
    ratio: factor(ours / median(peer)),
    toReach: `≤ ${limit} s`,
    isReached: ours <= limit * 1_000,
    why: '时间是绝对值，机器繁忙时与对照一同变慢；机器较空时对照为 0.19 s',
  })
  return [
    row('第二次 npm start 到首次应答', median(command), COMMAND_S),
    row('仅服务（数据库已运行）到首次应答', median(alone), ALONE_S),
  ]
}
