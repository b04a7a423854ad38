// The process: starts the server, and on SIGTERM or SIGINT stops it politely, once.
import { readConfig } from './config.ts'
import { createLog } from './core/log.ts'
import { openDatabase } from './db/open.ts'
import { StartError } from './db/start-error.ts'
import { startServer } from './start.ts'

const STOP_WITHIN_MS = 15_000

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const { log, flush } = createLog(config.logLevel)
  const database = await openDatabase(config, say)
  const server = await startServer(config, database, log).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  say(`后台管理系统已就绪：${config.publicUrl ?? server.address}/backend/`)
  if (config.demoData)
    say('演示账号：admin、sjgly、analyst、editor、reviewer、sales、service、operator，密码均为 Demo@2026')

  // What the start left behind is given back (where node has --expose-gc): a third of an idle server's memory.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })

  let stopping = false
  const stop = async () => {
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
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

main().catch((error: unknown) => {
  const told = error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`启动失败：${told}\n`)
  process.exit(1)
})
