// A whole server on a port of its own, and people who call it over HTTP.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type { DataOf, Endpoint, Input } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/envelope.ts'
import { actLabel, targetLabel } from '#contract/system/audit-labels.ts'
import { routes, sockets } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import { createHttp } from '#server/core/http/http.ts'
import { createLog } from '#server/core/http/log.ts'
import type { Route } from '#server/core/http/serve.ts'
import { openDb } from '#server/db/connection.ts'
import { type Server, startServer } from '#server/start.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { makeSession, makeUser, type UserOverrides } from './factories.ts'

export type Reply<T> = Envelope<T> & { status: number; headers: Headers }

type Sent = { token?: string; headers?: Record<string, string> }

export type Caller = {
  call: <E extends Endpoint>(
    endpoint: E,
    ...input: Input<E> extends void ? [] : [Input<E>]
  ) => Promise<Reply<DataOf<E>>>
}

export type Person = Caller & { id: string; userName: string; token: string; refreshToken: string; sessionId: string }

export type TestServer = {
  base: string
  server: Server
  database: TestDatabase
  /** A raw request, for input that a typed call cannot send. */
  send: (method: string, path: string, body?: unknown, sent?: Sent) => Promise<Reply<never>>
  /** Somebody who is not signed in. */
  nobody: Caller
  /** A new person with the role of this code, signed in. */
  as: (roleCode: string, overrides?: UserOverrides) => Promise<Person>
}

const SECRET_KEY = 'a secret key that only tests use, 32+'

/** A folder for each database: files, and the stored head of its audit log. Servers of one database share it. */
const dataDirs = mkdtempSync(join(tmpdir(), 'console-data-'))
process.once('exit', () => rmSync(dataDirs, { recursive: true, force: true }))

export const testConfig = (changes: Partial<Config> = {}): Config => ({
  ...readConfig({
    NODE_ENV: 'test',
    SECRET_KEY,
    CAPTCHA: 'off',
    DUE_WATCH: 'off',
    DEMO_DATA: 'off',
    LOG_LEVEL: 'silent',
    PORT: '0',
    // load shedding off: overload.test.ts tests it
    MAX_LOOP_DELAY: '0',
  }),
  ...changes,
})

const toBody = (body: unknown): { body?: string; headers: Record<string, string> } => {
  if (body === undefined) return { headers: {} }
  if (body instanceof URLSearchParams) {
    return { body: body.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  }
  return {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  }
}

/** @param extra routes of the test, beside those of the console */
export async function openTestServer(
  database: TestDatabase,
  changes: Partial<Config> = {},
  extra: readonly Route[] = [],
): Promise<TestServer> {
  const config = testConfig({ dataDir: join(dataDirs, database.owner.database ?? ''), ...changes })
  const { log } = createLog(process.env.TEST_LOG ?? 'silent')
  const watched = { ...database, db: openDb(database.pool) }
  const server = await startServer(config, watched, log, (core) => createHttp(core, [...routes, ...extra], sockets))
  const base = server.address

  const send: TestServer['send'] = async (method, path, body, { token, headers } = {}) => {
    const written = toBody(body)
    const reply = await fetch(`${base}${path}`, {
      method,
      redirect: 'manual',
      ...(written.body !== undefined && { body: written.body }),
      headers: { ...written.headers, ...(token && { [`${config.productKey}-auth`]: token }), ...headers },
    })
    const text = await reply.text()
    const envelope = text.startsWith('{') ? JSON.parse(text) : { code: 0, success: false, data: null, msg: text }
    return { ...envelope, status: reply.status, headers: reply.headers }
  }

  const caller = (token?: string): Caller => ({
    call: (endpoint, ...[input]) => {
      const isGet = endpoint.method === 'GET'
      const parts = endpoint.query && endpoint.body ? (input as { query: object; body: unknown }) : undefined
      const query = parts?.query ?? (isGet ? input : undefined)
      const path = query ? `${endpoint.path}?${new URLSearchParams(query as Record<string, string>)}` : endpoint.path
      return send(endpoint.method, path, parts?.body ?? (isGet ? undefined : input), token ? { token } : {})
    },
  })

  return {
    base,
    server,
    database,
    send,
    nobody: caller(),
    as: async (roleCode, overrides = {}) => {
      const user = await makeUser(database.db, { roleCode, ...overrides })
      const session = await makeSession(database.db, user.id)
      return { ...user, ...session, ...caller(session.token) }
    },
  }
}

/** Every act that a test made has a label for the audit log (spec §2). Tests of the log itself record `test.…`. */
async function expectAuditLabels({ pool }: TestDatabase): Promise<void> {
  const acts = await pool.query(
    "select distinct action, target_type as type from audit_log where action not like 'test.%'",
  )
  const hasNone = ({ action, type }: { action: string; type: string }) =>
    targetLabel(type) === type || actLabel(action).endsWith(` ${action.split('.')[1]}`) || actLabel(action) === action
  expect(acts.rows.filter(hasNone), '§2 acts without a label in contract/system/audit-labels.ts').toEqual([])
}

/** A server with its own database for one test file. */
export function testServer(changes: Partial<Config> = {}, extra: readonly Route[] = []): () => TestServer {
  let opened: TestServer | undefined
  beforeAll(async () => {
    opened = await openTestServer(await cloneDatabase(), changes, extra)
  })
  afterAll(async () => {
    await opened?.server.close()
    if (opened) await expectAuditLabels(opened.database)
    await opened?.database.close()
  })
  return () => {
    if (!opened) throw new Error('the test server runs only while a test runs')
    return opened
  }
}
