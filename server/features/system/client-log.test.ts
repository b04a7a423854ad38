// Errors reported by browsers, over HTTP.
import { Writable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import pino from 'pino'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { type ClientError, getClientError, queryClientLog, sendClientLog } from '#contract/system/client-log.ts'
import { clientLog } from '#server/db/schema/system/system.ts'
import { startServer } from '#server/start.ts'
import { cloneDatabase } from '#test/database.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testConfig, testServer } from '#test/http.ts'

const server = testServer()
let reader: Person

const error = (changes: Partial<ClientError> = {}): ClientError => ({
  type: 'error',
  message: 'TypeError: x is not a function',
  stack: 'TypeError: x is not a function\n    at y (user-list.js:1:2)',
  info: '#1A2B3C4 user-list.js:1:2',
  url: 'http://console/backend/home/index',
  time: '2026-11-20T09:30:00.000Z',
  count: 1,
  ...changes,
})

const stored = () => server().database.db.select().from(clientLog).orderBy(clientLog.id)
const report = (...entries: Partial<ClientError>[]) =>
  server().nobody.call(sendClientLog, { entries: entries.map(error) })

beforeAll(async () => {
  reader = await server().as((await makeRole(server().database.db, 'clientLog.view')).code)
})
beforeEach(async () => {
  await server().database.db.delete(clientLog)
})

describe('POST /api/backend/log/clientLog', () => {
  it('§4 stores each entry as received, with the person where they were signed in', async () => {
    expect(await report({}, { type: 'resource', message: 'img /x.png', stack: '', count: 7 })).toMatchObject({
      code: 200,
    })
    await reader.call(sendClientLog, { entries: [error({ type: 'page' })] })
    const rows = await stored()
    expect(rows).toMatchObject([
      { ...error(), time: expect.any(String), userId: null, address: '127.0.0.1' },
      { type: 'resource', message: 'img /x.png', count: 7, userId: null },
      { type: 'page', userId: reader.id },
    ])
    expect(Date.parse(rows[0]?.time ?? '')).toBe(Date.parse(error().time))
  })

  it('§4 accepts a report with an expired token: stored without a person, and nobody is signed out', async () => {
    const token = 'x'.repeat(43)
    const reply = await server().send('POST', sendClientLog.path, { entries: [error()] }, { token })
    expect(reply.status).toBe(200)
    expect(await stored()).toMatchObject([{ userId: null }])
  })

  it('§4 masks secrets again, whoever sent them', async () => {
    await report({
      url: 'http://console/backend/login?ticket=tick-1&token=tok-1&page=2',
      message: 'failed: {"password":"pass-1"}',
      stack: `at bearer ${'s'.repeat(20)}`,
      info: 'access_token=acc-1',
    })
    const [row] = await stored()
    expect(JSON.stringify(row)).not.toMatch(/tick-1|tok-1|pass-1|acc-1|ssss/)
    expect(row?.url).toBe('http://console/backend/login?ticket=***&token=***&page=2')
  })

  it('§4 truncates long texts without halving a secret, and removes control characters', async () => {
    await report({
      message: `a\r\nFAKE line\u001b[31m\u0000\u202e${'漢'.repeat(600)}`,
      stack: `one\r\ntwo\u001b]0;title\u0007\n${'x'.repeat(400_000)}`,
      info: `${'y'.repeat(990)} token=${'z'.repeat(100)}`,
      url: `${'u'.repeat(3_000)}`,
    })
    const [row] = await stored()
    expect(row?.message).toMatch(/^a FAKE line \[31m 漢+$/)
    expect([row?.message.length, row?.stack.length, row?.info.length, row?.url.length]).toEqual([
      500, 4_000, 1_000, 500,
    ])
    expect(row?.stack).toMatch(/^one\ntwo \]0;title \nx/)
    expect(row?.info).not.toContain('zz')
  })

  it('§4 refuses a 5 MB stack, and stores nothing of it', async () => {
    expect(await report({ stack: 'x'.repeat(5_000_000) })).toMatchObject({ status: 413, code: 413 })
    expect(await stored()).toEqual([])
  })

  it.each([
    [{ entries: [] }, '错误'],
    [{ entries: Array.from({ length: 21 }, () => error()) }, '错误最多20项'],
    [{ entries: [error({ type: 'other' as 'error' })] }, '类型不在可选范围内'],
    [{ entries: [error({ time: 'yesterday' })] }, '发生时间应为带时区的 ISO 8601 时间'],
    [{ entries: [error({ count: 0 })] }, '次数不能小于1'],
    [{ entries: [{ ...error(), userId: '1' }] }, '不支持的字段 userId'],
  ])('§4 refuses %#', async (body, msg) => {
    const reply = await server().send('POST', sendClientLog.path, body)
    expect(reply).toMatchObject({ status: 400, code: 400 })
    expect(reply.msg).toContain(msg)
  })

  it('§4 refuses an address that reports too often', async () => {
    const database = await cloneDatabase()
    const limited = await startServer(testConfig(), database, pino({ level: 'silent' }))
    const statuses: number[] = []
    for (let count = 0; count < 62; count++) {
      const reply = await fetch(`${limited.address}${sendClientLog.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ entries: [error()] }),
      })
      statuses.push(reply.status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.at(-1)).toBe(429)
    await limited.close()
    await database.close()
  })

  it('§4 writes one short, masked line for each entry to the server’s log', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(...chunk.toString().split('\n').filter(Boolean))
        done()
      },
    })
    const database = await cloneDatabase()
    const logged = await startServer(testConfig(), database, pino({ level: 'warn' }, stream))
    const entries = [
      error({ message: `boom\r\n{"level":50}\u001b[2J token=tok-2 ${'m'.repeat(900)}` }),
      error({ url: 'http://console/?ticket=tick-2' }),
    ]
    await fetch(`${logged.address}${sendClientLog.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ entries }),
    })
    await logged.close()
    await database.close()
    const reports = lines.filter((line) => line.includes('client error'))
    expect(reports).toHaveLength(2)
    for (const line of reports) expect(line.length).toBeLessThan(600)
    expect(reports.join('\n')).not.toMatch(/tok-2|tick-2|\\u001b|\\r|\\n/)
    expect(JSON.parse(reports[0] ?? '')).toMatchObject({ ip: '127.0.0.1', count: 1 })
  })
})

describe('POST /api/backend/system/clientLog/page', () => {
  const found = async (query: Parameters<typeof reader.call<typeof queryClientLog>>[1]) =>
    (await reader.call(queryClientLog, query)).data.records.map(({ message }) => message)

  beforeEach(async () => {
    await report({ message: 'first', info: '#00AB12C x', count: 3 }, { message: 'second 100%', type: 'page', count: 9 })
    await reader.call(sendClientLog, { entries: [error({ message: 'third', count: 1 })] })
  })

  it('lists the newest first, with the person, and sorts', async () => {
    const { data } = await reader.call(queryClientLog, {})
    expect(data.records.map(({ message, userName }) => [message, userName])).toEqual([
      ['third', reader.userName],
      ['second 100%', null],
      ['first', null],
    ])
    expect(await found({ descs: ['count'] })).toEqual(['second 100%', 'first', 'third'])
  })

  it('§6 shows stack and browser only with the right to details', async () => {
    const [row] = (await reader.call(queryClientLog, { text: '00ab12c' })).data.records
    expect(row).toMatchObject({ number: '00AB12C', message: 'first' })
    expect(row).not.toHaveProperty('stack')
    const id = row?.id ?? '0'
    expect(await reader.call(getClientError, { id })).toMatchObject({ status: 403 })
    const keeper = await server().as((await makeRole(server().database.db, 'clientLog.details')).code)
    expect((await keeper.call(getClientError, { id })).data).toMatchObject({ info: '#00AB12C x', stack: error().stack })
    expect(await keeper.call(getClientError, { id: '999999' })).toMatchObject({ code: 20404 })
  })

  it('finds by type, by the short id, by a part of the text, by person and by day', async () => {
    expect(await found({ type: 'page' })).toEqual(['second 100%'])
    expect(await found({ text: '00ab12c' })).toEqual(['first'])
    expect(await found({ text: '%' })).toEqual(['second 100%'])
    expect(await found({ userName: reader.userName })).toEqual(['third'])
    const day = (shift: string) => sql`now() ${sql.raw(shift)}`
    const { db } = server().database
    await db
      .update(clientLog)
      .set({ receivedAt: day("- interval '3 days'") })
      .where(eq(clientLog.message, 'first'))
    const today = dayOf(Date.now())
    const before = addDays(dayOf(Date.now()), -3)
    expect(await found({ from: today })).toEqual(['third', 'second 100%'])
    expect(await found({ from: before, to: before })).toEqual(['first'])
  })

  it('refuses without the right, and a period that ends before it begins', async () => {
    const other = await server().as((await makeRole(server().database.db, 'auditLog.view')).code)
    expect(await other.call(queryClientLog, {})).toMatchObject({ status: 403, code: 403 })
    const reply = await reader.call(queryClientLog, { from: '2026-02-02', to: '2026-02-01' })
    expect(reply).toMatchObject({ status: 400, msg: '开始日期不能晚于结束日期' })
  })
})
