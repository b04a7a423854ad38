// The process: starts the server, and stops it once, gracefully, on SIGTERM or SIGINT, or when its launcher is gone.

import { createLog } from '#server/core/http/log.ts'
import { logSecondOnce } from '#server/db/connection.ts'
import { demoState } from '#server/db/demo/load.ts'
import { knownUserNames } from '#server/db/demo/organisation/staff.ts'
import { DEMO_PASSWORD, openDatabase } from '#server/db/open.ts'
import { StartError } from '#server/db/start-error.ts'
import { readConfig } from './config.ts'
import { refuseTakenPorts, startServer } from './start.ts'
import { boundedStop } from './stop.ts'

const GIVE_BACK_MS = 1_000

const say = (line: string) => process.stdout.write(`${line}\n`)
// The reader of our output may be gone: EPIPE must not end us before the database is stopped.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/** `npm start` holds the other end of our standard input: it closes with it, however it ends. */
function onLauncherGone(act: () => void): void {
  if (!process.argv.includes('--ends-with-launcher')) return
  process.stdin.on('error', act).on('close', act).resume()
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const { log, flush } = createLog(config.logLevel)
  const ending = new AbortController()
  // While it starts; replaced below. Another database than our own ends the migration with its connection.
  let stop = async () => {
    if (config.databaseUrl) process.exit(1)
    ending.abort(new StartError('启动被中断'))
  }
  const stopping = boundedStop({ say, cutShort: () => process.exit(1) })
  const ask = () => stopping.request() && void stop()
  process.on('SIGTERM', ask)
  process.on('SIGINT', ask)
  onLauncherGone(() => stopping.isRequested() || ask())
  const onSecond = config.nodeEnv === 'production' ? logSecondOnce(log) : undefined
  await refuseTakenPorts(config)
  const database = await openDatabase(config, say, ending.signal, onSecond)
  const server = await startServer(config, database, log).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const hasDemo = config.demoData && (await demoState(database.db)) === 'demo'
  say(`后台管理系统已就绪：${config.publicUrl ?? server.address}/backend/`)
  if (hasDemo) {
    const own = config.adminPassword ? '（admin 的由 ADMIN_PASSWORD 设定）' : ''
    say(`演示账号：${knownUserNames.join('、')}，初始密码均为 ${DEMO_PASSWORD}${own}`)
  }

  // What the start left behind is given back (where node has --expose-gc): a third of an idle server's memory. It holds the
  // loop for about 100 ms: the first callers are answered before.
  setTimeout(() => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }), GIVE_BACK_MS).unref()

  stop = async () => {
    stopping.waitFor('进行中的请求和后台任务')
    await server.drain()
    await server.close()
    stopping.waitFor('数据库')
    await database.close()
    flush()
    process.exit(0)
  }
  if (ending.signal.aborted) await stop()
}

main().catch((error: unknown) => {
  const text = error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`启动失败：${text}\n`)
  process.exit(1)
})
