// The real server as a process of its own, on its own embedded database, to be killed, stopped and started again.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import type { Envelope } from '#contract/envelope.ts'
import type { Session } from '#contract/identity/sign-in.ts'

export type ServerProcess = { child: ChildProcess; base: string; output: () => string }

const main = join(import.meta.dirname, '../server/main.mjs')
/** Node flags for a script that imports the server's modules: they cut the processor time of its start to a third. */
export const quickLoading = ['--import', pathToFileURL(join(import.meta.dirname, '../server/quick-loading.mjs')).href]
const READY_WITHIN_MS = 120_000

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 * 2 ** 30

/** Memory where there is plenty (containers often have 64 MB): a new database is a thousand files, all thrown away. */
function roomiest(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir()
}

export function makeDataDir(): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(roomiest(), 'console-test-'))
  // Run as root, PostgreSQL switches to another account, which must be able to enter the folder.
  chmodSync(dataDir, 0o711)
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** For DATABASE_URL and MIGRATION_URL. */
export const urlOf = ({ user, password, host, port, database }: pg.ClientConfig) =>
  `postgresql://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`

/** Resolves when the server prints its address; rejects with its output where it ends before. */
export async function startProcess(environment: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      CAPTCHA: 'off',
      DUE_WATCH: 'off',
      // load shedding off: overload.test.ts tests it
      MAX_LOOP_DELAY: '0',
      PORT: '0',
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const base = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGTERM')
      reject(new Error(`not ready in time: ${output}`))
    }, READY_WITHIN_MS)
    child.stdout.on('data', () => {
      const found = /已就绪：(http:\/\/[\d.]+:\d+)/.exec(output)
      if (!found?.[1]) return
      clearTimeout(timer)
      resolve(found[1])
    })
    child.once('exit', () => {
      clearTimeout(timer)
      reject(new Error(output))
    })
  })
  return { child, base, output: () => output }
}

export async function kill({ child }: ServerProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal)
    await once(child, 'exit')
  }
  return child.exitCode
}

export const postmasterPid = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

export async function post<T>(
  base: string,
  path: string,
  body: unknown,
  token?: string,
): Promise<Envelope<T> & { status: number }> {
  const reply = await fetch(`${base}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(token && { 'console-auth': token }) },
  })
  return { ...((await reply.json()) as Envelope<T>), status: reply.status }
}

export async function signIn(base: string, username = 'admin', password = 'Demo@2026'): Promise<string> {
  const client = { client_id: 'console', client_secret: 'console' }
  const reply = await post<Session>(base, '/api/adminauth/oauth/token', {
    grant_type: 'captcha',
    ...client,
    username,
    password,
  })
  if (reply.code !== 200) throw new Error(`sign-in: ${reply.code} ${reply.msg}`)
  return reply.data.access_token
}

/** Runs one statement on the server's database, as the owner of its tables. */
export const queryOf =
  (dataDir: string) =>
  async <T>(text: string, values: unknown[] = []): Promise<T[]> => {
    const [, , , port, folder] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
    const client = new pg.Client({
      host: folder?.trim() || '127.0.0.1',
      port: Number(port),
      user: 'console_owner',
      database: 'console',
    })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text, values)).rows as T[]
    } finally {
      await client.end()
    }
  }
