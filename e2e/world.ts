// A world for each worker: a database cloned from the demo's, a server on it, and what that server talks to. Nothing in it
// is another worker's, so tests neither meet nor wait for each other. A second server starts where a test asks for one.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Connection } from '../server/db/embedded/embedded.ts'
import { type OauthServer, openOauthServer } from '../test/oauth-server.ts'
import { kill, type ServerProcess, startProcess, urlOf } from '../test/processes.ts'
import { type Site, startSite } from './frame-site.ts'

/** The environment variable by which the workers learn of the cluster. */
export const CLUSTER = 'E2E_CLUSTER'
export type Cluster = { owner: Connection; app: Connection; folder: string }

const lateReplies = join(import.meta.dirname, 'late-replies.mjs')

export const SECRET_KEY = 'a secret key that only browser tests use'
export const DEMO_PASSWORD = 'Demo@2026'
/** Typed or given by tests: no log may hold them. */
const secrets = [DEMO_PASSWORD, 'Given@1234', 'Newer#2027', SECRET_KEY]

export type World = {
  /** Where the console is served. */
  first: string
  /** The same console from another process, started when first asked for. */
  second: () => Promise<string>
  pool: pg.Pool
  provider: OauthServer
  frameSite: Site
  /** What both servers have written, one JSON line for each request and error. */
  lines: () => string[]
  close: () => Promise<void>
}

export async function openWorld(index: number): Promise<World> {
  const told = process.env[CLUSTER]
  if (!told) throw new Error(`${CLUSTER} is not set: the global setup did not run`)
  const { owner, app, folder } = JSON.parse(told) as Cluster
  const database = `world_${index}`
  await administrate(owner, `create database ${database} template ${owner.database} strategy file_copy`)

  const frameSite = await startSite('外部报表')
  const provider = await openOauthServer()
  const dataDir = join(folder, database)
  mkdirSync(dataDir)
  const environment: Record<string, string> = {
    ...provider.environment,
    FRAME_ALLOW: `report=${frameSite.origin}/board`,
    DATABASE_URL: urlOf({ ...app, database }),
    MIGRATION_URL: urlOf({ ...owner, database }),
    SECRET_KEY,
    DATA_DIR: dataDir,
    CAPTCHA: 'on',
    // what is late by the clock is no part of a journey
    DUE_WATCH: 'off',
    LOG_LEVEL: 'info',
    ...(process.env.LATE_REPLIES && {
      LATE_REPLIES: process.env.LATE_REPLIES,
      NODE_OPTIONS: `--import ${lateReplies}`,
    }),
  }
  const first = await startProcess(environment)
  /** None, or the second one. */
  const asked: Promise<ServerProcess>[] = []
  const pool = new pg.Pool({
    connectionString: urlOf({ ...app, database }),
    // its days are the application's: elsewhere today is yesterday for eight hours
    options: '-c timezone=Asia/Shanghai',
    allowExitOnIdle: true,
  })
  return {
    first: first.base,
    second: async () => {
      if (asked.length === 0) asked.push(startProcess(environment))
      const [second] = await Promise.all(asked)
      return second?.base ?? ''
    },
    pool,
    provider,
    frameSite,
    lines: () => first.output().split('\n'),
    close: async () => {
      const servers = [first, ...(await Promise.all(asked))]
      await Promise.all(servers.map((server) => kill(server, 'SIGTERM')))
      await pool.end()
      frameSite.close()
      await provider.close()
      // a database that autovacuum is still in goes with the cluster
      await administrate(owner, `drop database ${database}`).catch(() => {})
      const written = servers.flatMap((server) => server.output().split('\n'))
      refuseSecrets(written, [...secrets, provider.environment.OAUTH_WECOM_CLIENT_SECRET ?? '', ...provider.codes])
    },
  }
}

async function administrate(owner: Connection, statement: string): Promise<void> {
  const client = new pg.Client({ ...owner, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** What is not JSON is said to the person who starts the server, the demo's password among it. */
function refuseSecrets(lines: string[], known: string[]): void {
  const logs = lines.filter((line) => line.startsWith('{')).join('\n')
  const leaked = known.filter((secret) => secret && logs.includes(secret))
  const named = /(?:access_token|refresh_token|[tT]icket|state|verifier|secret)["=:]+[\w-]{20,}/g
  const tokens = logs.match(named) ?? []
  if (leaked.length + tokens.length > 0) throw new Error(`the logs hold secrets: ${leaked.concat(tokens).join(', ')}`)
}
