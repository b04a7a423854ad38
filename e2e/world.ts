// A world for each worker: a database cloned from the demo's, a server on it, and the services that the server calls.
// Workers share no database, so their tests do not interfere. A second server starts when a test needs one.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Connection } from '#server/db/embedded/embedded.ts'
import { type AiServer, openAiServer } from '#test/ai-server.ts'
import { type OauthServer, openOauthServer } from '#test/oauth-server.ts'
import { kill, type ServerProcess, startProcess, urlOf } from '#test/processes.ts'
import { type Site, startSite } from './frame-site.ts'

/** Environment variable that passes the cluster's connections to the workers, as JSON. */
export const CLUSTER = 'E2E_CLUSTER'
export type Cluster = { owner: Connection; app: Connection; folder: string }

const lateReplies = join(import.meta.dirname, 'late-replies.mjs')

export const SECRET_KEY = 'a secret key that only browser tests use'
export const DEMO_PASSWORD = 'Demo@2026'
/** Secrets that tests type or set; no log may contain them. */
const secrets = [DEMO_PASSWORD, 'Given@1234', 'Newer#2027', SECRET_KEY]

export type World = {
  /** Base URL of the console. */
  first: string
  /** Base URL of the same console served by a second process, started on first use. */
  second: () => Promise<string>
  pool: pg.Pool
  provider: OauthServer
  /** The AI service that the console asks. */
  ai: AiServer
  frameSite: Site
  /** Log lines of the first server, one JSON object for each request and error. */
  lines: () => string[]
  close: () => Promise<void>
}

export async function openWorld(index: number): Promise<World> {
  const cluster = process.env[CLUSTER]
  if (!cluster) throw new Error(`${CLUSTER} is not set: the global setup did not run`)
  const { owner, app, folder } = JSON.parse(cluster) as Cluster
  const database = `world_${index}`
  await administrate(owner, `create database ${database} template ${owner.database} strategy file_copy`)

  const frameSite = await startSite('外部报表')
  const provider = await openOauthServer()
  const ai = await openAiServer()
  const dataDir = join(folder, database)
  // what the rows of the demo show
  cpSync(join(folder, 'files'), join(dataDir, 'files'), { recursive: true })
  const environment: Record<string, string> = {
    ...provider.environment,
    AI_BASE_URL: ai.config.ai.baseUrl,
    AI_API_KEY: ai.config.ai.apiKey,
    AI_MODEL: ai.config.ai.model,
    AI_PRICE: '2,8',
    // by name the sample sub-product
    OUTBOUND_ALLOW: [provider.environment.OUTBOUND_ALLOW, ...ai.config.outboundAllow, 'localhost'].join(),
    FRAME_ALLOW: `report=${frameSite.origin}/board`,
    DATABASE_URL: urlOf({ ...app, database }),
    MIGRATION_URL: urlOf({ ...owner, database }),
    SECRET_KEY,
    DATA_DIR: dataDir,
    CAPTCHA: 'on',
    // what monitoring finds overdue depends on the time of day
    DUE_WATCH: 'off',
    LOG_LEVEL: 'info',
    ...(process.env.LATE_REPLIES && {
      LATE_REPLIES: process.env.LATE_REPLIES,
      NODE_OPTIONS: `--import ${lateReplies}`,
    }),
  }
  const first = await startProcess(environment)
  /** Empty until the second server is first used. */
  const secondServer: Promise<ServerProcess>[] = []
  const pool = new pg.Pool({
    connectionString: urlOf({ ...app, database }),
    // `current_date` must be the application's: in UTC it is yesterday for eight hours
    options: '-c timezone=Asia/Shanghai',
    allowExitOnIdle: true,
  })
  return {
    first: first.base,
    second: async () => {
      if (secondServer.length === 0) secondServer.push(startProcess(environment))
      const [second] = await Promise.all(secondServer)
      return second?.base ?? ''
    },
    pool,
    provider,
    ai,
    frameSite,
    lines: () => first.output().split('\n'),
    close: async () => {
      const servers = [first, ...(await Promise.all(secondServer))]
      await Promise.all(servers.map((server) => kill(server, 'SIGTERM')))
      await pool.end()
      frameSite.close()
      await provider.close()
      await ai.close()
      // fails while autovacuum is in the database; it is then removed with the cluster
      await administrate(owner, `drop database ${database}`).catch(() => {})
      const logged = servers.flatMap((server) => server.output().split('\n'))
      refuseSecrets(logged, [
        ...secrets,
        ai.config.ai.apiKey,
        provider.environment.OAUTH_WECOM_CLIENT_SECRET ?? '',
        ...provider.codes,
      ])
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

/** Checks JSON lines only: other output, such as the demo's password, is for the person who starts the server. */
function refuseSecrets(lines: string[], known: string[]): void {
  const logs = lines.filter((line) => line.startsWith('{')).join('\n')
  const leaked = known.filter((secret) => secret && logs.includes(secret))
  const tokenFields = /(?:access_token|refresh_token|[tT]icket|state|verifier|secret)["=:]+[\w-]{20,}/g
  const tokens = logs.match(tokenFields) ?? []
  if (leaked.length + tokens.length > 0)
    throw new Error(`the logs contain secrets: ${leaked.concat(tokens).join(', ')}`)
}
