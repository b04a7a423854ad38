import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Config } from '#server/config.ts'
import { generatePassword, hashPassword } from '#server/core/access/passwords.ts'
import { type Connection, type Db, isEmpty, LOCK_TIMEOUT_MS, type OnSecond, openPool } from './connection.ts'
import { loadDemo } from './demo/load.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { users } from './schema/organisation.ts'
import { seedBase } from './seed/seed.ts'

export const DEMO_PASSWORD = 'Demo@2026'

export type Database = {
  db: Db
  pool: pg.Pool
  /** For connections beside the pool, such as the listening one. */
  connection: Connection
  close: () => Promise<void>
}

type Say = (line: string) => void
type Reached = { app: Connection; owner: Connection; applicationRole: string; stop: () => Promise<void> }

async function reach(config: Config, say: Say): Promise<Reached> {
  if (config.databaseUrl) {
    const app = { connectionString: config.databaseUrl }
    const owner = { connectionString: config.migrationUrl ?? config.databaseUrl }
    return { app, owner, applicationRole: new pg.Client(app).user ?? '', stop: async () => {} }
  }
  const { app, owner, stop } = await startEmbedded({ dataDir: config.dataDir, say })
  return { app, owner, applicationRole: app.user, stop }
}

/** Menus and roles always; people only where there are none: the demo's, or one administrator. */
async function fill(db: NodePgDatabase, config: Config, say: Say): Promise<void> {
  await db.transaction(async (tx) => {
    const isFirst = await isEmpty(tx, users)
    const password = config.adminPassword ?? (config.demoData ? DEMO_PASSWORD : generatePassword())
    await seedBase(tx, {
      adminUserName: 'admin',
      passwordHash: isFirst ? await hashPassword(password) : '',
      mustChangePassword: !config.demoData,
      say,
    })
    if (!isFirst) return
    if (config.demoData) {
      say('正在装载演示数据……')
      await loadDemo(tx, { passwordHash: await hashPassword(DEMO_PASSWORD), scale: 1, today: new Date(), config })
    } else if (!config.adminPassword) {
      say(`管理员账号 admin，一次性密码 ${password}（只显示这一次，首次登录后须修改）`)
    }
  })
}

/** @param ending aborted: gives up, and stops the embedded database, which ends a migration under way */
export async function openDatabase(
  config: Config,
  say: Say,
  ending?: AbortSignal,
  onSecond?: OnSecond,
): Promise<Database> {
  const reached = await reach(config, say)
  const { app, owner, applicationRole } = reached
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= reached.stop()
    return stopped
  }
  ending?.addEventListener('abort', () => void stop(), { once: true })
  try {
    ending?.throwIfAborted()
    await migrate(owner, applicationRole, (client) => fill(drizzle(client), config, say))
    ending?.throwIfAborted()
    const { pool, db } = openPool(app, config.databasePool, {
      lockTimeoutMs: LOCK_TIMEOUT_MS.request,
      ...(onSecond && { onSecond }),
    })
    return {
      db,
      pool,
      connection: app,
      close: async () => {
        await pool.end()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw ending?.aborted ? ending.reason : error
  }
}
