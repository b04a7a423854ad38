// The process: starts the server, and on SIGTERM or SIGINT stops it politely, once.
import { readConfig } from './config.ts'
import { createLog } from './core/log.ts'
import { demoState } from './db/demo/load.ts'
import { knownUserNames } from './db/demo/staff.ts'
import { DEMO_PASSWORD, openDatabase } from './db/open.ts'
import { StartError } from './db/start-error.ts'
import { startServer } from './start.ts'

const STOP_WITHIN_MS = 15_000

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const { log, flush } = createLog(config.logLevel)
  const ending = new AbortController()
  // While it starts; replaced below. Another database than our own ends the migration with its connection.
  let stop = async () => {
    if (config.databaseUrl) process.exit(1)
    ending.abort(new StartError('启动被中断'))
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  const database = await openDatabase(config, say, ending.signal)
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

  // What the start left behind is given back (where node has --expose-gc): a third of an idle server's memory.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })

  let stopping = false
  stop = async () => {
    if (stopping) return
    stopping = true
    say('正在停止……')
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    await server.drain()
    await server.close()
    await database.close()
    flush()
    process.exit(0)
  }
  if (ending.signal.aborted) await stop()
}

main().catch((error: unknown) => {
  const told = error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`启动失败：${told}\n`)
  process.exit(1)
})
